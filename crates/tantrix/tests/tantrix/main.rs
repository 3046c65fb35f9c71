//! The rules, shown by a second and slow implementation, by the suite of all games and by what is
//! known of random games.

mod conformance;
mod encoding;
mod judgement;
mod records;
mod twin;
mod twin_test;
