//! An answer that somebody waits for.

use std::sync::{Arc, Mutex, PoisonError};

/// An answer that somebody waits for: whoever has one first gives it, and all others keep theirs.
pub(crate) struct Reply<T>(Arc<Mutex<Option<Receiver<T>>>>);

type Receiver<T> = Box<dyn FnOnce(T) + Send>;

impl<T> Reply<T> {
    /// The answer goes to this one.
    pub(crate) fn new(receiver: impl FnOnce(T) + Send + 'static) -> Reply<T> {
        Reply(Arc::new(Mutex::new(Some(Box::new(receiver)))))
    }

    /// Gives the answer, if nobody has.
    pub(crate) fn give(&self, answer: T) {
        let receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(receiver) = receiver {
            receiver(answer);
        }
    }

    /// Whether the answer is still waited for.
    pub(crate) fn is_due(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

impl<T> Clone for Reply<T> {
    fn clone(&self) -> Reply<T> {
        Reply(Arc::clone(&self.0))
    }
}
