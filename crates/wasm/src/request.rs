//! What may be asked.

use serde::Deserialize;
use serde_json::Value;

/// A question for the engine.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Which version of the program this is, and which games and presets it has.
    Version,
    /// Begins a search, in place of any other.
    Search {
        /// Who searches: `hex/best`; the game's first preset where nothing is said.
        preset: Option<String>,
        /// Where the game starts: `hex 11x11`.
        position: String,
        /// The moves from there, chance's among them.
        #[serde(default)]
        moves: Vec<String>,
        /// At most so many playouts.
        playouts: Option<u64>,
        /// At most so many seconds.
        seconds: Option<f64>,
        /// Of all random choices.
        seed: Option<u64>,
        /// MiB that the player takes at most: 32 where nothing is said, and never more than 64.
        memory: Option<u32>,
        /// Whether other moves than the best are to be valued as well.
        #[serde(default)]
        comparing: bool,
    },
    /// Goes on with the search for about so long, and tells what is known.
    Poll {
        /// How long.
        seconds: f64,
    },
    /// What is known of a position without search.
    Explain {
        /// Where the game starts.
        position: String,
        /// The moves from there.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The signature of a preset, as `signatures.txt` has it.
    Signature {
        /// Which one.
        preset: String,
    },
    /// A wish of the page's table.
    Page {
        /// The wish.
        of: Value,
    },
}
