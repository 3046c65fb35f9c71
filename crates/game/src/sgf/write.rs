//! Trees to text.

use crate::record::{NodeId, Properties, Tree};

/// Lines are broken before the node or property that would make them longer.
const LINE_WIDTH: usize = 78;

/// Writes a collection: games, first moves and variations start new lines. Names and values are
/// written as they are; values that come from elsewhere than SGF need [`escape`](super::escape).
pub fn write<'a>(games: impl IntoIterator<Item = &'a Tree<Properties>>) -> String {
    let mut writer = Writer::default();
    for tree in games {
        writer.game(tree);
    }
    writer.text
}

#[derive(Default)]
struct Writer {
    text: String,
    /// Characters in the last line.
    width: usize,
}

impl Writer {
    fn game(&mut self, tree: &Tree<Properties>) {
        enum Step {
            Open(NodeId),
            Node(NodeId),
            Close,
        }
        // What is still to be written, the next step last.
        let mut steps = vec![Step::Open(NodeId::ROOT)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Open(id) => {
                    self.break_line();
                    self.push("(");
                    steps.extend([Step::Close, Step::Node(id)]);
                }
                Step::Node(id) => {
                    self.node(&tree[id]);
                    if id == NodeId::ROOT && tree.len() > 1 {
                        self.break_line();
                    }
                    match tree.children(id) {
                        [child] => steps.push(Step::Node(*child)),
                        children => steps.extend(children.iter().rev().map(|&id| Step::Open(id))),
                    }
                }
                Step::Close => self.push(")"),
            }
        }
        self.break_line();
    }

    fn node(&mut self, properties: &Properties) {
        let mut word = String::from(";");
        for (name, values) in properties.iter() {
            word.push_str(name);
            for value in values {
                word.push('[');
                word.push_str(value);
                word.push(']');
            }
            self.push(&word);
            word.clear();
        }
        self.push(&word);
    }

    fn push(&mut self, word: &str) {
        // A closing parenthesis never starts a line.
        if self.width + word.chars().count() > LINE_WIDTH && self.width > 1 && word != ")" {
            self.break_line();
        }
        self.text.push_str(word);
        self.width = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.width + word.chars().count(),
        };
    }

    fn break_line(&mut self) {
        if self.width > 0 {
            self.text.push('\n');
            self.width = 0;
        }
    }
}
