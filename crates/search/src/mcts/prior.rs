//! What a policy says about a move, as nodes keep it.

use super::settings::Selection;

/// A prior of 0 to 1 in 16 bits.
///
/// UCT and its additions take priors of 8 bits, for which edges have room. Those are the upper half,
/// exactly as they would be if they had been rounded in the first place; the lower half is what
/// rounding drops. PUCT takes all of it, which nodes then keep in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prior(u16);

/// The rounded prior of 1. Even, so that one half is exact.
const WHOLE: f32 = 254.0;
/// One step of a rounded prior.
const STEP: u16 = 1 << 8;
/// What is added before the lower half is dropped.
const HALF_STEP: u16 = STEP / 2;
/// One step of a prior of 16 bits.
const UNIT: f32 = 1.0 / (WHOLE * STEP as f32);

impl Prior {
    /// Says nothing.
    pub const EVEN: Prior = Prior(WHOLE as u16 / 2 * STEP + HALF_STEP);

    pub fn new(prior: f32) -> Prior {
        let rounded_up = prior.clamp(0.0, 1.0) * WHOLE + 0.5;
        Prior((rounded_up * f32::from(STEP)) as u16)
    }

    /// A prior of which only the upper half is known.
    #[inline(always)]
    pub fn of_upper_half(bits: u8) -> Prior {
        Prior(u16::from(bits) * STEP + HALF_STEP)
    }

    /// See [`Prior::of_upper_half`].
    pub fn upper_half(self) -> u8 {
        (self.0 / STEP) as u8
    }

    /// The prior as a rule of selection takes it.
    pub fn value(self, selection: Selection) -> f32 {
        match selection {
            Selection::Uct => self.rounded(),
            Selection::Puct => self.exact(),
        }
    }

    /// To 8 bits.
    #[inline(always)]
    pub fn rounded(self) -> f32 {
        i32::from(self.upper_half()) as f32 * (1.0 / WHOLE)
    }

    /// To 16 bits.
    #[inline(always)]
    pub fn exact(self) -> f32 {
        self.units() as f32 * UNIT
    }

    /// In steps of 16 bits.
    #[inline(always)]
    fn units(self) -> i32 {
        i32::from(self.0.saturating_sub(HALF_STEP))
    }

    /// The sum of priors, as exact as they are. Whole numbers are added, so that vector units of any
    /// width come to the same sum.
    pub fn sum(priors: &[Prior]) -> f32 {
        priors.iter().map(|prior| i64::from(prior.units())).sum::<i64>() as f32 * UNIT
    }

    /// The bits of a word of four at the place of that number.
    pub fn packed(self, number: usize) -> u64 {
        u64::from(self.0) << (16 * (number % 4))
    }

    /// The prior at that place of a word of four.
    #[inline(always)]
    pub fn unpacked(word: u64, number: usize) -> Prior {
        Prior((word >> (16 * (number % 4))) as u16)
    }
}

impl Default for Prior {
    fn default() -> Self {
        Prior::EVEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_one_half_and_all_are_exact() {
        for (prior, exact) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (7.0, 1.0), (-1.0, 0.0)] {
            assert_eq!(Prior::new(prior).exact(), exact);
            assert_eq!(Prior::new(prior).rounded(), exact);
        }
        assert_eq!(Prior::new(0.5), Prior::EVEN);
        assert_eq!(Prior::new(f32::NAN).exact(), 0.0);
        assert_eq!(Prior::sum(&[0.25, 0.5, 1.0, 1.0].map(Prior::new)), 2.75);
    }

    proptest! {
        #[test]
        fn the_upper_half_is_the_prior_of_8_bits(prior in 0.0f32..=1.0) {
            let eight_bits = (prior * 254.0 + 0.5) as u8;
            prop_assert_eq!(Prior::new(prior).rounded(), f32::from(eight_bits) * (1.0 / 254.0));
            prop_assert!((Prior::new(prior).exact() - prior).abs() < 1.0 / 65_000.0);
            let half = Prior::of_upper_half(Prior::new(prior).upper_half());
            prop_assert_eq!(half.rounded(), Prior::new(prior).rounded());
            prop_assert_eq!(half.exact(), half.rounded());
        }

        #[test]
        fn four_lie_in_a_word(priors in prop::array::uniform4(0.0f32..=1.0)) {
            let word = (0..4).fold(0, |word, i| word | Prior::new(priors[i]).packed(i));
            for (i, &prior) in priors.iter().enumerate() {
                prop_assert_eq!(Prior::unpacked(word, i), Prior::new(prior));
            }
        }
    }
}
