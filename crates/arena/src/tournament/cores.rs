//! The cores that players share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A number of cores, some of them in use.
pub(super) struct Cores {
    free: Mutex<u32>,
    freed: Condvar,
}

/// Some cores in use, until this is dropped.
pub(super) struct Held<'a> {
    cores: &'a Cores,
    number: u32,
}

impl Cores {
    pub(super) fn new(number: u32) -> Cores {
        Cores { free: Mutex::new(number), freed: Condvar::new() }
    }

    /// Waits until so many cores are free and takes them. There must be so many.
    pub(super) fn hold(&self, number: u32) -> Held<'_> {
        let mut free = self.free();
        while *free < number {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= number;
        Held { cores: self, number }
    }

    fn free(&self) -> MutexGuard<'_, u32> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        *self.cores.free() += self.number;
        self.cores.freed.notify_all();
    }
}
