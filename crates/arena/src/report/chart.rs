//! Charts as SVG: two axes, and lines, bands and bars between them.

use std::fmt::Write;

use super::markup::escape;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 46.0;

/// One axis of a chart.
pub(super) struct Axis {
    label: String,
    low: f64,
    high: f64,
    /// What is written behind the numbers.
    unit: &'static str,
}

impl Axis {
    /// An axis that shows all from `low` to `high`, and some room where those are the same.
    pub(super) fn new(label: &str, low: f64, high: f64) -> Axis {
        let high = if high > low { high } else { low + 1.0 };
        Axis { label: escape(label), low, high, unit: "" }
    }

    /// The same axis with a unit.
    pub(super) fn in_unit(mut self, unit: &'static str) -> Axis {
        self.unit = unit;
        self
    }

    fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Round numbers on the axis, about as many as wanted, as text.
    fn ticks(&self, wanted: f64) -> Vec<(f64, String)> {
        let step = round_step((self.high - self.low) / wanted);
        let places = (-step.log10().floor()).max(0.0) as usize;
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let tick = |i: i64| (i as f64 * step, format!("{:.places$}{}", i as f64 * step, self.unit));
        (first..=last).map(tick).collect()
    }
}

/// 1, 2 or 5 times a power of ten, at least as large.
pub(super) fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|n| n * power)
        .find(|&n| n >= step * 0.999)
        .unwrap_or(10.0 * power)
}

/// A chart under way.
pub(super) struct Chart {
    x: Axis,
    y: Axis,
    marks: String,
}

impl Chart {
    pub(super) fn new(x: Axis, y: Axis) -> Chart {
        Chart { x, y, marks: String::new() }
    }

    /// A line through points.
    pub(super) fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, colour: &str) {
        let path = self.path(points);
        let _ = writeln!(
            self.marks,
            "<polyline class=\"line\" style=\"stroke: {colour}\" points=\"{path}\"/>"
        );
    }

    /// The area between two lines, from left to right.
    pub(super) fn band(&mut self, points: &[(f64, f64, f64)], colour: &str) {
        let there = points.iter().map(|&(x, low, _)| (x, low));
        let back = points.iter().rev().map(|&(x, _, high)| (x, high));
        let path = self.path(there.chain(back));
        let _ = writeln!(
            self.marks,
            "<polygon class=\"band\" style=\"fill: {colour}\" points=\"{path}\"/>"
        );
    }

    /// A level line across the chart.
    pub(super) fn level(&mut self, y: f64) {
        let (from, to) = (self.at(self.x.low, y), self.at(self.x.high, y));
        let _ = writeln!(self.marks, "{}", straight("axis", from, to));
    }

    /// A bar from the bottom, over a part of the x axis, with words for whoever points at it.
    pub(super) fn bar(&mut self, (from, to): (f64, f64), y: f64, colour: &str, words: &str) {
        let (left, top) = self.at(from, y);
        let (right, bottom) = self.at(to, self.y.low);
        let (width, height) = ((right - left - 1.0).max(0.5), bottom - top);
        let _ = writeln!(
            self.marks,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             style=\"fill: {colour}\"><title>{}</title></rect>",
            escape(words)
        );
    }

    /// The whole chart, with words for those who cannot see it.
    pub(super) fn svg(&self, words: &str) -> String {
        let mut text = open(WIDTH, HEIGHT, words);
        for (value, label) in self.y.ticks(5.0) {
            let (left, y) = self.at(self.x.low, value);
            let _ = writeln!(text, "{}", straight("grid", (left, y), (WIDTH - RIGHT, y)));
            let _ = writeln!(
                text,
                "<text class=\"dim\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                left - 8.0,
                y + 4.0
            );
        }
        let bottom = HEIGHT - BOTTOM;
        for (value, label) in self.x.ticks(10.0) {
            let (x, _) = self.at(value, self.y.low);
            let _ = writeln!(text, "{}", straight("axis", (x, bottom), (x, bottom + 5.0)));
            let _ = writeln!(
                text,
                "<text class=\"dim\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 19.0
            );
        }
        text.push_str(&self.marks);
        let _ = writeln!(text, "{}", straight("axis", (LEFT, bottom), (WIDTH - RIGHT, bottom)));
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 8.0,
            self.x.label
        );
        let middle = (TOP + bottom) / 2.0;
        let _ = writeln!(
            text,
            "<text x=\"14\" y=\"{middle:.1}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 14 {middle:.1})\">{}</text>",
            self.y.label
        );
        text + "</svg>"
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
        (LEFT + width * self.x.share(x), TOP + height * (1.0 - self.y.share(y)))
    }

    fn path(&self, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y) = self.at(x, y);
            let _ = write!(path, "{x:.1},{y:.1} ");
        }
        path
    }
}

/// A value with an error, named.
pub(super) struct Bar {
    /// Markup.
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) error: f64,
    pub(super) colour: String,
}

/// Bars from left to right, one below the other, with their errors.
pub(super) fn bars(bars: &[Bar], words: &str) -> String {
    const ROW: f64 = 26.0;
    let longest = bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
    let left = (longest as f64 * 7.0 + 24.0).min(WIDTH / 3.0);
    let numbers = 96.0;
    let reach = |bar: &Bar| [0.0, bar.value - bar.error, bar.value + bar.error];
    let ends = || bars.iter().flat_map(reach);
    let axis = Axis::new("", ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    let at = |value: f64| left + (WIDTH - left - numbers) * axis.share(value);
    let height = ROW * bars.len() as f64 + 30.0;
    let mut text = open(WIDTH, height, words);
    for (value, label) in axis.ticks(8.0) {
        let x = at(value);
        let _ = writeln!(text, "{}", straight("grid", (x, 4.0), (x, height - 22.0)));
        let _ = writeln!(
            text,
            "<text class=\"dim\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            height - 6.0
        );
    }
    for (i, bar) in bars.iter().enumerate() {
        let y = 6.0 + ROW * i as f64;
        let middle = y + ROW / 2.0 - 2.0;
        let (from, to) = (at(bar.value.min(0.0)), at(bar.value.max(0.0)));
        let (low, high) = (at(bar.value - bar.error), at(bar.value + bar.error));
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
             <rect x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             style=\"fill: {}\"/>",
            left - 10.0,
            middle + 4.0,
            bar.name,
            y + 3.0,
            (to - from).max(1.0),
            ROW - 10.0,
            bar.colour
        );
        let _ = writeln!(text, "{}", straight("mark", (low, middle), (high, middle)));
        for end in [low, high] {
            let _ =
                writeln!(text, "{}", straight("mark", (end, middle - 4.0), (end, middle + 4.0)));
        }
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:+.0} ± {:.0}</text>",
            WIDTH - 4.0,
            middle + 4.0,
            bar.value,
            bar.error
        );
    }
    text + "</svg>"
}

fn open(width: f64, height: f64, words: &str) -> String {
    let words = escape(words);
    format!(
        "<svg role=\"img\" aria-label=\"{words}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n"
    )
}

fn straight(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!("<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        let texts = |low, high, wanted| -> Vec<String> {
            Axis::new("", low, high).ticks(wanted).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts(0.0, 100.0, 5.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(0.0, 0.7, 5.0), ["0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(texts(-130.0, 170.0, 8.0), ["-100", "-50", "0", "50", "100", "150"]);
        assert_eq!(texts(3.0, 3.0, 2.0), ["3.0", "3.5", "4.0"]);
        assert_eq!(Axis::new("", 0.0, 1e9).ticks(5.0).len(), 6);
    }
}
