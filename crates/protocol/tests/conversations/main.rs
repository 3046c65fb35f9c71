//! Conversations with the servers, on a session whose answers are known beforehand.

mod aei;
mod analysis;
mod codecup;
mod gtp;
mod table;
