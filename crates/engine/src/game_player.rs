//! The player of any game: a preset's settings, what the game knows, and a searcher that thinks.

use std::borrow::Cow;
use std::sync::Arc;

use spinney_book::Book;
use spinney_game::{Actor, Game, Played, Player as Seat, Rng, TextError};
use spinney_search::{
    Budget, Candidate as Choice, Limits, Report as Findings, Searcher, Stop, TimeSettings,
    WithSolver, mcts,
};

use crate::advice::{self, Advice};
use crate::board::Board;
use crate::line::Line;
use crate::player::Player;
use crate::plugin::GamePlugin;
use crate::preset::Preset;
use crate::report::{Candidate, EngineError, Parameter, Report};
use crate::settings::{PlaySettings, SOLVER_PART};

/// The longest line of best play that a report shows.
const LONGEST_LINE: usize = 24;

/// Plays a game by its plug-in.
pub(crate) struct GamePlayer<P: GamePlugin> {
    preset: Preset,
    play: PlaySettings,
    plugin: P,
    book: Option<Arc<Book>>,
    searcher: Box<dyn Searcher<P::Game>>,
    time: TimeSettings,
    /// The boards of the game as the searcher was last shown it, the first one being that for which
    /// it was made: playouts and trees are made for one board.
    shown: Vec<Board>,
}

impl<P: GamePlugin> GamePlayer<P> {
    /// A player for games that start from a position, or why there is no room for it.
    pub(crate) fn new(preset: Preset, start: &Board) -> Result<GamePlayer<P>, EngineError> {
        let searcher = searcher::<P>(&preset, position(&preset, start)?)?;
        let (play, time) = (preset.settings("play"), preset.settings("time"));
        let (plugin, shown) = (P::new(&preset), vec![start.clone()]);
        let book = advice::book(&play)?;
        Ok(GamePlayer { preset, play, time, plugin, book, searcher, shown })
    }

    /// Tells the searcher what was played since it was last shown the game.
    fn follow(&mut self, line: &Line) -> Result<(), EngineError> {
        if self.shown.first() != Some(line.start()) {
            self.searcher = searcher::<P>(&self.preset, position(&self.preset, line.start())?)?;
            self.shown = vec![line.start().clone()];
        }
        let boards = || line.steps().iter().map(|(before, _)| before).chain([line.board()]);
        let known = boards().zip(&self.shown).take_while(|(board, shown)| board == shown).count();
        for (before, played) in line.steps().iter().skip(known.saturating_sub(1)) {
            let Played { player, text, .. } = played;
            let before: &P::Game = position(&self.preset, before)?;
            // A move out of turn leads where no tree goes.
            if before.actor().player() == *player
                && let Ok(m) = before.parse_move(text)
            {
                self.searcher.played(before, m);
            }
        }
        self.shown.truncate(known);
        self.shown.extend(boards().skip(known).cloned());
        Ok(())
    }
}

/// A board's position, if it is of the game that a preset plays.
fn position<'b, G: Game>(preset: &Preset, board: &'b Board) -> Result<&'b G, EngineError> {
    let game = preset.game().name;
    board.position().filter(|_| board.game() == game).ok_or_else(|| {
        let problem = format!("is of {}, and {game} is being played", board.game());
        TextError::at("position", problem).into()
    })
}

impl<P: GamePlugin> Player for GamePlayer<P> {
    fn preset(&self) -> &str {
        self.preset.name()
    }

    fn default_limits(&self) -> Limits {
        self.play.limits()
    }

    fn budget(&self, limits: &Limits) -> Budget {
        self.time.budget(limits)
    }

    fn plans_turns(&self) -> bool {
        self.searcher.plans_turns()
    }

