use rules::Letter;

use crate::{
    Node,
    format::PackedEdge,
    word_graph::{find, root},
};

/// Where the first few letters of a word lead, in one step.
///
/// The nodes near the root have the most children, and to pass three of them by looking at one child after the other takes
/// as long as the rest of the word. The table is made when a list is loaded, in some microseconds.
#[derive(Clone)]
pub(crate) struct Beginnings {
    letters: usize,
    /// How many letters are looked up at once.
    depth: usize,
    /// For each sequence of that many letters the last edge on its way, or the empty edge if there is no way.
    edges: Vec<PackedEdge>,
}

impl Beginnings {
    /// A table this large is three letters deep for alphabets up to 40 letters, and two for any.
    const MOST: usize = 1 << 16;

    pub(crate) fn new(edges: &[[u8; 4]], letters: usize) -> Beginnings {
        let depth = if letters.pow(3) <= Beginnings::MOST { 3 } else { 2 };
        let mut beginnings =
            Beginnings { letters, depth, edges: vec![PackedEdge::NONE; letters.pow(depth as u32)] };
        beginnings.fill(edges, root(edges), 0, 1);
        beginnings
    }

    /// Enters what follows at a node that is reached by one letter less than `length`, in the order `index`.
    fn fill(&mut self, edges: &[[u8; 4]], node: Node, index: usize, length: usize) {
        let mut children = crate::Children::new(edges, node);
        while let Some(edge) = children.next_packed() {
            let index = index * self.letters + usize::from(edge.letter_index());
            if length == self.depth {
                self.edges[index] = edge;
            } else {
                self.fill(edges, Node(edge.child()), index, length + 1);
            }
        }
    }

    /// Reads the beginning of a word: the last edge of it, and the letters that are left. `None` if nothing begins so.
    #[inline]
    pub(crate) fn split<'w>(
        &self,
        edges: &[[u8; 4]],
        word: &'w [Letter],
    ) -> Option<(PackedEdge, &'w [Letter])> {
        let Some((beginning, rest)) = word.split_at_checked(self.depth) else {
            let (&first, rest) = word.split_first()?;
            return Some((find(edges, root(edges), first)?, rest));
        };
        let mut index = 0;
        for letter in beginning {
            // A letter of another alphabet must not pass for one of this.
            if letter.index() >= self.letters {
                return None;
            }
            index = index * self.letters + letter.index();
        }
        let edge = self.edges[index];
        (edge != PackedEdge::NONE).then_some((edge, rest))
    }
}
