//! The plot of how cost grows, as SVG.

use std::fs;
use std::path::Path;

use crate::rows::Growth;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const EDGE: f64 = 48.0;

/// A line of the plot.
pub struct Line<'a> {
    pub name: &'static str,
    pub colour: &'static str,
    pub growth: &'a Growth,
}

/// Draws lines over a logarithmic axis of sizes.
pub fn write(lines: &[Line<'_>]) {
    let all = || lines.iter().flat_map(|line| line.growth.iter().copied());
    let decades = all().map(|(size, _)| size as f64).fold(10.0, f64::max).log10().ceil();
    let top = all().map(|(_, value)| value).fold(0.0, f64::max) * 1.2;
    let x = |size: usize| EDGE + ((size as f64).log10() - 1.0) / (decades - 1.0) * (WIDTH - 2.0 * EDGE);
    let y = |value: f64| HEIGHT - EDGE - value / top * (HEIGHT - 2.0 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{EDGE}\" y=\"24\">Processor time for a delivered message, in microseconds</text>\n"
    );
    for decade in 1..=decades as u32 {
        let (size, at) = (10_usize.pow(decade), x(10_usize.pow(decade)));
        svg.push_str(&format!(
            "<path d=\"M{at:.1} {EDGE}V{}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{size}</text>\n",
            HEIGHT - EDGE,
            HEIGHT - EDGE + 18.0
        ));
    }
    for step in 0..=4 {
        let value = top * f64::from(step) / 4.0;
        let at = y(value);
        svg.push_str(&format!(
            "<path d=\"M{EDGE} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.1}</text>\n",
            WIDTH - EDGE,
            EDGE - 6.0,
            at + 4.0
        ));
    }
    for (row, Line { name, colour, growth }) in lines.iter().enumerate() {
        let points: Vec<String> =
            growth.iter().map(|(size, value)| format!("{:.1},{:.1}", x(*size), y(*value))).collect();
        let label = EDGE + 18.0 * (row as f64 + 1.0);
        svg.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{}\" y=\"{label}\" fill=\"{colour}\">{name}</text>\n",
            points.join(" "),
            EDGE + 12.0
        ));
    }
    svg.push_str("</svg>\n");
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cost-growth.svg"), svg).unwrap();
}
