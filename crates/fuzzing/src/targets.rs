//! The targets, one a reader or protocol.

mod arena;
mod positions;
mod presets;
mod protocols;
mod records;
mod solver;
mod web;

use crate::Target;

/// Divides an input into parts, where it has several: a line of its own.
const DIVIDER: &str = "%%";

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "record_hex", run: |input| records::read_and_write("hex", input) },
    Target { name: "record_y", run: |input| records::read_and_write("y", input) },
    Target { name: "record_polyy", run: |input| records::read_and_write("polyy", input) },
    Target { name: "record_havannah", run: |input| records::read_and_write("havannah", input) },
    Target { name: "record_arimaa", run: |input| records::read_and_write("arimaa", input) },
    Target { name: "record_tantrix", run: |input| records::read_and_write("tantrix", input) },
    Target { name: "record_any", run: records::guess },
    Target { name: "position_hex", run: |input| positions::read_and_play("hex", input) },
    Target { name: "position_y", run: |input| positions::read_and_play("y", input) },
    Target { name: "position_polyy", run: |input| positions::read_and_play("polyy", input) },
    Target { name: "position_havannah", run: |input| positions::read_and_play("havannah", input) },
    Target { name: "position_arimaa", run: |input| positions::read_and_play("arimaa", input) },
    Target { name: "position_tantrix", run: |input| positions::read_and_play("tantrix", input) },
    Target { name: "preset", run: presets::preset },
    Target { name: "parameter", run: presets::parameter },
    Target { name: "tournament", run: arena::tournament },
    Target { name: "suite", run: arena::suite },
    Target { name: "openings", run: arena::openings },
    Target { name: "strategy", run: solver::strategy },
    Target { name: "solver_table", run: solver::table },
    Target { name: "gtp", run: protocols::gtp },
    Target { name: "gtp_player", run: protocols::gtp_player },
    Target { name: "aei", run: protocols::aei },
    Target { name: "codecup", run: protocols::codecup },
    Target { name: "getmove", run: protocols::getmove },
    Target { name: "analysis", run: protocols::analysis },
    Target { name: "web_messages", run: web::messages },
    Target { name: "web_kept_game", run: spinney_web::fuzzing::kept_game },
    Target { name: "web_new_game", run: spinney_web::fuzzing::new_game },
    Target { name: "web_convert", run: spinney_web::fuzzing::conversion },
];

/// An input as text. Every reader takes text, and is asked only about what is some.
fn text(input: &[u8]) -> Option<&str> {
    std::str::from_utf8(input).ok()
}

/// The parts of an input, of which there is at least one.
fn parts(text: &str) -> Vec<String> {
    let lines: Vec<_> = text.split('\n').collect();
    lines.split(|line| line.trim() == DIVIDER).map(|part| part.join("\n")).collect()
}
