//! Finds openings one by one.

use std::collections::{HashMap, HashSet};
use std::vec;

use spinney_engine::EngineError;

use super::Opening;
use super::balanced::Judging;
use super::random::Drawing;

/// Finds openings one by one: each depends on those before it and on nothing after, so that a
/// match may be prolonged for as long as it takes.
pub(crate) struct Finder(Way);

enum Way {
    Listed(vec::IntoIter<Opening>),
    Drawn(Box<Drawn>),
}

struct Drawn {
    drawing: Drawing,
    judging: Option<Judging>,
    /// Where the openings lead that were found.
    places: HashSet<String>,
    /// What the judge says of openings, by where they lead.
    judged: HashMap<String, f32>,
    /// What the judge says of an opening that is even.
    ///
    /// That is not one half. A search thinks too little of whoever is to move, since playouts do
    /// not play as well as that player will; and where most openings favour one player, those that
    /// look even are mostly those that were misjudged. So a quick game is played from each opening
    /// that is chosen, and whoever wins it is given a little less from then on. What the winners got
    /// more than their share adds up to no more than a few games.
    even: Option<f32>,
}

/// How much less the winner of a quick game is given.
const STEP: f32 = 0.15;
/// Where no opening of a pool comes this near to even, as on small boards where almost all are won
/// by whoever is to move, the pool may grow so many times as large.
const NEAR: f32 = 0.15;
const WIDER: usize = 4;

impl Finder {
    pub(super) fn listed(openings: Vec<Opening>) -> Finder {
        Finder(Way::Listed(openings.into_iter()))
    }

    pub(super) fn drawing(
        position: &str,
        plies: usize,
        judging: Option<Judging>,
        seed: u64,
    ) -> Finder {
        let drawing = Drawing::new(position, plies, seed);
        let (places, judged) = Default::default();
        Finder(Way::Drawn(Box::new(Drawn { drawing, judging, places, judged, even: None })))
    }

    /// The next one, if there are more. Takes a while where our own engine judges it.
    pub(crate) fn next(&mut self) -> Result<Option<Opening>, EngineError> {
        match &mut self.0 {
            Way::Listed(openings) => Ok(openings.next()),
            Way::Drawn(drawn) => drawn.next(),
        }
    }
}

impl Drawn {
    fn next(&mut self) -> Result<Option<Opening>, EngineError> {
        let found = match &self.judging {
            None => self.drawing.next(&|place| self.places.contains(place))?,
            Some(_) => self.nearest()?,
        };
        Ok(found.map(|(opening, place)| {
            self.places.insert(place);
            opening
        }))
    }

    /// The opening nearest to even of a few that were not played yet, and where it leads.
    fn nearest(&mut self) -> Result<Option<(Opening, String)>, EngineError> {
        let Some(judging) = &self.judging else { return Ok(None) };
        let even = self.even.unwrap_or_else(|| judging.fair());
        let off = |chance: f32| (chance - even).abs();
        let mut pool: Vec<(f32, (Opening, String))> = Vec::new();
        let is_near = |pool: &[(f32, _)]| pool.iter().any(|(chance, _)| off(*chance) < NEAR);
        while pool.len() < judging.pool()
            || (pool.len() < WIDER * judging.pool() && !is_near(&pool))
        {
            let taken = |place: &str| {
                self.places.contains(place) || pool.iter().any(|(_, own)| own.1 == place)
            };
            let Some(found) = self.drawing.next(&taken)? else { break };
            let chance = match self.judged.get(&found.1) {
                Some(known) => *known,
                None => judging.chance(&found.0)?,
            };
            self.judged.insert(found.1.clone(), chance);
            pool.push((chance, found));
        }
        let nearest = pool.into_iter().min_by(|(a, _), (b, _)| off(*a).total_cmp(&off(*b)));
        let Some((_, found)) = nearest else { return Ok(None) };
        if let Some(got) = judging.sample(&found.0)? {
            self.even = Some((even - STEP * (got - judging.fair())).clamp(0.0, 1.0));
        }
        Ok(Some(found))
    }
}
