//! Records played through on a board.

use spinney_game::record::{Node, NodeId, Record, RecordedMove, Setup};
use spinney_game::{Actor, Game, TextError, player_named};

use crate::{Goal, PositionOf};

/// The positions of a record's main line, one for every node: after the setup of the root, and
/// after every further node.
pub(crate) fn replay<G: Goal>(record: &Record) -> Result<Vec<PositionOf<G>>, TextError> {
    replay_line(record, &record.tree.main_line().collect::<Vec<_>>())
}

/// The positions along a line of a record, such as [`Tree::line_to`] gives it.
///
/// [`Tree::line_to`]: spinney_game::record::Tree::line_to
pub(crate) fn replay_line<G: Goal>(
    record: &Record,
    line: &[NodeId],
) -> Result<Vec<PositionOf<G>>, TextError> {
    let mut position = start(record)?;
    let mut moves = 0;
    let mut positions = Vec::with_capacity(line.len());
    for &id in line {
        let node = &record.tree[id];
        moves += usize::from(node.played.is_some());
        apply(&mut position, node).map_err(|e| e.within(name(moves, node)))?;
        positions.push(position.clone());
    }
    Ok(positions)
}

/// Replays every line of a record. `place` says where a node is for the reader of an error.
pub(super) fn check<G: Goal>(
    record: &Record,
    place: impl Fn(NodeId, TextError) -> TextError,
) -> Result<(), TextError> {
    // The positions on the way to the present node, with the number of moves made.
    let mut line = vec![(start::<G>(record)?, 0)];
    for id in record.tree.preorder() {
        let node = &record.tree[id];
        line.truncate(record.tree.depth(id) + 1);
        let (mut position, mut moves) = line[line.len() - 1].clone();
        moves += usize::from(node.played.is_some());
        apply(&mut position, node).map_err(|e| place(id, e.within(name(moves, node))))?;
        line.push((position, moves));
    }
    Ok(())
}

fn start<G: Goal>(record: &Record) -> Result<PositionOf<G>, TextError> {
    PositionOf::from_text(&record.start).map_err(|e| e.within("the start of the record"))
}

/// What people would call a node: by its move, or by the move before.
fn name(moves: usize, node: &Node) -> String {
    match &node.played {
        Some(_) => format!("move {moves}"),
        None => format!("setup after move {moves}"),
    }
}

/// Does what a node says.
pub(super) fn apply<G: Goal>(position: &mut PositionOf<G>, node: &Node) -> Result<(), TextError> {
    if !node.setup.is_empty() {
        set_up(position, &node.setup)?;
    }
    node.played.as_ref().map_or(Ok(()), |played| play(position, played))
}

fn play<G: Goal>(position: &mut PositionOf<G>, played: &RecordedMove) -> Result<(), TextError> {
    let player = player_named(position, &played.side)?;
    match played.text.as_str() {
        "resign" | "forfeit" => Ok(()),
        "pass" => {
            if position.hand_turn_to(player.opponent()) {
                Ok(())
            } else {
                Err(TextError::word("pass", "the game is over"))
            }
        }
        text => {
            if position.actor() != Actor::Player(player) {
                position.hand_turn_to(player);
            }
            let action = position.parse_move(text)?;
            position.play(action);
            Ok(())
        }
    }
}

/// Changes stones and turn. The position is built anew: stones can be taken off, and groups
/// cannot be taken apart.
pub(super) fn set_up<G: Goal>(
    position: &mut PositionOf<G>,
    changes: &[Setup],
) -> Result<(), TextError> {
    let mut placement = position.placement();
    placement.set_up(position.topology(), changes)?;
    *position = PositionOf::placed(position.board().clone(), &placement)?;
    Ok(())
}
