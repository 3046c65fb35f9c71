//! Every command, in one table: what is listed, known and carried out.

use super::command::{Answer, Command, Failure};
use super::{Done, Outcome, Server, answered};
use spinney_engine::TextError;
use spinney_engine::connections::Strength;

/// What carries out a command.
enum Run<'a> {
    /// Answers in one piece.
    Say(fn(&mut Server<'a>, &Command) -> Answer),
    /// Writes its answer as it goes, or ends the conversation.
    Act(fn(&mut Server<'a>, &Command) -> Outcome),
}

use Run::{Act, Say};

impl<'a> Server<'a> {
    /// Commands that every game has. The parameter commands have the names of the groups of
    /// parameters, so these are not listed.
    const COMMANDS: &'a [(&'static str, Run<'a>)] = &[
        // About the program.
        ("protocol_version", Say(|_, _| Ok("2".to_owned()))),
        ("name", Say(|server, _| Ok(server.options.name.clone()))),
        ("version", Say(|server, _| Ok(server.options.version.clone()))),
        ("list_commands", Say(|server, _| Ok(names(server).join("\n")))),
        ("known_command", Say(known_command)),
        ("quit", Act(|_, _| Ok(Done::Quit))),
        // The game.
        ("boardsize", Say(Server::boardsize)),
        ("clear_board", Say(Server::clear_board)),
        ("play", Say(Server::play)),
        ("play-game", Say(Server::play_game)),
        ("roll", Say(Server::roll)),
        ("undo", Say(Server::undo)),
        ("all_legal_moves", Say(|server, _| Ok(server.session.board().legal_moves().join(" ")))),
        ("facts", Say(Server::facts)),
        ("final_score", Say(Server::final_score)),
        ("showboard", Say(Server::showboard)),
        ("position", Say(Server::position)),
        ("loadsgf", Say(Server::load_record)),
        // Thinking.
        ("genmove", Say(Server::genmove)),
        ("reg_genmove", Say(Server::reg_genmove)),
        ("stop", Say(|_, _| Ok(String::new()))),
        ("gogui-interrupt", Say(|_, _| Ok(String::new()))),
        ("clear_cache", Say(Server::clear_cache)),
        ("time_settings", Say(Server::time_settings)),
        ("kgs-time_settings", Say(Server::kgs_time_settings)),
        ("time_left", Say(Server::time_left)),
        // Analysis.
        ("hexgui-analyze_commands", Say(Server::hexgui_analyze_commands)),
        ("gogui-analyze_commands", Say(Server::gogui_analyze_commands)),
        ("analyze-moves", Say(Server::analyze_moves)),
        ("analyze-visits", Say(Server::analyze_visits)),
        ("analyze-amaf", Say(Server::analyze_amaf)),
        ("analyze-prior", Say(Server::analyze_prior)),
        ("analyze-pv", Say(Server::analyze_pv)),
        ("analyze-gfx", Say(Server::analyze_gfx)),
        ("analyze-report", Say(Server::analyze_report)),
        ("kata-analyze", Act(Server::kata_analyze)),
        ("lz-analyze", Act(Server::lz_analyze)),
        ("spinney-analyze", Act(Server::spinney_analyze)),
        ("gogui-gfx-analyze", Say(Server::gfx_analyze)),
        // Parameters.
        ("get_parameters", Say(Server::get_parameters)),
        ("set_parameter", Say(Server::set_parameter)),
    ];

    /// Where positions can be explained.
    const EXPLANATIONS: &'a [(&'static str, Run<'a>)] = &[
        ("compute-fillin", Say(Server::compute_fillin)),
        ("compute-inferior", Say(Server::compute_inferior)),
        ("compute-vulnerable", Say(|server, command| server.compute_kind(command, 'v'))),
        ("compute-reversible", Say(|server, command| server.compute_kind(command, 'r'))),
        ("compute-dominated", Say(|server, command| server.compute_kind(command, 'd'))),
        ("find-split-decomp", Say(Server::find_split_decomp)),
        ("explain", Say(Server::explain)),
    ];

    /// Where it can be proven who wins.
    const PROOFS: &'a [(&'static str, Run<'a>)] = &[
        ("dfpn-solve-state", Say(Server::dfpn_solve_state)),
        ("dfpn-solver-find-winning", Say(Server::dfpn_find_winning)),
        ("dfpn-get-bounds", Say(Server::dfpn_get_bounds)),
        ("dfpn-clear-tt", Say(Server::dfpn_clear)),
    ];

    /// Where there are connections.
    const CONNECTIONS: &'a [(&'static str, Run<'a>)] = &[
        ("vc-build", Say(Server::vc_build)),
        ("vc-verdict", Say(Server::vc_verdict)),
        (
            "vc-between-cells-full",
            Say(|server, command| server.vc_between(command, Strength::Full)),
        ),
        (
            "vc-between-cells-semi",
            Say(|server, command| server.vc_between(command, Strength::Semi)),
        ),
        (
            "vc-connected-to-full",
            Say(|server, command| server.vc_connected_to(command, Strength::Full)),
        ),
        (
            "vc-connected-to-semi",
            Say(|server, command| server.vc_connected_to(command, Strength::Semi)),
        ),
        (
            "vc-intersection-full",
            Say(|server, command| server.vc_intersection(command, Strength::Full)),
        ),
        (
            "vc-intersection-semi",
            Say(|server, command| server.vc_intersection(command, Strength::Semi)),
        ),
        ("vc-union-full", Say(|server, command| server.vc_union(command, Strength::Full))),
        ("vc-union-semi", Say(|server, command| server.vc_union(command, Strength::Semi))),
        ("vc-get-mustplay", Say(Server::vc_get_mustplay)),
    ];

    /// The commands of the game that is played.
    fn commands(&self) -> impl Iterator<Item = &'a (&'static str, Run<'a>)> + use<'a> {
        let has = self.session.board().capabilities();
        let only = |is_there: bool, table: &'a [_]| if is_there { table } else { &[] };
        [
            Server::COMMANDS,
            only(has.explanations.is_some(), Server::EXPLANATIONS),
            only(has.proofs.is_some(), Server::PROOFS),
            only(has.connections.is_some(), Server::CONNECTIONS),
        ]
        .into_iter()
        .flatten()
    }

    /// Whether there is a command of that name.
    pub(super) fn has_command(&self, name: &str) -> bool {
        names(self).iter().any(|known| known == name)
    }
}

