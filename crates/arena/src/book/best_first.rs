//! Lincke's drop-out expansion: the position is expanded next that is reached by the least costly
//! line, where a move costs one for its depth and more the further it is behind the best one.

use std::collections::{HashMap, HashSet};

use spinney_engine::EngineError;

use super::Request;
use super::graph::{Graph, Value};
use super::spec::BestFirst;

/// Evaluations of the positions after those that are expanded next, for at least so many of them.
pub(super) fn next(
    settings: &BestFirst,
    graph: &mut Graph,
    batch: usize,
) -> Result<Vec<Request>, EngineError> {
    let root = graph.root();
    if graph.node(root).tally.evaluations == 0 {
        return Ok(vec![Request { key: root, number: 0 }]);
    }
    let values = graph.values();
    let mut wanted = Vec::new();
    let mut seen = HashSet::new();
    // Those of this round count as being worked on: the next line leads elsewhere.
    let mut taken = HashSet::new();
    while wanted.len() < batch {
        let search = DropOut { settings, graph, values: &values, taken: &taken };
        let Some(leaf) = search.cheapest_leaf() else { break };
        taken.insert(leaf);
        graph.expand(leaf, settings.width)?;
        for edge in &graph.node(leaf).edges {
            let child = graph.node(edge.child);
            if child.tally.evaluations == 0 && !child.is_over() && seen.insert(edge.child) {
                wanted.push(Request { key: edge.child, number: 0 });
            }
        }
    }
    Ok(wanted)
}

struct DropOut<'a> {
    settings: &'a BestFirst,
    graph: &'a Graph,
    values: &'a HashMap<u64, Value>,
    taken: &'a HashSet<u64>,
}

impl DropOut<'_> {
    fn cheapest_leaf(&self) -> Option<u64> {
        let mut costs = HashMap::new();
        let mut key = self.graph.root();
        self.cost(key, &mut costs)?;
        while !self.is_leaf(key) {
            let cost =
                |(child, step): &(u64, f64)| Some(costs.get(child).copied().flatten()? + step);
            let steps = self.steps(key).into_iter().filter(|step| cost(step).is_some());
            let cheapest = steps.min_by(|one, two| {
                let [one, two] = [one, two].map(|step| cost(step).unwrap_or(f64::MAX));
                one.total_cmp(&two)
            });
            key = cheapest?.0;
        }
        Some(key)
    }

    /// What it costs to get from a position to the cheapest leaf, if there is one.
    fn cost(&self, key: u64, costs: &mut HashMap<u64, Option<f64>>) -> Option<f64> {
        if let Some(known) = costs.get(&key) {
            return *known;
        }
        let is_closed = self.taken.contains(&key)
            || self.values.get(&key).is_none_or(|value| value.proven.is_some());
        let cost = match (is_closed, self.is_leaf(key)) {
            (true, _) => None,
            (false, true) => Some(0.0),
            (false, false) => {
                let steps = self.steps(key).into_iter();
                let costs = steps.filter_map(|(child, step)| Some(self.cost(child, costs)? + step));
                costs.min_by(f64::total_cmp)
            }
        };
        costs.insert(key, cost);
        cost
    }

    fn is_leaf(&self, key: u64) -> bool {
        self.graph.node(key).edges.is_empty()
    }

    /// The positions after one, and what a step to each costs.
    fn steps(&self, key: u64) -> Vec<(u64, f64)> {
        let edges = self.graph.node(key).edges.iter();
        let after: Vec<_> = edges
            .filter_map(|edge| Some((edge.child, self.values.get(&edge.child)?.turned())))
            .collect();
        let best = after.iter().map(|(_, value)| value.rate).max_by(f64::total_cmp).unwrap_or(0.0);
        let cost = |value: Value| 1.0 + self.settings.drop_out * (best - value.rate);
        after.into_iter().map(|(child, value)| (child, cost(value))).collect()
    }
}
