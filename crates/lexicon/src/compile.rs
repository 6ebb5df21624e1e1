use std::collections::HashMap;

use rules::{Language, Letter};

use crate::{
    LONGEST, Metadata, Origin, SHORTEST,
    format::{self, PackedEdge},
};

/// Words that cannot become a graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// A word is not between [`SHORTEST`] and [`LONGEST`] letters long.
    #[error("word {word} has {got} letters, expected {SHORTEST} to {LONGEST}")]
    Length {
        /// Its place in the list, counted from 0.
        word: usize,
        /// How many letters it has.
        got: usize,
    },
    /// A word has a letter that the alphabet does not have.
    #[error("word {word} has letter {got}, expected one of the {letters} letters of {language}")]
    Letter {
        /// Its place in the list, counted from 0.
        word: usize,
        /// The position of the letter, counted from 0.
        got: usize,
        /// How many letters the alphabet has.
        letters: usize,
        /// The name of the language.
        language: String,
    },
    /// A word does not come after the one before it.
    #[error("word {word} does not come after the one before it, expected different words in order")]
    Order {
        /// Its place in the list, counted from 0.
        word: usize,
    },
    /// The graph is larger than an edge can address.
    #[error("the words need {got} edges or more, expected at most {most}: this is no list of a language")]
    TooLarge {
        /// How many edges were needed when it was given up.
        got: usize,
        /// How many the format can address.
        most: usize,
    },
}

/// Compiles words into the bytes that [`Lexicon::from_bytes`](crate::Lexicon::from_bytes) takes.
///
/// The words are different and in the order of the alphabet, as an [`Imported`](crate::import::Imported) list
/// has them; `entries` is how many the list had before anything was dropped.
///
/// The same words give the same bytes, on every machine.
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

/// An edge of a graph under construction: its letter, whether a word ends with it, and the node after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Draft {
    letter: Letter,
    is_word: bool,
    /// The number of a registered node. The node without edges is number 0.
    child: u32,
}

/// Builds the smallest graph from words in order (Daciuk et al. 2000): only the path of the last word is open;
/// whatever a new word leaves behind can never change again and is shared with an equal node, if there is one.
#[derive(Default)]
struct Minimiser {
    /// Nodes along the last word that may still get edges, the root first. The child of each last edge is open.
    open: Vec<Vec<Draft>>,
    /// Closed nodes and their numbers, counted from 1. A child has a lower number than any of its parents.
    numbers: HashMap<Vec<Draft>, u32>,
    /// How many edges the closed nodes have.
    edges: usize,
}

impl Minimiser {
    fn add(&mut self, previous: &[Letter], word: &[Letter]) {
        let shared = previous.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.close_below(shared);
        self.open.resize_with(word.len(), Vec::new);
        for (depth, &letter) in word.iter().enumerate().skip(shared) {
            self.open[depth].push(Draft { letter, is_word: depth + 1 == word.len(), child: 0 });
        }
    }

    /// Closes the open nodes deeper than `depth`, the deepest first.
    fn close_below(&mut self, depth: usize) {
        while self.open.len() > depth + 1 {
            let Some(node) = self.open.pop() else { break };
            let number = self.number(node);
            if let Some(edge) = self.open.last_mut().and_then(|parent| parent.last_mut()) {
                edge.child = number;
            }
        }
    }

    fn number(&mut self, node: Vec<Draft>) -> u32 {
        let next = self.numbers.len() as u32 + 1;
        let edges = node.len();
        *self.numbers.entry(node).or_insert_with(|| {
            self.edges += edges;
            next
        })
    }

    /// Asked after every word, so that a list of noise is given up before it fills the memory.
    fn check_size(&self) -> Result<(), CompileError> {
        // One more is the empty edge.
        let got = self.edges + 1;
        if got > PackedEdge::MOST {
            Err(CompileError::TooLarge { got, most: PackedEdge::MOST })
        } else {
            Ok(())
        }
    }

    /// Lays the nodes out so that every child comes after its parents, which is what makes a loaded graph
    /// provably free of cycles; descending numbers are such an order.
    fn finish(mut self) -> Result<Vec<PackedEdge>, CompileError> {
        self.close_below(0);
        if let Some(root) = self.open.pop() {
            self.number(root);
        }
        self.check_size()?;
        let mut nodes: Vec<(Vec<Draft>, u32)> = self.numbers.into_iter().collect();
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
