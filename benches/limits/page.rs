//! The table: printed, and written into the page on performance.

use std::fs;
use std::path::Path;

const BEGIN: &str = "<!-- limits: written by make bench -->";
const END: &str = "<!-- limits end -->";

/// One line of the table.
pub struct Row {
    name: String,
    unit: &'static str,
    value: f64,
    bound: Option<f64>,
    target: Target,
    /// Whether it is the ratio that is compared with the target, and not the value.
    is_ratio: bool,
}

/// What a value or ratio should be.
#[derive(Clone, Copy)]
pub enum Target {
    AtMost(f64),
    AtLeast(f64),
    /// It is there to compare with.
    None,
}

impl Row {
    /// A row whose ratio to the bound counts.
    pub fn ratio(name: &str, unit: &'static str, value: f64, bound: f64, target: Target) -> Self {
        Self { name: name.to_owned(), unit, value, bound: Some(bound), target, is_ratio: true }
    }

    /// A row whose value counts.
    pub fn value(name: &str, unit: &'static str, value: f64, bound: Option<f64>, target: Target) -> Self {
        Self { name: name.to_owned(), unit, value, bound, target, is_ratio: false }
    }

    fn of_ratio(&self) -> Option<f64> {
        self.bound.map(|bound| self.value / bound)
    }

    fn is_ok(&self) -> bool {
        let compared = if self.is_ratio { self.of_ratio().unwrap_or(f64::NAN) } else { self.value };
        match self.target {
            Target::AtMost(most) => compared <= most,
            Target::AtLeast(least) => compared >= least,
            Target::None => true,
        }
    }

    fn wanted(&self) -> String {
        let (sign, target) = match self.target {
            Target::AtMost(most) => ("<=", most),
            Target::AtLeast(least) => (">=", least),
            Target::None => return String::new(),
        };
        if self.is_ratio {
            format!("{sign} {target}x")
        } else {
            format!("{sign} {} {}", short(target), self.unit)
        }
    }

    fn verdict(&self) -> &'static str {
        match self.target {
            Target::None => "",
            Target::AtMost(_) | Target::AtLeast(_) if self.is_ok() => "ok",
            Target::AtMost(_) | Target::AtLeast(_) => "MISS",
        }
    }

    fn cells(&self) -> [String; 6] {
        [
            self.name.clone(),
            format!("{} {}", short(self.value), self.unit),
            self.bound.map_or_else(String::new, |bound| format!("{} {}", short(bound), self.unit)),
            self.of_ratio().map_or_else(String::new, |ratio| format!("{ratio:.2}x")),
            self.wanted(),
            self.verdict().to_owned(),
        ]
    }

    fn line(&self) -> String {
        format!("| {} |", self.cells().join(" | "))
    }

    pub fn print(&self) {
        let [name, value, bound, ratio, target, verdict] = self.cells();
        println!("{name:<72} {value:>14} {bound:>14} {ratio:>7}  {target:<16} {verdict}");
    }
}

/// Three digits that say something.
fn short(value: f64) -> String {
    match value.abs() {
        0.0..10.0 => format!("{value:.2}"),
        10.0..100.0 => format!("{value:.1}"),
        100.0..100_000.0 => format!("{value:.0}"),
        _ => format!("{:.0} k", value / 1000.0),
    }
}

/// Writes the table into the page, where the last one stands.
pub fn write(rows: &[Row], words: &str) {
    change(|_| {
        let head =
            format!("{words}\n\n| what | value | bound | ratio | target | |\n|---|---|---|---|---|---|");
        [head].into_iter().chain(rows.iter().map(Row::line)).collect()
    });
}

/// Puts rows that were measured by themselves where the same ones stand in the table, and new ones behind it.
pub fn replace(rows: &[Row]) {
    // Two rows may have the same name and another target.
    let is_of = |line: &str, row: &Row| {
        let [name, .., target, _] = row.cells();
        line.starts_with(&format!("| {name} |")) && line.contains(&format!("| {target} |"))
    };
    change(|table| {
        let mut lines: Vec<String> = table.trim_end().lines().map(str::to_owned).collect();
        for row in rows {
            match lines.iter().position(|line| is_of(line, row)) {
                Some(at) => lines[at] = row.line(),
                None => lines.push(row.line()),
            }
        }
        lines
    });
}

/// Changes the table in the page, line by line.
fn change(change: impl FnOnce(&str) -> Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has a place for the table");
    let (table, after) = rest.split_once(END).expect("the page has an end of the table");
    let lines = change(table.trim_start());
    fs::write(path, format!("{before}{BEGIN}\n{}\n{END}{after}", lines.join("\n"))).unwrap();
}
