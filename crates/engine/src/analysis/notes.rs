//! An analysis as notes in the record itself.

use spinney_game::record::{NodeId, Record};

use super::MoveAnalysis;
use crate::board::Board;
use crate::records::boards;
use crate::report::EngineError;

/// Writes an analysis into its record: what each turn was worth as a comment on its last move, and
/// what would have been better as a variation, where a format has them. Comments that are there
/// already stay.
pub fn annotate(record: &mut Record, judged: &[MoveAnalysis]) -> Result<(), EngineError> {
    let positions = boards(record)?;
    let line: Vec<NodeId> = record.tree.main_line().collect();
    let with_move = |&i: &usize| record.tree[line[i]].played.is_some();
    let moves: Vec<usize> = (0..line.len()).filter(with_move).collect();
    for judged in judged {
        let first = judged.first_move - 1;
        let last = (first + judged.moves).saturating_sub(1);
        let (Some(&first), Some(&last)) = (moves.get(first), moves.get(last)) else { continue };
        say(record, line[last], &verdict(judged));
        if first > 0 && judged.best != judged.played {
            add_variation(record, line[first - 1], &positions[first - 1], judged)?;
        }
    }
    Ok(())
}

fn verdict(judged: &MoveAnalysis) -> String {
    let percent = |rate: f32| format!("{:.1}%", 100.0 * rate);
    let played = format!("{} {}", judged.side, percent(judged.win_rate_played));
    if judged.best == judged.played {
        return played;
    }
    let (best, rate) = (&judged.best, percent(judged.win_rate_best));
    format!("{played}, loss {}; best {best} {rate}", percent(judged.loss))
}

/// Adds the play that the engine expected, as far as it is legal without luck.
fn add_variation(
    record: &mut Record,
    before: NodeId,
    board: &Board,
    judged: &MoveAnalysis,
) -> Result<(), EngineError> {
    let mut at = before;
    let mut board = board.handed_to(judged.side)?;
    for (i, text) in judged.best_line.iter().enumerate() {
        let Ok((played, next)) = board.play(None, text) else { break };
        let too_large = |error| spinney_game::TextError::at("the record", error);
        at = record.play(at, played.side, &played.text).map_err(too_large)?;
        board = next;
        if i == 0 && at != before && record.tree[at].comment.is_empty() {
            let rate = 100.0 * judged.win_rate_best;
            record.tree[at].comment = format!("{} {rate:.1}%", judged.side);
        }
    }
    Ok(())
}

fn say(record: &mut Record, at: NodeId, text: &str) {
    let comment = &mut record.tree[at].comment;
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}
