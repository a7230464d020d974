/** The 26 openings of renju: their stones and names. Pure data. */

import type { NamedOpening, PointName } from './protocol';

/** Code, where the third stone stands seen from the centre, and the names. */
const ROWS: readonly [code: string, third: readonly [number, number], zh: string, ja: string, romaji: string][] = [
  ['D1', [0, 2], '寒星', '寒星', 'Kansei'],
  ['D2', [1, 2], '溪月', '渓月', 'Keigetsu'],
  ['D3', [2, 2], '疏星', '疎星', 'Sosei'],
  ['D4', [1, 1], '花月', '花月', 'Kagetsu'],
  ['D5', [2, 1], '残月', '残月', 'Zangetsu'],
  ['D6', [1, 0], '雨月', '雨月', 'Ugetsu'],
  ['D7', [2, 0], '金星', '金星', 'Kinsei'],
  ['D8', [0, -1], '松月', '松月', 'Shogetsu'],
  ['D9', [1, -1], '丘月', '丘月', 'Kyugetsu'],
  ['D10', [2, -1], '新月', '新月', 'Shingetsu'],
  ['D11', [0, -2], '瑞星', '瑞星', 'Zuisei'],
  ['D12', [1, -2], '山月', '山月', 'Sangetsu'],
  ['D13', [2, -2], '游星', '遊星', 'Yusei'],
  ['I1', [2, 2], '长星', '長星', 'Chosei'],
  ['I2', [2, 1], '峡月', '峡月', 'Kyogetsu'],
  ['I3', [2, 0], '恒星', '恒星', 'Kosei'],
  ['I4', [2, -1], '水月', '水月', 'Suigetsu'],
  ['I5', [2, -2], '流星', '流星', 'Ryusei'],
  ['I6', [1, 0], '云月', '雲月', 'Ungetsu'],
  ['I7', [1, -1], '浦月', '浦月', 'Hogetsu'],
  ['I8', [1, -2], '岚月', '嵐月', 'Rangetsu'],
  ['I9', [0, -1], '银月', '銀月', 'Gingetsu'],
  ['I10', [0, -2], '明星', '明星', 'Myojo'],
  ['I11', [-1, -1], '斜月', '斜月', 'Shagetsu'],
  ['I12', [-1, -2], '名月', '名月', 'Meigetsu'],
  ['I13', [-2, -2], '彗星', '彗星', 'Suisei'],
];

/** All of them, the direct ones first. */
export const OPENINGS: readonly NamedOpening[] = ROWS.map(([code, , zh, ja, romaji]) => ({ code, zh, ja, romaji }));

/** The three stones of an opening as the server lays them; none for an unknown code. */
export function stonesOf(code: string): readonly PointName[] {
  const row = ROWS.find(([each]) => each === code.toUpperCase());
  if (!row) {
    return [];
  }
  const [column, line] = row[1];
  return ['h8', code.toUpperCase().startsWith('D') ? 'h9' : 'i9', `${'abcdefghijklmno'[7 + column]}${8 + line}`];
}
