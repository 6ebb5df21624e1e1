use rules::Letter;

use crate::{
    Node,
    format::PackedEdge,
    word_graph::{find, root},
};

/// A table that resolves the first two or three letters of a word in one step.
///
/// Nodes near the root have the most children. Scanning the children of three such nodes takes as
/// long as the rest of the word. Building the table takes some microseconds when a list is loaded.
#[derive(Clone)]
pub(crate) struct PrefixTable {
    letters: usize,
    /// The number of letters resolved at once.
    depth: usize,
    /// The last edge for each sequence of `depth` letters; the empty edge if there is none.
    edges: Vec<PackedEdge>,
}

impl PrefixTable {
    /// The maximum table size: depth three for alphabets of up to 40 letters, depth two for all.
    const MOST: usize = 1 << 16;

    pub(crate) fn new(edges: &[[u8; 4]], letters: usize) -> PrefixTable {
        let depth = if letters.pow(3) <= PrefixTable::MOST { 3 } else { 2 };
        let mut beginnings =
            PrefixTable { letters, depth, edges: vec![PackedEdge::NONE; letters.pow(depth as u32)] };
        beginnings.fill(edges, root(edges), 0, 1);
        beginnings
    }

    /// Enters the edges of a node that is `length - 1` letters deep, encoded in `index`.
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

    /// Resolves the first letters of a word: returns their last edge and the remaining letters.
    ///
    /// `None` if no word begins with these letters.
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
            // Reject a letter of another alphabet, which would produce a wrong index.
            if letter.index() >= self.letters {
                return None;
            }
            index = index * self.letters + letter.index();
        }
        let edge = self.edges[index];
        (edge != PackedEdge::NONE).then_some((edge, rest))
    }
}
