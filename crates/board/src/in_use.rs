//! Things that are costly to build and shared by all who use them at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Values by key, each kept as long as somebody uses it.
pub struct InUse<K, V>(Mutex<Option<HashMap<K, Weak<V>>>>);

impl<K: Eq + Hash, V> InUse<K, V> {
    /// Nothing yet.
    pub const fn new() -> InUse<K, V> {
        InUse(Mutex::new(None))
    }

    /// The value of a key, built if nobody has it.
    pub fn get(&self, key: K, build: impl FnOnce() -> V) -> Arc<V> {
        // The map is never left half changed, so a panic elsewhere does not spoil it.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some(value) = known.get(&key).and_then(Weak::upgrade) {
            return value;
        }
        let value = Arc::new(build());
        known.insert(key, Arc::downgrade(&value));
        value
    }
}

impl<K: Eq + Hash, V> Default for InUse<K, V> {
    fn default() -> Self {
        InUse::new()
    }
}