    fn think(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        let position: &P::Game = position(&self.preset, line.board())?;
        let player = match position.actor() {
            Actor::Player(player) => player,
            Actor::Nobody => return Err(EngineError::GameOver),
            Actor::Chance => return Err(TextError::at("position", "chance is to act").into()),
        };
        self.follow(line)?;
        let GamePlayer { searcher, play, time, preset, plugin, book, .. } = self;
        let seed = preset.settings::<mcts::Settings>("search").resources.seed;
        let advice = Advice::at(position, play, plugin, book.as_deref(), seed);
        let budget = advice.budget(limits, time.budget(limits));
        let text = |known: &Findings<_>| {
            let mut known = Cow::Borrowed(known);
            // A searcher need not have looked at it.
            let is_unknown = |m: &_| known.candidates.iter().all(|c| c.played != *m);
            if let Some(m) = advice.played.filter(is_unknown) {
                known.to_mut().candidates.push(Choice::untried(m));
            }
            let mut report = report(position, player, play, &known);
            advice.tell(&mut report, |m| position.move_text(m));
            report
        };
        let mut report =
            text(&searcher.think(position, &budget, stop, &mut |known| listener(&text(known))));
        if play.blunder_rate > 0.0 {
            report.blunder(play.blunder_rate, &mut Rng::new(seed, position.hash()));
        }
        Ok(report)
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.preset.parameters()
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let mut preset = self.preset.clone();
        preset.set(name, value)?;
        // Other settings of these tables are about its time, and what is done with what the searcher says.
        let is_of_searcher = |name: &str| name == "play.player" || name.starts_with("play.solver-");
        let is_of_player = name.starts_with("play.") || name.starts_with("time.");
        // Before anything is changed: there may be no such file.
        let book = match name == "play.book" {
            true => advice::book(&preset.settings("play"))?,
            false => self.book.clone(),
        };
        if is_of_searcher(name) || !is_of_player {
            self.searcher = searcher::<P>(&preset, position(&preset, &self.shown[0])?)?;
            self.plugin = P::new(&preset);
            self.shown.truncate(1);
        }
        (self.play, self.time) = (preset.settings("play"), preset.settings("time"));
        (self.preset, self.book) = (preset, book);
        Ok(())
    }

    fn clear(&mut self) {
        self.searcher.forget();
        self.shown.truncate(1);
    }
}

/// What the preset's player thinks with, at a position of its board.
pub(crate) fn searcher<P: GamePlugin>(
    preset: &Preset,
    position: &P::Game,
) -> Result<Box<dyn Searcher<P::Game>>, EngineError> {
    let play: PlaySettings = preset.settings("play");
    let memory = preset.settings::<mcts::Settings>("search").resources.memory;
    let with_prover = |solver, setting| {
        let none = || {
            let problem = format!("{} has no solver that could help a search", preset.game().title);
            TextError::at(setting, problem)
        };
        P::new(preset).solver_prover(position).map(|prover| (solver, prover)).ok_or_else(none)
    };
    let before = play.solver_before(memory);
    let before = before.map(|solver| with_prover(solver, "play.solver-share")).transpose()?;
    let tree_part = if before.is_some() { 1.0 - SOLVER_PART } else { 1.0 };
    let searcher = P::searcher(play.player, preset, position, memory * tree_part)?;
    let beside = play.solver_beside();
    let beside = beside.map(|solver| with_prover(solver, "play.solver-threads")).transpose()?;
    Ok(match (beside, before) {
        (Some((solver, prover)), _) => Box::new(WithSolver::beside(searcher, prover, solver)),
        (_, Some((solver, prover))) => {
            Box::new(WithSolver::before(searcher, prover, solver, play.solver_share))
        }
        (None, None) => searcher,
    })
}

/// What a search knows, in text.
fn report<G: Game>(
    position: &G,
    player: Seat,
    play: &PlaySettings,
    known: &Findings<G::Move>,
) -> Report {
    let winner = known.proven_winner();
    let visits: u64 = known.candidates.iter().map(|candidate| candidate.visits).sum();
    let hopeless = visits >= play.resign_visits && known.win_rate < play.resign_below;
    Report {
        side: position.side_name(player),
        candidates: known.candidates.iter().map(|c| candidate(position, player, c)).collect(),
        resign: play.resign_below > 0.0 && winner.map_or(hopeless, |winner| winner != player),
        win_rate: known.win_rate,
        proven_winner: winner.map(|winner| position.side_name(winner)),
        playouts: known.playouts,
        simulations: known.simulations,
        nodes: known.nodes,
        memory: known.memory,
        memory_cap: known.memory_cap,
        depth: known.depth,
        elapsed: known.elapsed,
        from_book: false,
    }
}

