//! Games go where a choice may still change: a tree search whose playouts are whole games.

use std::collections::HashMap;

use spinney_engine::EngineError;

use super::Request;
use super::graph::{Graph, Value};
use super::spec::Bandit;

/// The next evaluations, one for each line that is followed down from the root.
pub(super) fn next(
    settings: &Bandit,
    graph: &mut Graph,
    batch: usize,
) -> Result<Vec<Request>, EngineError> {
    let values = graph.values();
    // How often lines of this round have come by, and evaluations that they ask for.
    let mut passed: HashMap<u64, u32> = HashMap::new();
    let mut wanted: Vec<Request> = Vec::new();
    let counts = counts(graph);
    for _ in 0..batch {
        let mut key = graph.root();
        loop {
            *passed.entry(key).or_default() += 1;
            let node = graph.node(key);
            if values.get(&key).is_some_and(|value| value.proven.is_some()) {
                break;
            }
            let asked = wanted.iter().filter(|request| request.key == key).count() as u32;
            let evaluations = node.tally.evaluations + asked;
            if node.edges.is_empty() && evaluations < settings.expand_after {
                wanted.push(Request { key, number: evaluations });
                break;
            }
            if node.edges.is_empty() {
                graph.expand(key, settings.width)?;
            }
            let bandit =
                Choice { settings, graph, values: &values, counts: &counts, passed: &passed };
            let Some(child) = bandit.choose(key) else { break };
            key = child;
        }
    }
    Ok(wanted)
}

/// Evaluations at each position and after it.
fn counts(graph: &Graph) -> HashMap<u64, u32> {
    fn count(graph: &Graph, key: u64, counts: &mut HashMap<u64, u32>) -> u32 {
        if let Some(known) = counts.get(&key) {
            return *known;
        }
        let node = graph.node(key);
        let after: u32 = node.edges.iter().map(|edge| count(graph, edge.child, counts)).sum();
        let all = node.tally.evaluations + after;
        counts.insert(key, all);
        all
    }
    let mut counts = HashMap::new();
    count(graph, graph.root(), &mut counts);
    counts
}

struct Choice<'a> {
    settings: &'a Bandit,
    graph: &'a Graph,
    values: &'a HashMap<u64, Value>,
    counts: &'a HashMap<u64, u32>,
    passed: &'a HashMap<u64, u32>,
}

impl Choice<'_> {
    /// The position after one whose value may be the best, seen with the hope that few games allow.
    fn choose(&self, key: u64) -> Option<u64> {
        let all = (f64::from(self.visits(key)) + 1.0).ln();
        let hope = |child: u64| {
            let visits = f64::from(self.visits(child));
            let value = self.values.get(&child).map(|value| value.turned());
            match value {
                Some(Value { proven: Some(true), .. }) => f64::MAX,
                Some(Value { proven: Some(false), .. }) => f64::MIN,
                // Lines of this round that have come by count as lost until it is known better.
                Some(value) => {
                    let pending = f64::from(self.passed.get(&child).copied().unwrap_or_default());
                    let rate = value.rate * (visits - pending) / visits.max(1.0);
                    rate + self.settings.exploration * (all / visits.max(1.0)).sqrt()
                }
                None => {
                    f64::from(u8::from(visits == 0.0)) * 2.0
                        + self.settings.exploration * (all / (visits + 1.0)).sqrt()
                }
            }
        };
        let edges = self.graph.node(key).edges.iter();
        let open = edges.map(|edge| (edge.child, hope(edge.child)));
        let open = open.filter(|(_, hope)| *hope > f64::MIN);
        open.max_by(|(_, one), (_, two)| one.total_cmp(two)).map(|(child, _)| child)
    }

    fn visits(&self, key: u64) -> u32 {
        let [known, passed] =
            [self.counts, self.passed].map(|counts| counts.get(&key).copied().unwrap_or_default());
        known + passed
    }
}
