//! Conversations with the servers, on a session whose answers are known beforehand.

mod codecup;
mod gtp;
mod table;
