//! What the tree costs: whole walks against bare playouts on boards of 106 and 121 cells. The
//! differences between the kinds of walks show what selection, AMAF, growth and compaction cost.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spinney_game::{Playout, Playouts, Rng, Trace};
use spinney_search::mcts::{Amaf, Search, Settings};
use spinney_search::{Limits, Stop};

#[path = "../tests/fill/mod.rs"]
mod fill;
use fill::{Deal, Fill};

const WALKS: u64 = 50_000;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    for cells in [106, 121] {
        let position = Fill::new(cells);
        let mut playout = Deal::default();
        let mut trace = Trace::new(2, cells.into());
        let mut rng = Rng::new(1, 0);
        group.bench_function(cells.to_string(), |b| {
            b.iter(|| playout.run(black_box(&position), &mut rng, &mut trace))
        });
    }
}

/// Walks from an empty tree, so that growth and depth are as in a real search.
fn walks(c: &mut Criterion) {
    let alpha = Settings::default().with(|s| {
        s.amaf.rule = Amaf::Alpha;
        s.resources.report_interval = 0;
    });
    let rave = alpha.clone().with(|s| s.amaf.rule = Amaf::Rave);
    let kinds = [
        ("alpha", alpha),
        // Selection alone: no AMAF statistics to read or to update.
        (
            "uct",
            rave.clone().with(|s| {
                s.amaf.rule = Amaf::Off;
                s.selection.exploration = 0.7;
            }),
        ),
        ("rave", rave.clone()),
        // A node for almost every walk.
        ("rave, expand 1", rave.clone().with(|s| s.growth.expand_visits = 1.0)),
        // The same, compacting all the time.
        (
            "rave, expand 1, 2 MiB",
            rave.clone().with(|s| {
                s.growth.expand_visits = 1.0;
                s.resources.memory = 2.0;
            }),
        ),
        ("rave, 2 threads", rave.clone().with(|s| s.resources.threads = 2)),
    ];
    let mut group = c.benchmark_group("walk");
    group.throughput(Throughput::Elements(WALKS)).sample_size(10);
    for cells in [106, 121] {
        for (name, settings) in &kinds {
            let mut search =
                Search::new(Fill::new(cells), Playouts(Deal::default()), settings.clone()).unwrap();
            group.bench_function(format!("{cells} {name}"), |b| {
                b.iter(|| {
                    search.clear();
                    search.think(&Limits::playouts(WALKS), &Stop::new(), &mut |_| {}).playouts
                })
            });
        }
    }
}

criterion_group!(benches, playouts, walks);
criterion_main!(benches);