fn candidate<G: Game>(position: &G, player: Seat, known: &Choice<G::Move>) -> Candidate {
    // A move's text depends on where it is played.
    let mut at = position.clone();
    let mut line = Vec::new();
    for &m in known.line.iter().take(LONGEST_LINE) {
        line.push(at.move_text(m));
        at.play(m);
    }
    Candidate {
        text: position.move_text(known.played),
        visits: known.visits,
        win_rate: known.win_rate,
        amaf: known.amaf,
        prior: known.prior,
        proven: known.proof.and_then(|proof| proof.wins_for(player)),
        book: None,
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::open;
    use crate::session::Session;

    fn session(preset: &str, position: &str) -> Session {
        open(preset, Some(position), &[]).unwrap()
    }

    fn think(session: &mut Session, playouts: u64) -> Report {
        session.think(&Limits::playouts(playouts), &Stop::new(), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_last_counters_are_taken_right() {
        // Leaving a multiple of four wins.
        for (position, best) in [("countdown 9", "1"), ("countdown 10", "2"), ("countdown 7", "3")]
        {
            let report = think(&mut session("countdown/best", position), 2_000);
            assert_eq!(report.best().unwrap().text, best, "{position}");
            assert_eq!(report.side, "first");
        }
    }

    #[test]
    fn three_players_and_dice_play_through_a_session() {
        for position in ["countdown 21 players 3", "countdown 21 players 4 dice"] {
            for preset in ["countdown/best", "countdown/random"] {
                let mut session = session(preset, position);
                let mut rng = Rng::new(1, 0);
                while session.board().outcome().is_none() {
                    let m = match session.board().to_move() {
                        Some(_) => think(&mut session, 100).best().unwrap().text.clone(),
                        None => {
                            session.line.roll(&mut rng).unwrap();
                            continue;
                        }
                    };
                    session.line.play(None, &m).unwrap();
                    if session.board().to_move().is_some() {
                        assert!(session.line.roll(&mut rng).is_err(), "a player is to move");
                    }
                }
                assert_eq!(session.board().outcome().unwrap().rewards.iter().sum::<f32>(), 1.0);
                let over = session.think(&Limits::playouts(1), &Stop::new(), &mut |_| {});
                assert_eq!(over, Err(EngineError::GameOver));
                let as_first =
                    session.think_as("first", &Limits::playouts(1), &Stop::new(), &mut |_| {});
                assert_eq!(as_first, Err(EngineError::GameOver));
            }
        }
    }

    #[test]
    fn chance_is_not_thought_for() {
        let mut session = session("countdown/best", "countdown 21 dice");
        session.line.play(None, "1").unwrap();
        assert_eq!(session.board().to_move(), None);
        assert!(session.think(&Limits::playouts(1), &Stop::new(), &mut |_| {}).is_err());
    }

    #[test]
    fn a_side_out_of_turn_is_thought_for_on_a_copy() {
        let mut session = session("countdown/best", "countdown 7");
        let report =
            session.think_as("second", &Limits::playouts(500), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!((report.side, report.best().unwrap().text.as_str()), ("second", "3"));
        assert_eq!(session.board().to_move(), Some("first"));
        assert!(session.think_as("third", &Limits::default(), &Stop::new(), &mut |_| {}).is_err());
    }

    #[test]
    fn a_hopeless_player_resigns_only_when_told_to() {
        // Four counters: whoever moves has lost.
        let mut session = session("countdown/best", "countdown 4");
        assert!(!think(&mut session, 500).resign);
        session.player.set_parameter("play.resign-below", "0.1").unwrap();
        let report = think(&mut session, 500);
        assert_eq!(report.proven_winner, Some("second"));
        assert!(report.resign);
        session.set_position("countdown 5").unwrap();
        assert!(!think(&mut session, 500).resign);
    }

    #[test]
    fn a_fixed_move_for_a_position_is_played_there_and_nowhere_else() {
        let mut session = session("countdown/best", "countdown 9");
        // Taking one wins; two is what is fixed.
        session.player.set_parameter("play.openings", "[\"countdown 9: 2\"]").unwrap();
        let report = think(&mut session, 500);
        assert_eq!(report.best().unwrap().text, "2");
        assert_eq!(report.candidates.len(), 3);
        session.set_position("countdown 10").unwrap();
        assert_eq!(think(&mut session, 500).best().unwrap().text, "2", "found by search");
        session.set_position("countdown 7").unwrap();
        assert_eq!(think(&mut session, 500).best().unwrap().text, "3");
        assert!(session.player.set_parameter("play.openings", "[\"nonsense\"]").is_err());
    }

    #[test]
    fn an_error_changes_nothing() {
        let mut session = session("countdown/best", "countdown 21");
        session.line.play(Some("first"), "2").unwrap();
        let before = (session.board().text(), session.line.clone(), session.player.parameters());
        assert!(session.line.play(None, "9").is_err());
        assert!(session.line.play(Some("nobody"), "1").is_err());
        assert!(session.set_position("countdown x").is_err());
        assert!(session.set_position("hex 5x5").is_err());
        assert!(session.player.set_parameter("search.exploration", "much").is_err());
        assert!(session.player.set_parameter("search.threads", "0").is_err());
        assert!(session.player.set_parameter("search.wisdom", "1").is_err());
        assert!(session.player.set_parameter("play.move-time", "0.0.0").is_err());
        assert_eq!(
            before,
            (session.board().text(), session.line.clone(), session.player.parameters())
        );
        session.line.undo().unwrap();
        assert_eq!(session.line.undo(), Err(EngineError::NothingToUndo));
    }
}
