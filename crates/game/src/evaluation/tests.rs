//! Every source says about a position what it says when it is asked in its own way, and combinations
//! say what their parts do.

use super::*;
use crate::demo::{Countdown, Take};
use crate::{
    BatchPlayout, Guide, LANES, Player, Playout, Prior, RandomPlayout, Rewards, Sequential, Stat,
};

fn countdown(left: u8) -> Countdown {
    Countdown::from_text(&format!("countdown {left}")).unwrap()
}

/// Leaves that ask for so many playouts, of which every second wants a policy.
fn leaves(playouts: &[u64]) -> Vec<Leaf<Countdown>> {
    let leaf = |(i, &playouts): (usize, &u64)| {
        let mut leaf = Leaf::new(countdown(9 + i as u8), true);
        leaf.playouts = playouts;
        leaf.position.moves(&mut leaf.moves);
        if i % 2 == 1 {
            leaf.ask_for_policy();
        }
        leaf
    };
    playouts.iter().enumerate().map(leaf).collect()
}

/// Sees what is left as a share of a hundred.
#[derive(Clone)]
struct Share;

impl StaticEvaluation<Countdown> for Share {
    fn values(&mut self, position: &Countdown) -> [f32; MAX_PLAYERS] {
        let left = position.text().split(' ').nth(1).unwrap().parse::<f32>().unwrap();
        [left, -left, 0.0, 0.0]
    }

    fn chance(&self, value: f32) -> f32 {
        0.5 + value / 100.0
    }
}

/// Likes to take many.
#[derive(Clone)]
struct Greedy;

impl Prior<Countdown> for Greedy {
    fn judge(&mut self, _: &Countdown, moves: &[Take], out: &mut [f32]) {
        for (m, prior) in moves.iter().zip(out) {
            *prior = f32::from(m.0) / 4.0;
        }
    }
}

/// Knows that multiples of four are lost.
#[derive(Clone)]
struct Wise;

impl Guide<Countdown> for Wise {
    fn evaluate(&mut self, _: &Countdown, player: Player) -> i32 {
        if player == Player::FIRST { 10 } else { -10 }
    }
    fn sees_loss(&mut self, position: &Countdown) -> bool {
        *position == countdown(12)
    }
    fn sees_win(&mut self, position: &Countdown) -> bool {
        *position == countdown(11)
    }
    fn chance(&self, value: i32) -> f32 {
        0.5 + value as f32 / 100.0
    }
}

#[test]
fn playouts_are_those_of_the_playout_itself() {
    let mut leaves = leaves(&[7, 0, 3]);
    Playouts(RandomPlayout::default()).evaluate(&mut leaves, &mut Rng::new(5, 0));
    let (mut playout, mut rng) = (RandomPlayout::default(), Rng::new(5, 0));
    for leaf in &leaves {
        let mut outcome = Outcome::new(2, leaf.position.move_codes(), true);
        let mut trace = Trace::new(2, leaf.position.move_codes());
        for _ in 0..leaf.playouts {
            trace.clear();
            let rewards = playout.run(&leaf.position, &mut rng, &mut trace);
            outcome.add_playout(&rewards, &trace);
        }
        for player in [Player::FIRST, Player::SECOND] {
            assert_eq!(leaf.outcome.result(player), outcome.result(player));
            assert_eq!(leaf.outcome.made(player), outcome.made(player));
        }
    }
    assert_eq!(leaves[1].outcome.playouts(), 0, "nothing was asked");
}

#[test]
fn of_batches_as_many_playouts_count_as_are_wanted() {
    let wanted = [1, 0, LANES as u64, LANES as u64 + 100];
    let mut leaves = leaves(&wanted);
    BatchPlayouts::new(Sequential(RandomPlayout::default()))
        .evaluate(&mut leaves, &mut Rng::new(3, 0));
    for (leaf, wanted) in leaves.iter().zip(wanted) {
        assert_eq!(leaf.outcome.playouts(), wanted);
        let sides = [Player::FIRST, Player::SECOND].map(|player| leaf.outcome.result(player));
        let won: f64 = sides.iter().map(|side| side.wins()).sum();
        assert_eq!(won, wanted as f64, "every playout has one winner");
        // Somebody takes one counter in most games, nobody in more than all.
        let made = Stat(leaf.outcome.made(Player::FIRST)[1]);
        assert!(made.visits() <= wanted && made.wins() <= sides[0].wins());
    }
    // The whole batch again, lane by lane.
    let (mut rng, mut batch) =
        (Rng::new(3, 0), crate::PlayoutBatch::new(2, leaves[0].position.move_codes()));
    for leaf in [&leaves[0], &leaves[2]] {
        Sequential(RandomPlayout::default()).run(&leaf.position, &mut rng, &mut batch);
    }
    for code in 0..leaves[2].position.move_codes() {
        let lanes = batch.made(Player::SECOND)[code];
        let won = lanes.and(batch.won(Player::SECOND));
        let count =
            |lanes: crate::Lanes| lanes.iter().map(|w| u64::from(w.count_ones())).sum::<u64>();
        let expected = Stat::new(count(lanes), 256 * count(won));
        assert_eq!(Stat(leaves[2].outcome.made(Player::SECOND)[code]), expected);
    }
}

