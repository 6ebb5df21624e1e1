use rules::Letter;

use crate::{Lexicon, format::PackedEdge};

/// A node of a graph: what has been read so far, and from which words go on.
///
/// It means something only to the [`Lexicon`] that it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node(pub(crate) u32);

impl Node {
    /// The node from which no word goes on.
    pub const LEAF: Node = Node(0);

    /// Whether no word goes on from here.
    #[inline]
    pub const fn is_leaf(self) -> bool {
        self.0 == 0
    }
}

/// One letter on the way through a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The letter that is read.
    pub letter: Letter,
    /// Where words go on after it.
    pub child: Node,
    /// Whether the letters read so far, this one included, are a word.
    pub is_word: bool,
}

impl PackedEdge {
    #[inline]
    pub(crate) fn unpack(self) -> Option<Edge> {
        let letter = Letter::at(self.letter_index().into())?;
        Some(Edge { letter, child: Node(self.child()), is_word: self.is_word() })
    }
}

/// The edges of a node in the order of the alphabet; see [`Lexicon::children`].
#[derive(Debug, Clone)]
pub struct Children<'a> {
    edges: &'a [[u8; 4]],
    /// The place of the next edge, 0 when there is none.
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
        // A node of another, larger graph may lie outside this one: it has no children here.
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

/// All words of a graph in the order of the alphabet; see [`Lexicon::words`].
#[derive(Debug, Clone)]
pub struct WordsInOrder<'a> {
    lexicon: &'a Lexicon,
    /// What is still to be visited at each letter of `word`, and one more.
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
