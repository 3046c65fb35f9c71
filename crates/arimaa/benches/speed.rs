//! How fast steps are generated, goals seen, boards judged and positions played out, over positions
//! of middle games: those that random turns lead to.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spinney_arimaa::{
    Evaluation, EvaluationSettings, PlayoutSettings, Position, ShortPlayout, StepSettings, Turn,
    capture_in_turn, goal_in_turn,
};
use spinney_game::{Game, Playout, RandomPlayout, Rng, Trace};

const OPENING: &str =
    "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";

/// Starts of turns along random games.
fn turns() -> Vec<Turn> {
    let mut rng = Rng::new(1, 0);
    let mut pick = RandomPlayout::default();
    let mut turns = Vec::new();
    while turns.len() < 1_000 {
        let mut position = Position::from_text(OPENING).expect("an opening");
        for _ in 0..30 + rng.below(120) {
            if let Some(action) = pick.pick(&position, &mut rng) {
                position.play(action);
            }
        }
        if position.winner().is_none() {
            turns.push(Turn::new(*position.board(), position.side()));
        }
    }
    turns
}

fn speed(c: &mut Criterion) {
    let turns = turns();
    let steps: u64 = turns.iter().map(|turn| u64::from(turn.steps().len())).sum();
    let mut group = c.benchmark_group("arimaa");
    group.throughput(Throughput::Elements(steps));
    group.bench_function("steps", |b| {
        b.iter(|| {
            let codes = |turn: &Turn| -> u64 {
                black_box(turn).steps().iter().map(|step| u64::from(step.code())).sum()
            };
            turns.iter().map(codes).sum::<u64>()
        })
    });
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("goals", |b| {
        b.iter(|| turns.iter().filter(|turn| goal_in_turn(black_box(turn)).is_some()).count())
    });
    group.bench_function("captures", |b| {
        b.iter(|| turns.iter().filter(|turn| capture_in_turn(black_box(turn)).is_some()).count())
    });
    let settings = EvaluationSettings::default();
    let evaluation = Evaluation::new(&settings);
    group.bench_function("evaluation", |b| {
        let value = |turn: &Turn| evaluation.value(black_box(&turn.board), turn.side);
        b.iter(|| turns.iter().map(value).sum::<i32>())
    });
    group.throughput(Throughput::Elements(1));
    let opening = Position::from_text(OPENING).expect("an opening");
    let mut playout =
        ShortPlayout::new(&PlayoutSettings::default(), &StepSettings::default(), &settings);
    let (mut rng, mut trace) = (Rng::new(1, 0), Trace::unwanted());
    group.bench_function("playout from the opening", |b| {
        b.iter(|| playout.run(black_box(&opening), &mut rng, &mut trace))
    });
}

criterion_group!(benches, speed);
criterion_main!(benches);
