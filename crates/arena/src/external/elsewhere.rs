//! Where programs cannot be ended with all that they have started, none is started.

use spinney_game::TextError;

use crate::entrant::External;
use crate::player::Player;

/// Says why a foreign program cannot play here.
pub fn open(external: &External) -> Result<Box<dyn Player>, TextError> {
    Err(TextError::word(&external.command, "foreign programs can take part on Unix only"))
}

/// There are none.
pub fn end_programs() {}
