//! Fair coins, mended until each colour has its right number of stones.
//!
//! Coins give Black about half of the cells; how many too many or too few differs from game to
//! game. The cells are then gone through in random order, and whatever colour a game has too much
//! of is turned over until it has not. The order is drawn once for all games of a batch: they
//! share it, but each alone sees coins and an order that prefer no cell to any other. So each has
//! every way of sharing out the cells with the same probability, exactly; what the games of a
//! batch lose is a little of their independence of each other.

use spinney_game::Rng;

use super::counter::Counter;
use super::dice::Dice;
use super::word::Word;

/// Gives `black_stones` of the `free` cells of every game to Black and the others to White, all
/// ways of doing so being equally likely. `free` is left in another order.
#[inline(always)]
pub(super) fn fill<const N: usize>(
    board: &mut [Word<N>],
    free: &mut [u16],
    black_stones: usize,
    dice: &mut Dice<N>,
    rng: &mut Rng,
) {
    let mut excess = Counter::new(-(black_stones as isize), free.len().max(1));
    let (pairs, last) = free.as_chunks::<2>();
    for &[a, b] in pairs {
        let (x, y) = (dice.flip(), dice.flip());
        board[usize::from(a)] = x;
        board[usize::from(b)] = y;
        excess.add_two(x, y);
    }
    if let &[cell] = last {
        let coins = dice.flip();
        board[usize::from(cell)] = coins;
        excess.add(coins);
    }

    let too_few = excess.negative();
    let mut wrong = excess.make_positive();
    for next in 0..free.len() {
        if wrong.is_zero() {
            return;
        }
        let pick = next + rng.below((free.len() - next) as u32) as usize;
        free.swap(next, pick);
        let stones = &mut board[usize::from(free[next])];
        let turned = (*stones ^ too_few) & wrong;
        *stones ^= turned;
        wrong = excess.take(turned);
    }
    debug_assert!(wrong.is_zero(), "there were enough stones to turn over");
}
