//! What is answered.

use std::fmt::Display;

use serde::Serialize;
use spinney_engine::Report;
use utoipa::ToSchema;

/// One line of output.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer<'a> {
    /// What is known of a turn at the end of its search: the one answer to it.
    Report {
        /// The query's.
        id: &'a str,
        /// How many entries of its moves were played before the position.
        turn: usize,
        /// The position.
        position: &'a str,
        /// What is known.
        report: &'a Report,
    },
    /// What is known of a turn so far.
    Partial {
        /// The query's.
        id: &'a str,
        /// How many entries of its moves were played before the position.
        turn: usize,
        /// The position.
        position: &'a str,
        /// What is known.
        report: &'a Report,
    },
    /// A turn was cancelled: the one answer to it.
    Cancelled {
        /// The query's.
        id: &'a str,
        /// How many entries of its moves were played before the position.
        turn: usize,
        /// What was known then, if its search had begun.
        #[serde(skip_serializing_if = "Option::is_none")]
        report: Option<&'a Report>,
    },
    /// An action was carried out.
    Done {
        /// The action's.
        id: &'a str,
        /// The program's, if that was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<&'a str>,
        /// How many turns are cancelled.
        #[serde(skip_serializing_if = "Option::is_none")]
        cancelled: Option<usize>,
    },
    /// Something is wrong with a line; nothing of it is done. With a turn: that one cannot be thought
    /// about, and others of the query can.
    Error {
        /// Whose line it was, where that can be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a str>,
        /// Which turn of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<usize>,
        /// Which line of the input it was; the first one is 1.
        line: u64,
        /// What is wrong.
        error: String,
    },
}

impl<'a> Answer<'a> {
    /// Nothing of a line is done.
    pub(super) fn error(line: u64, id: Option<&'a str>, error: impl Display) -> Answer<'a> {
        Answer::Error { id, turn: None, line, error: error.to_string() }
    }
}

/// What is wrong with a request, and whose it is.
pub(super) struct Failure {
    pub(super) id: Option<String>,
    pub(super) problem: String,
}

impl Failure {
    pub(super) fn new(id: Option<&str>, problem: impl Display) -> Failure {
        Failure { id: id.map(str::to_owned), problem: problem.to_string() }
    }

    pub(super) fn answer(&self, line: u64) -> Answer<'_> {
        Answer::error(line, self.id.as_deref(), &self.problem)
    }
}
