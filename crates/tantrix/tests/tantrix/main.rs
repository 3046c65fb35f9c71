//! The rules, shown by a second and slow implementation, by the suite of all games and by what is
//! known of random games.

mod conformance;
mod judgement;
mod records;
mod twin;
mod twin_test;

/// How many times as much as usual is to be tried: the environment variable `SPINNEY_THOROUGH`.
fn thorough() -> usize {
    std::env::var("SPINNEY_THOROUGH").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}
