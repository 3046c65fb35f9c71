//! What somebody may have meant who typed a name that is not known.

/// Of some known names the one that differs least from a name, where that is little enough for a
/// slip of the fingers: a third of its letters.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name from outside can be anything; no name that is known is as long.
    const LONGEST: usize = 60;
    let letters = |text: &str| text.to_lowercase().chars().take(LONGEST).collect::<Vec<_>>();
    let name = letters(name);
    let most = (name.len() / 3).max(1);
    let near = known.into_iter().filter_map(|known| {
        let whole = distance(&name, &letters(known));
        // People leave out what stands before the last part: `bset` for `hex/best`.
        let part = known.rsplit(['/', '.']).next().map(|part| distance(&name, &letters(part)));
        let distance = part.map_or(whole, |part| part.min(whole));
        (distance <= most && distance < name.len()).then_some((distance, known))
    });
    near.min_by_key(|&(distance, _)| distance).map(|(_, known)| known)
}

/// What is asked of whoever wrote a name that is none, followed by a blank; nothing where no name is
/// like it.
pub(crate) fn question<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |meant| format!("did you mean {meant}? "))
}

/// How many letters must be put in, left out, replaced or exchanged with the next one.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        rows[i][0] = i;
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_fingers_are_seen_through() {
        let games = ["hex", "y", "polyy", "arimaa", "tantrix"];
        for (typed, meant) in
            [("hxe", "hex"), ("HEXX", "hex"), ("poly", "polyy"), ("arima", "arimaa")]
        {
            assert_eq!(nearest(typed, games), Some(meant), "{typed}");
        }
        let presets = ["hex/best", "hex/uct", "y/best"];
        assert_eq!(nearest("hex/bset", presets), Some("hex/best"));
        assert_eq!(nearest("bset", presets), Some("hex/best"));
    }

    #[test]
    fn what_is_like_nothing_is_taken_for_nothing() {
        for typed in ["chess", "", "x", "z", &"q".repeat(10_000)] {
            assert_eq!(nearest(typed, ["hex", "y", "arimaa"]), None, "{typed}");
        }
    }
}
