//! What pages say to the server.

use super::{parts, text};

/// A position, and in the other part messages at a table where a game starts from it, one a line.
pub(super) fn messages(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let parts = parts(text);
    let [position, messages] = &parts[..] else { return false };
    spinney_web::fuzzing::messages(position, messages.lines())
}
