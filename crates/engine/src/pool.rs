//! Players that are kept with what they remember, for front doors that serve many games at once
//! within one amount of memory.

use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::player::Player;

/// A tree of a few MiB is small but still thinks well.
const LEAST: u64 = 4;
/// Where there is much memory, a player has that many MiB rather than others being kept.
const AMPLE: u64 = 64;
/// No more players are kept.
const MOST_IDLE: u64 = 64;

/// Players that may be needed again, by what they are for; the least recently used goes first.
pub struct PlayerPool<K> {
    idle: Mutex<Vec<(K, Box<dyn Player>)>>,
    at_work: usize,
    most_idle: usize,
    /// Players that were given up and not let go yet: they have taken the memory of idle ones.
    lost: AtomicIsize,
    share: u64,
}

impl<K: PartialEq> PlayerPool<K> {
    /// At most `at_work` players think at once, fewer where there is too little memory for as many,
    /// and all of them together take `memory` MiB.
    pub fn new(at_work: usize, memory: u64) -> PlayerPool<K> {
        // One more is kept for later, at least.
        let at_work = at_work.clamp(1, (memory / LEAST).saturating_sub(1).max(1) as usize);
        let most_idle =
            (memory / AMPLE).saturating_sub(at_work as u64).clamp(1, MOST_IDLE) as usize;
        let share = (memory / (at_work + most_idle) as u64).max(1);
        PlayerPool { idle: Mutex::default(), at_work, most_idle, lost: AtomicIsize::new(0), share }
    }

    /// How many may think at once.
    pub fn at_work(&self) -> usize {
        self.at_work
    }

    /// MiB for each player.
    pub fn share(&self) -> u64 {
        self.share
    }

    /// The player of that key, if it is kept.
    pub fn take(&self, key: &K) -> Option<Box<dyn Player>> {
        let mut idle = self.idle();
        let at = idle.iter().position(|(known, _)| known == key)?;
        Some(idle.remove(at).1)
    }

    /// Keeps a player until it is needed again, or its room is.
    pub fn give_back(&self, key: K, player: Box<dyn Player>) {
        let mut idle = self.idle();
        idle.push((key, player));
        let lost = self.lost.load(Relaxed).max(0) as usize;
        let most = self.most_idle.saturating_sub(lost);
        let too_many = idle.len().saturating_sub(most);
        let dropped: Vec<_> = idle.drain(..too_many).collect();
        // Trees are large, and others wait for the lock.
        drop(idle);
        drop(dropped);
    }

    /// One that is at work is given up; it will be let go, should it come back.
    pub fn give_up(&self) {
        self.lost.fetch_add(1, Relaxed);
    }

    /// What was given up has come back, and is not used again.
    pub fn let_go<T>(&self, given_up: T) {
        drop(given_up);
        self.lost.fetch_sub(1, Relaxed);
    }

    /// Drops the players of those keys.
    pub fn forget(&self, of: impl Fn(&K) -> bool) {
        let mut idle = self.idle();
        let (gone, kept): (Vec<_>, Vec<_>) = idle.drain(..).partition(|(key, _)| of(key));
        *idle = kept;
        drop(idle);
        drop(gone);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(K, Box<dyn Player>)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> Box<dyn Player> {
        crate::open("hex/uct", Some("hex 3x3"), &[]).unwrap().player
    }

    #[test]
    fn memory_is_shared_by_all_who_may_exist_at_once() {
        for (at_work, memory) in [(1, 16), (2, 64), (4, 1024), (16, 8), (3, 1_000_000)] {
            let pool = PlayerPool::<u8>::new(at_work, memory);
            assert!((1..=at_work).contains(&pool.at_work()));
            assert!(pool.share() * (pool.at_work() + pool.most_idle) as u64 <= memory);
        }
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let pool = PlayerPool::new(1, 192);
        assert_eq!(pool.most_idle, 2);
        for key in 0..3 {
            pool.give_back(key, player());
        }
        assert!(pool.take(&0).is_none());
        let kept = pool.take(&1).unwrap();
        pool.give_back(1, kept);
        pool.give_back(3, player());
        assert!(pool.take(&2).is_none() && pool.take(&1).is_some());
        pool.forget(|key| *key == 3);
        assert!(pool.take(&3).is_none());
    }

    #[test]
    fn what_is_lost_takes_the_room_of_what_is_kept() {
        let pool = PlayerPool::new(1, 192);
        pool.give_up();
        pool.give_back(1, player());
        pool.give_back(2, player());
        assert!(pool.take(&1).is_none() && pool.take(&2).is_some());
        pool.let_go(player());
        pool.give_back(1, player());
        pool.give_back(2, player());
        assert!(pool.take(&1).is_some());
    }
}
