//! Commands that show connections, as HexGui's menu has them for other Hex programs.

use std::fmt::Write;

use spinney_engine::connections::{Connection, Connections, Strength, connections};

use super::Server;
use super::command::{Answer, Command, Failure};

impl Server<'_> {
    /// `vc-verdict COLOUR`: what connections say of the game.
    pub(super) fn vc_verdict(&mut self, command: &Command) -> Answer {
        let words = command.words();
        let (_, links) = self.connections(words.first())?;
        Ok(match links.wins() {
            Some(Strength::Full) => "wins",
            Some(Strength::Semi) => "wins moving first",
            None => "unknown",
        }
        .to_owned())
    }

    /// `vc-between-cells-full COLOUR END END` and the same with `semi`: one connection a line.
    pub(super) fn vc_between(&mut self, command: &Command, strength: Strength) -> Answer {
        let ([a, b], side, found) = self.found_between(command, strength)?;
        let mut text = String::new();
        for connection in found {
            let carrier = connection.carrier.join(" ");
            let key = connection.key.unwrap_or_default();
            let strength = name(strength);
            // HexGui wants to see who made it, and the stones on the way, which ours does not list.
            let line = format!("\n{side} {a} {b} {strength} h-search [ {carrier} ] [ ] {key}");
            text.push_str(line.trim_end());
        }
        Ok(text)
    }

    /// `vc-intersection-full COLOUR END END` and the same with `semi`: the cells that all of the
    /// connections need.
    pub(super) fn vc_intersection(&mut self, command: &Command, strength: Strength) -> Answer {
        let (_, _, found) = self.found_between(command, strength)?;
        let Some((first, rest)) = found.split_first() else { return Ok(String::new()) };
        let in_all = |cell: &&String| rest.iter().all(|other| other.carrier.contains(cell));
        Ok(list(first.carrier.iter().filter(in_all)))
    }

    /// `vc-union-full COLOUR END END` and the same with `semi`: the cells that any of the
    /// connections needs.
    pub(super) fn vc_union(&mut self, command: &Command, strength: Strength) -> Answer {
        let (_, _, found) = self.found_between(command, strength)?;
        let mut cells: Vec<&String> = found.iter().flat_map(|found| &found.carrier).collect();
        cells.sort();
        cells.dedup();
        Ok(list(cells))
    }

    /// `vc-connected-to-full COLOUR END` and the same with `semi`: where its connections lead.
    pub(super) fn vc_connected_to(&mut self, command: &Command, strength: Strength) -> Answer {
        let words = command.words();
        let [colour, end] = words[..] else {
            return Err(Failure::syntax("wants a colour and a cell or edge"));
        };
        let (_, links) = self.connections(Some(&colour))?;
        let ends = links.connected_to(strength, end).map_err(Failure::syntax)?;
        Ok(list(&ends))
    }

    /// `vc-get-mustplay [COLOUR]`: where the colour must play; all other moves lose.
    pub(super) fn vc_get_mustplay(&mut self, command: &Command) -> Answer {
        let (_, links) = self.connections(command.words().first())?;
        Ok(list(&links.mustplay()))
    }

    fn connections(
        &self,
        colour: Option<&&str>,
    ) -> Result<(&'static str, Box<dyn Connections>), Failure> {
        let side = self.side_or_to_move(colour)?;
        Ok((side, connections(self.session.board(), side)?))
    }

    fn found_between<'c>(
        &self,
        command: &'c Command,
        strength: Strength,
    ) -> Result<([&'c str; 2], &'static str, Vec<Connection>), Failure> {
        let words = command.words();
        let [colour, a, b] = words[..] else {
            return Err(Failure::syntax("wants a colour and two cells or edges"));
        };
        let (side, links) = self.connections(Some(&colour))?;
        Ok(([a, b], side, links.between(strength, a, b).map_err(Failure::syntax)?))
    }
}

fn name(strength: Strength) -> &'static str {
    match strength {
        Strength::Full => "full",
        Strength::Semi => "semi",
    }
}

fn list<'a>(words: impl IntoIterator<Item = &'a String>) -> String {
    let mut text = String::new();
    for word in words {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{word}");
    }
    text
}