#[test]
fn a_static_value_counts_as_all_playouts() {
    let mut leaves = leaves(&[4, 0]);
    StaticValue(Share).evaluate(&mut leaves, &mut Rng::new(1, 0));
    assert_eq!(leaves[0].outcome.playouts(), 4);
    assert!((leaves[0].outcome.mean(Player::FIRST) - 0.59).abs() < 1e-6);
    assert!((leaves[0].outcome.mean(Player::SECOND) - 0.41).abs() < 1e-6);
    assert_eq!(leaves[1].outcome.playouts(), 0);
}

#[test]
fn what_a_guide_sees_at_a_glance_is_certain() {
    let mut leaves = leaves(&[1, 1, 1, 1]);
    GuideValue(Wise).evaluate(&mut leaves, &mut Rng::new(1, 0));
    let means: Vec<_> = leaves.iter().map(|leaf| leaf.outcome.mean(Player::FIRST)).collect();
    assert!((means[0] - 0.6).abs() < 1e-6 && (means[1] - 0.6).abs() < 1e-6);
    assert_eq!(means[2..], [1.0, 0.0]);
    assert_eq!(leaves[3].outcome.mean(Player::SECOND), 1.0);
}

#[test]
fn a_policy_is_written_where_it_is_wanted() {
    let mut leaves = leaves(&[1, 1]);
    Priors(Greedy).evaluate(&mut leaves, &mut Rng::new(1, 0));
    assert!(leaves[0].policy.is_empty());
    assert_eq!(leaves[1].policy, [0.25, 0.5, 0.75]);
    assert_eq!(leaves[1].outcome.playouts(), 0, "priors have no values");
}

/// Answers all that can be asked, and notes what was.
#[derive(Clone, Default)]
struct Everything {
    asked: Vec<(u64, bool)>,
    value: f32,
}

impl Evaluator<Countdown> for Everything {
    fn evaluate(&mut self, leaves: &mut [Leaf<Countdown>], _: &mut Rng) {
        for leaf in leaves {
            self.asked.push((leaf.playouts, leaf.wants_policy));
            let mut rewards = Rewards::default();
            rewards[Player::FIRST] = self.value;
            leaf.outcome.add_value(&rewards, leaf.playouts);
            if leaf.wants_policy {
                leaf.policy.fill(self.value);
            }
        }
    }
}

#[test]
fn each_of_two_is_asked_for_its_own_part_only() {
    let value = Everything { value: 0.25, ..Everything::default() };
    let policy = Everything { value: 0.75, ..Everything::default() };
    let mut leaves = leaves(&[3, 5]);
    let mut both = value.with_policy(policy);
    both.evaluate(&mut leaves, &mut Rng::new(1, 0));
    assert_eq!(both.value.asked, [(3, false), (5, false)]);
    assert_eq!(both.policy.asked, [(0, false), (0, true)]);
    assert_eq!(leaves[1].policy, [0.75; 3]);
    for (leaf, playouts) in leaves.iter().zip([3, 5]) {
        assert_eq!((leaf.outcome.playouts(), leaf.playouts), (playouts, playouts));
        assert_eq!(leaf.outcome.mean(Player::FIRST), 0.25);
    }
    assert!(leaves[1].wants_policy);
    // Nobody is asked for a policy that nobody wants.
    both.evaluate(&mut leaves[..1], &mut Rng::new(1, 0));
    assert_eq!(both.policy.asked.len(), 2);
}

#[test]
fn a_mixture_lies_between_its_parts() {
    let high = Everything { value: 1.0, ..Everything::default() };
    let low = Everything { value: 0.0, ..Everything::default() };
    let mut leaves = leaves(&[3, 5]);
    let mut mixture = high.mixed_with(low, 0.75);
    mixture.evaluate(&mut leaves, &mut Rng::new(1, 0));
    assert_eq!(mixture.second.asked, [(3, false), (5, false)], "the first one has the policy");
    assert_eq!(leaves[1].policy, [1.0; 3]);
    for (leaf, playouts) in leaves.iter().zip([3, 5]) {
        assert_eq!(leaf.outcome.playouts(), playouts);
        assert_eq!(leaf.outcome.mean(Player::FIRST), 0.75);
    }
}
