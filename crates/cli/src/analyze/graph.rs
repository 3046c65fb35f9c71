//! The win rate over a game, drawn as SVG.

use anyhow::anyhow;
use plotters::prelude::*;
use spinney_engine::analysis::MoveAnalysis;
use spinney_engine::record::Record;

use super::verdict;

const SIZE: (u32, u32) = (900, 420);
/// The first player's and the second player's colour, which colour-blind people can tell apart.
const COLOURS: [RGBColor; 2] = [RGBColor(213, 94, 0), RGBColor(0, 114, 178)];

/// The first player's chance to win after each move, and every mistake with the colour of whoever
/// made it.
pub(super) fn svg(record: &Record, judged: &[MoveAnalysis]) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(SVGBackend::with_string(&mut text, SIZE), record, judged)
        .map_err(|error| anyhow!("the graph cannot be drawn: {error}"))?;
    Ok(text)
}

fn draw<B: DrawingBackend>(
    backend: B,
    record: &Record,
    judged: &[MoveAnalysis],
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let area = backend.into_drawing_area();
    area.fill(&WHITE)?;
    let last = judged.last().map_or(1, |m| m.number) as i32;
    let mut chart = ChartBuilder::on(&area)
        .caption(caption(record), ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0..last + 1, 0.0..100f32)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(20)
        .y_labels(5)
        .y_label_formatter(&|y| format!("{y:.0}%"))
        .x_desc("move")
        .draw()?;

    // Before the first judged move, its best continuation is what the first player could expect.
    let before =
        judged.first().map(|m| (m.number as i32 - 1, first_player(m.seat, m.win_rate_best)));
    let points = judged.iter().map(point);
    chart.draw_series(LineSeries::new(before.into_iter().chain(points), BLACK.stroke_width(2)))?;
    chart.draw_series([PathElement::new([(0, 50.0), (last + 1, 50.0)], BLACK.mix(0.3))])?;
    for m in judged {
        let Some(mark) = verdict(m) else { continue };
        let colour = COLOURS[m.seat.min(1)];
        let (x, y) = point(m);
        chart.draw_series([Circle::new((x, y), 5, colour.filled())])?;
        let label = format!("{}{mark}", m.played);
        // A mistake is a turning point: off the line, but within the picture.
        let is_below = (m.seat == 0 && y > 8.0) || y > 92.0;
        let up = if is_below { 8 } else { -20 };
        let style = ("sans-serif", 13).into_font().color(&colour);
        chart.draw_series([EmptyElement::at((x, y)) + Text::new(label, (-8, up), style)])?;
    }
    area.present()
}

fn point(m: &MoveAnalysis) -> (i32, f32) {
    (m.number as i32, first_player(m.seat, m.win_rate_played))
}

/// A player's chance to win as the first player's, in percent.
fn first_player(seat: usize, rate: f32) -> f32 {
    100.0 * if seat == 0 { rate } else { 1.0 - rate }
}

fn caption(record: &Record) -> String {
    match record.players.as_slice() {
        [first, second, ..] if !first.is_empty() && !second.is_empty() => {
            format!("Chance to win of {first} against {second}")
        }
        _ => "Chance to win of the first player".to_owned(),
    }
}