/// Carries out a command.
pub(crate) fn run(server: &mut Server, command: &Command) -> Outcome {
    match server.commands().find(|(name, _)| *name == command.name) {
        Some((_, Say(run))) => answered(run(server, command)),
        Some((_, Act(run))) => run(server, command),
        None => match command.name.strip_prefix("param_") {
            Some(group) if server.groups().iter().any(|known| known == group) => {
                answered(server.parameter_group(group, command))
            }
            _ => Err(Failure::new(
                "unknown command",
                TextError::word(&command.name, "list_commands lists those that there are"),
            )),
        },
    }
}

/// Every command's name.
fn names(server: &Server) -> Vec<String> {
    let table = server.commands().map(|(name, _)| (*name).to_owned());
    let parameters = server.groups().into_iter().map(|group| format!("param_{group}"));
    table.chain(parameters).collect()
}

fn known_command(server: &mut Server, command: &Command) -> Answer {
    Ok(server.has_command(&command.arguments).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_the_documentation() {
        let page = include_str!("../../../../docs/protocols.md");
        let tables = [Server::COMMANDS, Server::EXPLANATIONS, Server::PROOFS, Server::CONNECTIONS];
        for (name, _) in tables.into_iter().flatten() {
            assert!(page.contains(&format!("`{name}")), "docs/protocols.md does not have {name}");
        }
    }
}
