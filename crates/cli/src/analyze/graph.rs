//! The win rate over a game, drawn as SVG.

use anyhow::anyhow;
use plotters::prelude::*;
use spinney_engine::analysis::MoveAnalysis;
use spinney_engine::record::Record;

use super::moves::verdict;

const SIZE: (u32, u32) = (900, 420);
/// The players' colours, which colour-blind people can tell apart.
const COLOURS: [RGBColor; 4] =
    [RGBColor(213, 94, 0), RGBColor(0, 114, 178), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];

/// The first player's chance to win after each move, and every mistake with the colour of whoever
/// made it. Of more than two players each has a line of their own, since what one loses may be
/// anybody's.
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
    let last = judged.last().map_or(1, |m| m.turn) as i32;
    let first = judged.first().map_or(1, |m| m.turn) as i32 - 1;
    let mut chart = ChartBuilder::on(&area)
        .caption(caption(record), ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(first..last + 1, 0.0..100f32)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(20)
        .y_labels(5)
        .y_label_formatter(&|y| format!("{y:.0}%"))
        .x_desc("move")
        .draw()?;

    if judged.first().is_some_and(|m| m.players > 2) {
        for seat in 0..judged[0].players {
            let own = judged.iter().filter(|m| m.seat == seat);
            let side = own.clone().next().map_or("", |m| m.side);
            let colour = colour(seat);
            chart
                .draw_series(LineSeries::new(own.map(point), colour.stroke_width(2)))?
                .label(side)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], colour));
        }
        chart.configure_series_labels().background_style(WHITE.mix(0.8)).draw()?;
    } else {
        // Before the first judged move, its best continuation is what the first player could expect.
        let before = judged.first().map(|m| (m.turn as i32 - 1, shown(m, m.win_rate_best)));
        let points = judged.iter().map(point);
        let line = before.into_iter().chain(points);
        chart.draw_series(LineSeries::new(line, BLACK.stroke_width(2)))?;
    }
    chart.draw_series([PathElement::new([(first, 50.0), (last + 1, 50.0)], BLACK.mix(0.3))])?;
    for m in judged {
        let Some(mark) = verdict(m) else { continue };
        let colour = colour(m.seat);
        let (x, y) = point(m);
        chart.draw_series([Circle::new((x, y), 5, colour.filled())])?;
        let label = format!("{}{mark}", m.played);
        // A mistake is a turning point: off the line, but within the picture.
        let falls = m.seat == 0 || m.players > 2;
        let is_below = (falls && y > 8.0) || y > 92.0;
        let up = if is_below { 8 } else { -20 };
        let style = ("sans-serif", 13).into_font().color(&colour);
        chart.draw_series([EmptyElement::at((x, y)) + Text::new(label, (-8, up), style)])?;
    }
    area.present()
}

fn colour(seat: usize) -> RGBColor {
    COLOURS[seat % COLOURS.len()]
}

fn point(m: &MoveAnalysis) -> (i32, f32) {
    (m.turn as i32, shown(m, m.win_rate_played))
}

/// A mover's chance to win in percent: the first player's, where two share all there is.
fn shown(m: &MoveAnalysis, rate: f32) -> f32 {
    100.0 * if m.players == 2 && m.seat == 1 { 1.0 - rate } else { rate }
}

fn caption(record: &Record) -> String {
    match record.players.as_slice() {
        [_, _, _, ..] => "Chances to win".to_owned(),
        [first, second] if !first.is_empty() && !second.is_empty() => {
            format!("Chance to win of {first} against {second}")
        }
        _ => "Chance to win of the first player".to_owned(),
    }
}
