//! Which squares some steps depend on, and which steps may change what stands on some squares.
//!
//! A step is decided by the squares that it leaves and enters, by what stands beside them (who
//! freezes, who thaws, who is pushed) and, where a trap is among these, by the guards of the trap.
//! Nothing further away matters. So steps that are far enough from each other can be made in either
//! order, with the same effect.

use crate::goal::Steps;
use crate::squares::{Direction, Squares, TRAPS, beside};
use crate::turn::{STEPS, StepSet};

/// The squares that steps depend on which leave and enter only squares of `touched`.
fn context_of(touched: Squares) -> Squares {
    let near = touched | beside(touched);
    near | beside(near & TRAPS)
}

/// The squares that some steps depend on: on every board that looks the same there, they can be
/// made and do the same.
pub(crate) fn context(steps: Steps) -> Squares {
    debug_assert!(steps.as_slice().len() <= STEPS.into());
    context_of(steps.as_slice().iter().fold(0, |all, step| all | step.squares()))
}

/// The squares one of which is left or entered by any step that changes something on `area`. Who
/// leaves a trap unguarded changes what stands on it.
fn changers(area: Squares) -> Squares {
    area | beside(area & TRAPS)
}

/// The squares one of which is touched by any step that matters to a step that touches only
/// squares of `touched`, or that such a step matters to.
pub(crate) fn linked(touched: Squares) -> Squares {
    let changed = touched | beside(touched) & TRAPS;
    let traps = beside(changed) & TRAPS;
    changers(context_of(touched)) | changed | beside(changed) | traps | beside(traps)
}

/// The steps of a set that leave or enter one of some squares.
pub(crate) fn touching(steps: StepSet, squares: Squares) -> StepSet {
    between(steps, squares, squares)
}

/// The steps of a set by which a piece on one of `origins` enters one of `targets`.
pub(crate) fn entering(StepSet(mut sets): StepSet, targets: Squares, origins: Squares) -> StepSet {
    for (direction, set) in Direction::ALL.into_iter().zip(&mut sets) {
        *set &= origins & direction.opposite().shift(targets);
    }
    StepSet(sets)
}

/// The steps of a set that may change something on `area`.
pub(crate) fn changing(steps: StepSet, area: Squares) -> StepSet {
    between(steps, changers(area), area)
}

/// The steps of a set that leave one of `origins` or enter one of `targets`.
fn between(StepSet(mut sets): StepSet, origins: Squares, targets: Squares) -> StepSet {
    for (direction, set) in Direction::ALL.into_iter().zip(&mut sets) {
        *set &= origins | direction.opposite().shift(targets);
    }
    StepSet(sets)
}

/// The steps of a set with which a turn of so many more steps may begin that changes something on
/// `area`.
///
/// In such a turn some step changes the area. Others matter to that step, or to those that matter to
/// it, or it matters to them. Whatever is not linked with it that way can be made after all of these,
/// with the same board in the end. So no board is missed if turns begin with the steps of this set,
/// and go on with anything once they have changed the area.
pub(crate) fn relevant(steps: StepSet, area: Squares, left: u8) -> StepSet {
    if left <= 1 {
        return changing(steps, area);
    }
    let origins = changers(area);
    let mut touched = origins;
    for _ in 1..left {
        touched = origins | linked(touched | beside(touched));
    }
    touching(steps, touched)
}
