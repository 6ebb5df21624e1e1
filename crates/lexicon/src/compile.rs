use std::collections::HashMap;

use rules::{Language, Letter};

use crate::{
    LONGEST, Metadata, Origin, SHORTEST,
    format::{self, PackedEdge},
};

/// Why words cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// A word is not between [`SHORTEST`] and [`LONGEST`] letters long.
    #[error("word {word} has {got} letters, expected {SHORTEST} to {LONGEST}")]
    Length {
        /// The index of the word in the list.
        word: usize,
        /// The number of letters in the word.
        got: usize,
    },
    /// A word has a letter outside the alphabet.
    #[error("word {word} has letter {got}, expected one of the {letters} letters of {language}")]
    Letter {
        /// The index of the word in the list.
        word: usize,
        /// The index of the letter.
        got: usize,
        /// The number of letters in the alphabet.
        letters: usize,
        /// The name of the language.
        language: String,
    },
    /// A word is not greater than the previous one.
    #[error("word {word} does not come after the one before it, expected different words in order")]
    Order {
        /// The index of the word in the list.
        word: usize,
    },
    /// The graph has more edges than the format can address.
    #[error("the words need {got} edges or more, expected at most {most}: this is no list of a language")]
    TooLarge {
        /// The number of edges when compilation stopped.
        got: usize,
        /// The maximum number of edges.
        most: usize,
    },
}

/// Compiles words into the bytes of a word graph.
///
/// [`Lexicon::from_bytes`](crate::Lexicon::from_bytes) reads them. The words must be distinct and
/// in alphabetical order, as in an [`Imported`](crate::import::Imported) list. `entries` is the
/// number of entries before any were dropped. The same words give the same bytes on every machine.
pub fn compile(
    language: &Language,
    words: &[impl AsRef<[Letter]>],
    entries: u64,
    origin: &Origin,
) -> Result<Vec<u8>, CompileError> {
    let letters = language.letters().len();
    let mut minimiser = Minimiser::default();
    let mut previous: &[Letter] = &[];
    for (index, word) in words.iter().enumerate() {
        let word = word.as_ref();
        if !(SHORTEST..=LONGEST).contains(&word.len()) {
            return Err(CompileError::Length { word: index, got: word.len() });
        }
        if let Some(foreign) = word.iter().find(|letter| letter.index() >= letters) {
            return Err(CompileError::Letter {
                word: index,
                got: foreign.index(),
                letters,
                language: language.name().to_owned(),
            });
        }
        if word <= previous {
            return Err(CompileError::Order { word: index });
        }
        minimiser.add(previous, word);
        minimiser.check_size()?;
        previous = word;
    }
    let edges = minimiser.finish()?;
    let metadata = Metadata::of(language, words, entries, origin);
    Ok(format::write(language, &metadata, &edges))
}

/// An edge of a graph under construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct EdgeBuilder {
    letter: Letter,
    is_word: bool,
    /// The number of a closed node; 0 for the node without edges.
    child: u32,
}

/// Builds the minimal graph from sorted words (Daciuk et al. 2000).
///
/// Only the nodes along the last word are open. A node that a new word leaves can never change
/// again; it is closed and merged with an equal node if there is one.
#[derive(Default)]
struct Minimiser {
    /// The open nodes along the last word, root first. The child of each last edge is also open.
    open: Vec<Vec<EdgeBuilder>>,
    /// The closed nodes and their numbers, from 1. A child has a lower number than its parents.
    numbers: HashMap<Vec<EdgeBuilder>, u32>,
    /// The number of edges of the closed nodes.
    edges: usize,
}

impl Minimiser {
    fn add(&mut self, previous: &[Letter], word: &[Letter]) {
        let shared = previous.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.close_below(shared);
        self.open.resize_with(word.len(), Vec::new);
        for (depth, &letter) in word.iter().enumerate().skip(shared) {
            self.open[depth].push(EdgeBuilder { letter, is_word: depth + 1 == word.len(), child: 0 });
        }
    }

    /// Closes the open nodes deeper than `depth`, deepest first.
    fn close_below(&mut self, depth: usize) {
        while self.open.len() > depth + 1 {
            let Some(node) = self.open.pop() else { break };
            let number = self.number(node);
            if let Some(edge) = self.open.last_mut().and_then(|parent| parent.last_mut()) {
                edge.child = number;
            }
        }
    }

    fn number(&mut self, node: Vec<EdgeBuilder>) -> u32 {
        let next = self.numbers.len() as u32 + 1;
        let edges = node.len();
        *self.numbers.entry(node).or_insert_with(|| {
            self.edges += edges;
            next
        })
    }

    /// Checks the number of edges.
    ///
    /// Called after every word, so that random input cannot exhaust memory.
    fn check_size(&self) -> Result<(), CompileError> {
        // The empty edge counts too.
        let got = self.edges + 1;
        if got > PackedEdge::MOST {
            Err(CompileError::TooLarge { got, most: PackedEdge::MOST })
        } else {
            Ok(())
        }
    }

    /// Lays out the nodes in descending order, so that every child comes after its parents.
    ///
    /// The reader relies on this order to prove that a graph has no cycles.
    fn finish(mut self) -> Result<Vec<PackedEdge>, CompileError> {
        self.close_below(0);
        if let Some(root) = self.open.pop() {
            self.number(root);
        }
        self.check_size()?;
        let mut nodes: Vec<(Vec<EdgeBuilder>, u32)> = self.numbers.into_iter().collect();
        nodes.sort_unstable_by_key(|&(_, number)| std::cmp::Reverse(number));

        let mut places = vec![0; nodes.len() + 1];
        let mut next = 1;
        for (node, number) in &nodes {
            places[*number as usize] = next;
            next += node.len();
        }
        let mut edges = Vec::with_capacity(next);
        edges.push(PackedEdge::NONE);
        for (node, _) in &nodes {
            for (index, edge) in node.iter().enumerate() {
                let is_last = index + 1 == node.len();
                edges.push(PackedEdge::new(edge.letter, edge.is_word, is_last, places[edge.child as usize]));
            }
        }
        Ok(edges)
    }
}
