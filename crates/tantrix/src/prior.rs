//! First-sight judgement of moves: what lines come to after each.

use spinney_game::Prior;

use crate::cell::Action;
use crate::outlook::Outlook;
use crate::position::Position;
use crate::table::Table;

/// Judges a move by the outlook right after it, compared with the other moves.
#[derive(Clone)]
pub struct OutlookPrior {
    outlook: Outlook,
    scratch: Box<Table>,
}

impl OutlookPrior {
    /// By that outlook.
    pub fn new(outlook: &Outlook) -> OutlookPrior {
        OutlookPrior { outlook: outlook.clone(), scratch: Box::new(Table::new(2)) }
    }
}

impl Prior<Position> for OutlookPrior {
    fn judge(&mut self, position: &Position, moves: &[Action], out: &mut [f32]) {
        let seat = usize::from(position.table().turn);
        for (m, out) in moves.iter().zip(&mut *out) {
            if let Action::Place(placement) = m {
                (*self.scratch).clone_from(position.table());
                self.scratch.lay(*placement, !position.must_fill());
                *out = self.outlook.leads_at(&self.scratch, position.rules())[seat];
            }
        }
        // Compared with the average, so that about half the moves look better than even.
        let mean = out.iter().sum::<f32>() / out.len().max(1) as f32;
        for out in out {
            *out = self.outlook.chance_of(*out - mean, position.table());
        }
    }
}
