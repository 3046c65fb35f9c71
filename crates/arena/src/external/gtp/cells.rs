//! Cells named by letters and a number, as Hex and Y have them: `c7`, `aa12`.

/// Column and row, from 0.
pub(super) fn parse(name: &str) -> Option<(u32, u32)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = name.split_at(digits);
    if letters.is_empty() || letters.len() > 3 || number.len() > 4 {
        return None;
    }
    let mut column = 0;
    for letter in letters.chars() {
        let letter = letter.to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            return None;
        }
        column = column * 26 + u32::from(letter) - u32::from('a') + 1;
    }
    Some((column - 1, number.parse::<u32>().ok()?.checked_sub(1)?))
}

/// The inverse of [`parse`].
pub(super) fn name((column, row): (u32, u32)) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        letters.push(char::from(b'a' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.iter().rev().chain((row + 1).to_string().chars().collect::<Vec<_>>().iter()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for column in 0..800 {
            for row in [0, 8, 9, 99] {
                assert_eq!(parse(&name((column, row))), Some((column, row)));
            }
        }
        assert_eq!(name((0, 0)), "a1");
        assert_eq!(name((26, 11)), "aa12");
        for bad in ["", "a", "1", "a0", "swap", "é1", "a1b", "a99999", "aaaa1", "-1"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
