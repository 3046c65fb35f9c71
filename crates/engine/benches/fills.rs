//! Bit-sliced fills with winner and first-order statistics, for every width of the machine.
//!
//! `cargo bench -p spinney-engine --bench fills`; the throughput is in games.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spinney_connection::{Position, SlicedFill, SlicedSettings, VectorUnit};
use spinney_game::{BatchPlayout, FirstOrder, Game, LANES, PlayoutBatch, Rng, first_lanes};

const BOARDS: [&str; 4] = ["y 13", "hex 11x11", "y bent-93", "polyy 5,7"];

fn fills<const WORDS: usize>(criterion: &mut Criterion, unit: VectorUnit, name: &str) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(LANES as u64));
    for board in BOARDS {
        let start = Position::from_text(board).expect("a board of the list");
        let settings = SlicedSettings::default();
        let Some(mut fill) = SlicedFill::<WORDS>::with_unit(start.board(), &settings, unit) else {
            continue;
        };
        let mut batch = PlayoutBatch::new(2, start.move_codes());
        let mover = start.actor().player().expect("a player begins");
        let mut statistics = FirstOrder::new(start.move_codes());
        let mut rng = Rng::new(1, 0);
        group.bench_function(board, |bencher| {
            bencher.iter(|| {
                fill.run(&start, &mut rng, &mut batch);
                statistics.add(&batch, mover, &first_lanes(LANES));
                black_box(statistics.all())
            });
        });
    }
    group.finish();
}

fn all(criterion: &mut Criterion) {
    fills::<1>(criterion, VectorUnit::Baseline, "one word");
    fills::<8>(criterion, VectorUnit::Baseline, "baseline");
    fills::<4>(criterion, VectorUnit::Bits256, "256 bits");
    fills::<8>(criterion, VectorUnit::Bits512, "512 bits");
}

criterion_group!(benches, all);
criterion_main!(benches);
