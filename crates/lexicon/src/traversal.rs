use rules::Letter;

use crate::{Lexicon, format::PackedEdge};

/// A node of a word graph: the state after reading some letters.
///
/// It is valid only for the [`Lexicon`] that it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node(pub(crate) u32);

impl Node {
    /// The node that no letter follows.
    pub const LEAF: Node = Node(0);

    /// Whether no letter can follow.
    #[inline]
    pub const fn is_leaf(self) -> bool {
        self.0 == 0
    }
}

/// An edge of a word graph: one letter of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The letter.
    pub letter: Letter,
    /// The node after the letter.
    pub child: Node,
    /// Whether the letters up to this one form a word.
    pub is_word: bool,
}

impl PackedEdge {
    #[inline]
    pub(crate) fn unpack(self) -> Option<Edge> {
        let letter = Letter::at(self.letter_index().into())?;
        Some(Edge { letter, child: Node(self.child()), is_word: self.is_word() })
    }
}

/// The edges of a node in alphabetical order; see [`Lexicon::children`].
#[derive(Debug, Clone)]
pub struct Children<'a> {
    edges: &'a [[u8; 4]],
    /// The index of the next edge; 0 if there is none.
    next: usize,
}

impl<'a> Children<'a> {
    #[inline]
    pub(crate) fn new(edges: &'a [[u8; 4]], node: Node) -> Children<'a> {
        Children { edges, next: node.0 as usize }
    }

    #[inline]
    pub(crate) fn next_packed(&mut self) -> Option<PackedEdge> {
        if self.next == 0 {
            return None;
        }
        // A node of a larger graph may be out of range. It has no children here.
        let edge = PackedEdge::read(*self.edges.get(self.next)?);
        self.next = if edge.is_last() { 0 } else { self.next + 1 };
        Some(edge)
    }
}

impl Iterator for Children<'_> {
    type Item = Edge;

    #[inline]
    fn next(&mut self) -> Option<Edge> {
        self.next_packed()?.unpack()
    }
}

/// All words of a graph in alphabetical order; see [`Lexicon::words`].
#[derive(Debug, Clone)]
pub struct WordsInOrder<'a> {
    lexicon: &'a Lexicon,
    /// The edges still to be visited: one level for each letter of `word`, and one more.
    path: Vec<Children<'a>>,
    word: Vec<Letter>,
}

impl<'a> WordsInOrder<'a> {
    pub(crate) fn new(lexicon: &'a Lexicon) -> WordsInOrder<'a> {
        WordsInOrder { lexicon, path: vec![lexicon.children(lexicon.root())], word: Vec::new() }
    }
}

impl Iterator for WordsInOrder<'_> {
    type Item = Vec<Letter>;

    fn next(&mut self) -> Option<Vec<Letter>> {
        loop {
            let Some(edge) = self.path.last_mut()?.next() else {
                self.path.pop();
                self.word.pop();
                continue;
            };
            self.word.push(edge.letter);
            self.path.push(self.lexicon.children(edge.child));
            if edge.is_word {
                return Some(self.word.clone());
            }
        }
    }
}
