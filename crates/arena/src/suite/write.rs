//! Tests as files have them.

use std::fmt;

use super::Test;
use super::criteria::{Atom, Block, Criteria};

impl Test {
    /// The test as a file may have it: [`read`](super::read) gives it back, but for its name.
    pub fn text(&self) -> String {
        let mut text = "[settings]\n".to_owned();
        if !self.comment.is_empty() {
            text += &format!("comment = {}\n", self.comment);
        }
        text += &format!("position = {}\n", self.position);
        if !self.tags.is_empty() {
            text += &format!("tags = {}\n", self.tags.join(", "));
        }
        text += &format!("\n[criteria]\ncondition = {}\n", self.criteria.name());
        match &self.criteria {
            Criteria::PiecePosition(blocks) => {
                text += &format!("after_piece_position = {}\n", written(blocks));
            }
            Criteria::Move(blocks) => text += &format!("moves = {}\n", written(blocks)),
            Criteria::ScoreGoal | Criteria::PreventGoal | Criteria::ForceGoal => {}
        }
        text
    }
}

fn written<T: fmt::Display>(blocks: &[Block<T>]) -> String {
    let block = |block: &Block<T>| {
        let atoms: Vec<_> = block.atoms.iter().map(T::to_string).collect();
        match block.weight {
            1.0 => atoms.join(" "),
            weight => format!("{} : {weight}", atoms.join(" ")),
        }
    };
    blocks.iter().map(block).collect::<Vec<_>>().join(" | ")
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Atom::Stands(piece, cell) => write!(f, "{piece}{cell}"),
            Atom::StandsNot(piece, cell) => write!(f, "!{piece}{cell}"),
            Atom::Captured(word) => f.write_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn a_written_test_is_read_as_it_was() {
        let criteria = [
            "condition = score goal\n",
            "condition = prevent goal\n",
            "condition = force goal\n",
            "condition = move\nmoves = a1 | b2 c3 : 0.5\n",
            "condition = piece_position\nafter_piece_position = bb2 !wb2 : 0.25 | ba1x\n",
        ];
        for criteria in criteria {
            let text = format!(
                "[settings]\ncomment = Why.\nposition = hex 3x3; black b1; white a2; black to move\n\
                 tags = one, two\n\n[criteria]\n{criteria}"
            );
            let tests = read(&text).unwrap();
            assert_eq!(tests[0].text(), text);
            assert_eq!(read(&tests[0].text()).unwrap(), tests);
        }
    }
}
