//! The 26 openings and their names (rulebook C-02, C-03).

use crate::game::opening::turn::{Turn, vector};
use crate::game::point::{BoardSize, Point};

/// One of the 26 openings: where the second and third stone stand, seen from the first in the centre, up to the eight
/// symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedOpening {
    /// Whether the second stone touches the first along a line of the board.
    is_direct: bool,
    number: u8,
    third: (i8, i8),
    /// The simplified Chinese name.
    pub zh: &'static str,
    /// The Japanese name.
    pub ja: &'static str,
    /// The Japanese name in Latin letters.
    pub romaji: &'static str,
}

/// All 26, with the white stone right above the centre or to the upper right of it.
pub const OPENINGS: [NamedOpening; 26] = [
    direct(1, (0, 2), "寒星", "寒星", "Kansei"),
    direct(2, (1, 2), "溪月", "渓月", "Keigetsu"),
    direct(3, (2, 2), "疏星", "疎星", "Sosei"),
    direct(4, (1, 1), "花月", "花月", "Kagetsu"),
    direct(5, (2, 1), "残月", "残月", "Zangetsu"),
    direct(6, (1, 0), "雨月", "雨月", "Ugetsu"),
    direct(7, (2, 0), "金星", "金星", "Kinsei"),
    direct(8, (0, -1), "松月", "松月", "Shogetsu"),
    direct(9, (1, -1), "丘月", "丘月", "Kyugetsu"),
    direct(10, (2, -1), "新月", "新月", "Shingetsu"),
    direct(11, (0, -2), "瑞星", "瑞星", "Zuisei"),
    direct(12, (1, -2), "山月", "山月", "Sangetsu"),
    direct(13, (2, -2), "游星", "遊星", "Yusei"),
    indirect(1, (2, 2), "长星", "長星", "Chosei"),
    indirect(2, (2, 1), "峡月", "峡月", "Kyogetsu"),
    indirect(3, (2, 0), "恒星", "恒星", "Kosei"),
    indirect(4, (2, -1), "水月", "水月", "Suigetsu"),
    indirect(5, (2, -2), "流星", "流星", "Ryusei"),
    indirect(6, (1, 0), "云月", "雲月", "Ungetsu"),
    indirect(7, (1, -1), "浦月", "浦月", "Hogetsu"),
    indirect(8, (1, -2), "岚月", "嵐月", "Rangetsu"),
    indirect(9, (0, -1), "银月", "銀月", "Gingetsu"),
    indirect(10, (0, -2), "明星", "明星", "Myojo"),
    indirect(11, (-1, -1), "斜月", "斜月", "Shagetsu"),
    indirect(12, (-1, -2), "名月", "名月", "Meigetsu"),
    indirect(13, (-2, -2), "彗星", "彗星", "Suisei"),
];

impl NamedOpening {
    /// The opening with this code, in either case.
    pub fn by_code(code: &str) -> Option<&'static Self> {
        OPENINGS.iter().find(|opening| opening.code().eq_ignore_ascii_case(code))
    }

    /// The name of the opening that three stones on a board of 15 lines make, whichever way they are turned.
    pub fn of(stones: [Point; 3]) -> Option<&'static Self> {
        let centre = BoardSize::FIFTEEN.centre();
        let [first, second, third] = stones;
        if first != centre {
            return None;
        }
        let (column, row) = vector(centre);
        let seen = |point| (vector(point).0 - column, vector(point).1 - row);
        let wide = |(columns, rows): (i8, i8)| (i16::from(columns), i16::from(rows));
        OPENINGS.iter().find(|opening| {
            let shape = (wide(opening.second()), wide(opening.third));
            Turn::ALL.into_iter().any(|turn| (turn.apply(seen(second)), turn.apply(seen(third))) == shape)
        })
    }

    /// `D1` to `D13` for the direct ones, `I1` to `I13` for the indirect.
    pub fn code(&self) -> String {
        format!("{}{}", if self.is_direct { 'D' } else { 'I' }, self.number)
    }

    /// The three stones, in order.
    pub fn stones(&self) -> [Point; 3] {
        let centre = BoardSize::FIFTEEN.centre();
        let at = |(columns, rows)| centre.offset(columns, rows).unwrap_or(centre);
        [centre, at(self.second()), at(self.third)]
    }

    const fn second(&self) -> (i8, i8) {
        if self.is_direct { (0, 1) } else { (1, 1) }
    }
}

const fn direct(
    number: u8,
    third: (i8, i8),
    zh: &'static str,
    ja: &'static str,
    romaji: &'static str,
) -> NamedOpening {
    NamedOpening { is_direct: true, number, third, zh, ja, romaji }
}

const fn indirect(
    number: u8,
    third: (i8, i8),
    zh: &'static str,
    ja: &'static str,
    romaji: &'static str,
) -> NamedOpening {
    NamedOpening { is_direct: false, number, third, zh, ja, romaji }
}
