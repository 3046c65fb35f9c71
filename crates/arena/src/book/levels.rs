//! Level by level, as Lynx's book was made: every position of a level is judged by as many games, and
//! the moves that are clearly behind the best of their position are not followed any further.

use std::collections::{BTreeSet, HashMap};

use spinney_engine::EngineError;

use super::Request;
use super::graph::{Graph, Value};
use super::spec::Levels;

/// What the first level that is not complete still needs; nothing where all are.
pub(super) fn next(settings: &Levels, graph: &mut Graph) -> Result<Vec<Request>, EngineError> {
    let mut frontier = BTreeSet::from([graph.root()]);
    for level in 1..=settings.depth {
        let mut wanted = Vec::new();
        let mut seen = BTreeSet::new();
        for &key in &frontier {
            if graph.node(key).edges.is_empty() && graph.node(key).board.outcome().is_none() {
                graph.expand(key, 0)?;
            }
            for edge in &graph.node(key).edges {
                let child = graph.node(edge.child);
                if !child.is_over() && seen.insert(edge.child) {
                    let numbers = child.tally.evaluations..settings.evaluations;
                    wanted.extend(numbers.map(|number| Request { key: edge.child, number }));
                }
            }
        }
        if !wanted.is_empty() {
            return Ok(wanted);
        }
        let values = graph.values();
        let followed = |&key| followed(settings, graph, &values, key, level);
        frontier = frontier.iter().flat_map(followed).collect();
    }
    Ok(Vec::new())
}

/// The positions after one that are worth following.
fn followed(
    settings: &Levels,
    graph: &Graph,
    values: &HashMap<u64, Value>,
    key: u64,
    level: u32,
) -> Vec<u64> {
    let mut after: Vec<_> = graph
        .node(key)
        .edges
        .iter()
        .filter_map(|edge| Some((edge.child, values.get(&edge.child)?.turned())))
        .collect();
    if level <= settings.keep_all {
        return after.into_iter().map(|(child, _)| child).collect();
    }
    // What is proven need not be followed to be sure.
    after.retain(|(_, value)| value.proven.is_none());
    after.sort_by(|(_, one), (_, two)| two.rate.total_cmp(&one.rate));
    let Some(&(_, best)) = after.first() else { return Vec::new() };
    let margin = |error: f64| settings.margin * (best.error * best.error + error * error).sqrt();
    let within = after.iter().filter(|(_, value)| best.rate - value.rate <= margin(value.error));
    let width = if settings.width == 0 { usize::MAX } else { settings.width };
    within.take(width).map(|&(child, _)| child).collect()
}
