//! One position to be judged, and what came of it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spinney_engine::proof::{self, ProofSettings};
use spinney_engine::{Board, EngineError, Limits, Resources, Stop, TextError, open_preset};

use crate::entrant::{Entrant, Program};
use crate::job::{Bounds, Job};
use crate::machine::Origin;
use crate::queue::Task;
use crate::{own, referee, tournament};

/// One position to be judged. It depends on nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    /// The position's text.
    pub position: String,
    /// Who judges it where nothing is proven.
    pub judge: Judge,
    /// Positions that a solver may look at first; 0 for none.
    pub solver_nodes: u64,
    /// Where all dice come from.
    pub seed: u64,
}

/// Who judges a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Judge {
    /// Nobody but the solver.
    Solver,
    /// One search from it.
    Search(Entrant),
    /// Games that a player plays against itself.
    SelfPlay {
        /// Who.
        player: Entrant,
        /// How many.
        games: u32,
    },
}

/// What is known of a position by one evaluation, as whoever is to move sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Games that were played from it.
    pub games: u32,
    /// What whoever moves first there got in all of them.
    pub points: f64,
    /// Playouts of a search.
    pub visits: u64,
    /// The search's chance to win.
    pub win_rate: Option<f64>,
    /// Whether whoever moves wins, if that is proven.
    pub proven: Option<bool>,
    /// The moves that a search has looked at, those that it likes most first.
    pub moves: Vec<String>,
}

impl Task for Evaluation {
    fn id(&self) -> String {
        let text = serde_json::to_vec(self).expect("an evaluation is words and numbers");
        Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Judges a position.
pub fn evaluate(evaluation: &Evaluation) -> Result<Judgement, EngineError> {
    let board = Board::from_text(&evaluation.position)?;
    if let Some(outcome) = board.outcome() {
        let problem = format!("the game is over: {}", outcome.winner.unwrap_or("drawn"));
        return Err(TextError::at("position", problem).into());
    }
    let proven = match evaluation.solver_nodes {
        0 => None,
        nodes => proven(&board, nodes)?,
    };
    if proven.is_some() {
        return Ok(Judgement { proven, ..Judgement::default() });
    }
    match &evaluation.judge {
        Judge::Solver => Ok(Judgement::default()),
        Judge::Search(player) => searched(&board, player, evaluation.seed),
        Judge::SelfPlay { player, games } => played(&board, player, *games, evaluation.seed),
    }
}

fn proven(board: &Board, nodes: u64) -> Result<Option<bool>, EngineError> {
    let text = board.text();
    let mut prover = proof::prover(&text, &ProofSettings::default())?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let known = prover.solve(&text, &limits, &Stop::new(), &mut |_| {})?;
    Ok(known.winner.map(|winner| Some(winner) == board.to_move()))
}

fn searched(board: &Board, player: &Entrant, seed: u64) -> Result<Judgement, EngineError> {
    let Program::Preset { name, text, set } = &player.program else {
        return Err(TextError::at("judge", "a foreign program cannot judge").into());
    };
    let preset = own::preset(name, text.as_deref(), set)?;
    let resources = Resources { threads: Some(1), seed: Some(seed >> 11), memory: None };
    let preset = preset.prepared(&[], &resources)?;
    let mut session = open_preset(preset, Some(&board.text()))?;
    let limits = Limits { playouts: player.control.playouts, ..Limits::default() };
    let report = session.think(&limits, &Stop::new(), &mut |_| {})?;
    Ok(Judgement {
        visits: report.playouts,
        win_rate: Some(f64::from(report.win_rate)),
        proven: report.proven_winner.map(|winner| Some(winner) == board.to_move()),
        moves: report.candidates.into_iter().map(|candidate| candidate.text).collect(),
        ..Judgement::default()
    })
}

fn played(
    board: &Board,
    player: &Entrant,
    games: u32,
    seed: u64,
) -> Result<Judgement, EngineError> {
    let seat = board.seat_to_move().ok_or(EngineError::GameOver)?;
    let mut judgement = Judgement::default();
    for number in 0..games {
        let job = Job {
            event: "book".to_owned(),
            round: 0,
            pair: number,
            game: board.game().to_owned(),
            position: board.text(),
            opening: Vec::new(),
            seats: vec![player.clone(); board.sides().len()],
            bounds: Bounds::default(),
            seed: seed.wrapping_add(u64::from(number)),
        };
        let players = job.seats.iter().map(tournament::seat);
        let mut players = players.collect::<Result<Vec<_>, _>>()?;
        let game = referee::play(&job, &mut players, &Origin::default())?;
        if let Some(fault) = &game.fault {
            return Err(TextError::at("judge", &fault.problem).into());
        }
        judgement.games += 1;
        judgement.points += game.rewards.get(seat).copied().unwrap_or_default();
    }
    Ok(judgement)
}
