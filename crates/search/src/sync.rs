//! The atomics and locks of the tree, and zeroed memory for them: the standard library's, except in
//! the tests of the model (see `mcts::model`), where a scheduler takes their place that decides
//! before each access which thread goes on.

#[cfg(not(all(test, feature = "shuttle")))]
mod real {
    pub use std::sync::{Condvar, Mutex, MutexGuard, atomic};

    pub use bytemuck::{try_zeroed_slice_box, zeroed_slice_box};
}

#[cfg(all(test, feature = "shuttle"))]
mod model {
    pub use shuttle::sync::{Condvar, Mutex, MutexGuard, atomic};

    pub fn zeroed_slice_box<T: Default>(length: usize) -> Box<[T]> {
        (0..length).map(|_| T::default()).collect()
    }

    pub fn try_zeroed_slice_box<T: Default>(length: usize) -> Result<Box<[T]>, ()> {
        Ok(zeroed_slice_box(length))
    }
}

#[cfg(all(test, feature = "shuttle"))]
pub use model::*;
#[cfg(not(all(test, feature = "shuttle")))]
pub use real::*;
