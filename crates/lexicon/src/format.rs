//! The file of a compiled list. All numbers are little-endian.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 8 | magic |
//! | 8 | 4 | version of the format |
//! | 12 | 4 | CRC-32 of everything after it |
//! | 16 | 4 | length *a* of the alphabet |
//! | 20 | 4 | length *m* of the metadata |
//! | 24 | 4 | number *e* of edges |
//! | 28 | *a* | the alphabet: code of the language, then its letters in order, each on a line of its own |
//! | 28 + *a* | *m* | the metadata as JSON |
//! | 28 + *a* + *m* | 4 *e* | the edges |
//!
//! A node is a run of edges with ascending letters, the last of which is marked. Edge 0 is no edge: "child 0" means
//! that nothing follows. The root begins at edge 1, and every child lies behind its parents.

use std::ops::Range;

use rules::{Language, Letter};

use crate::{LONGEST, Metadata};

/// The version of the file format that this code writes and reads.
pub const FORMAT_VERSION: u32 = 1;

// The byte above 127 shows that a transfer kept to 8 bits, the line endings that none was translated.
const MAGIC: [u8; 8] = *b"\xd7dord\r\n\n";
const CHECKED_FROM: usize = 16;
const HEADER: usize = 28;

/// A file that is not a compiled word list that can be used here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file ends inside its header.
    #[error("expected a header of {expected} bytes, got {got} bytes")]
    TooShort {
        /// How long the header is.
        expected: usize,
        /// How long the file is.
        got: usize,
    },
    /// It is another kind of file.
    #[error("expected a compiled word list at offset 0, got a file that begins with {got:02x?}")]
    Magic {
        /// How the file begins.
        got: [u8; 8],
    },
    /// It was written by another version of the program.
    #[error("expected format version {expected} at offset 8, got {got}")]
    Version {
        /// The version that can be read.
        expected: u32,
        /// The version of the file.
        got: u32,
    },
    /// It was cut off, or something was added to it.
    #[error("expected {expected} bytes by the lengths at offset 16, got {got}")]
    Size {
        /// How long the header says the file is.
        expected: u64,
        /// How long it is.
        got: u64,
    },
    /// Something in it was changed.
    #[error("expected checksum {expected:08x} at offset 12, got {got:08x}")]
    Checksum {
        /// The checksum in the header.
        expected: u32,
        /// The checksum of the bytes.
        got: u32,
    },
    /// It was compiled for another language, or for another tile set of this one.
    #[error("expected the alphabet {expected:?} at offset 28, got {got:?}")]
    Alphabet {
        /// Code and letters of the language that was asked for.
        expected: String,
        /// Code and letters in the file.
        got: String,
    },
    /// The metadata cannot be read, or contradict the graph.
    #[error("expected metadata of this list at offset {offset}, got: {problem}")]
    Metadata {
        /// Where the metadata begin.
        offset: usize,
        /// What is wrong with them.
        problem: String,
    },
    /// The graph is no graph of words.
    #[error("at offset {offset}: {fault}")]
    Graph {
        /// Where the edge is that is wrong.
        offset: usize,
        /// What is wrong with it.
        fault: GraphFault,
    },
}

/// What can be wrong with an edge of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GraphFault {
    /// There is no edge 0, or it is not the one that stands for nothing.
    #[error("expected the empty edge {:08x}, got {got:?}", PackedEdge::NONE.0)]
    First {
        /// What is there.
        got: Option<u32>,
    },
    /// A letter beyond the alphabet.
    #[error("expected a letter below {letters}, got {got}")]
    Letter {
        /// How many letters the alphabet has.
        letters: usize,
        /// The position of the letter.
        got: usize,
    },
    /// The letters of a node do not ascend.
    #[error("expected a letter after {previous} in this node, got {got}")]
    Order {
        /// The letter of the edge before.
        previous: usize,
        /// The letter of this edge.
        got: usize,
    },
    /// The child is not behind the edge, or not inside the graph.
    #[error("expected 0 or a child above {own} and below {edges}, got {got}")]
    Child {
        /// The number of the edge.
        own: usize,
        /// How many edges there are.
        edges: usize,
        /// The child that it names.
        got: usize,
    },
    /// The child is in the middle of a node.
    #[error("expected the first edge of a node, got {got} inside one")]
    ChildInside {
        /// The child that it names.
        got: usize,
    },
    /// Nothing follows, and no word ends here either.
    #[error("expected a word to end where no letter follows")]
    DeadEnd,
    /// A path is longer than the board is wide.
    #[error("expected words of at most {LONGEST} letters, got a path of {got}")]
    TooDeep {
        /// How long the path is at least.
        got: usize,
    },
    /// The last node has no last edge.
    #[error("expected the last edge of a node at the end")]
    Unfinished,
}

/// An edge in 32 bits: letter (8), whether a word ends here (1), whether it is the last of its node (1), child (22).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedEdge(pub(crate) u32);

impl PackedEdge {
    /// How many edges a graph can have: what 22 bits can address.
    pub(crate) const MOST: usize = 1 << 22;

    const WORD: u32 = 1 << 8;
    const LAST: u32 = 1 << 9;

    /// The edge at 0, where nothing is. Its letter is none of any alphabet, so that looking for one ends here by itself.
    pub(crate) const NONE: PackedEdge = PackedEdge(PackedEdge::LAST | Letter::MAX as u32);

    pub(crate) fn new(letter: Letter, is_word: bool, is_last: bool, child: usize) -> PackedEdge {
        let flags = if is_word { PackedEdge::WORD } else { 0 } | if is_last { PackedEdge::LAST } else { 0 };
        PackedEdge(letter.index() as u32 | flags | (child as u32) << 10)
    }

    #[inline]
    pub(crate) fn read(bytes: [u8; 4]) -> PackedEdge {
        PackedEdge(u32::from_le_bytes(bytes))
    }

    #[inline]
    pub(crate) fn letter_index(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(crate) fn is_word(self) -> bool {
        self.0 & PackedEdge::WORD != 0
    }

    #[inline]
    pub(crate) fn is_last(self) -> bool {
        self.0 & PackedEdge::LAST != 0
    }

    /// Whether whoever looks for a letter has to look at the next edge: this letter is before it and not the last.
    #[inline]
    pub(crate) fn is_followed_before(self, letter_index: u8) -> bool {
        // The mark of the last edge is above the letter, so that one comparison tells both.
        self.0 & (PackedEdge::LAST | 0xff) < letter_index.into()
    }

    #[inline]
    pub(crate) fn child(self) -> u32 {
        self.0 >> 10
    }
}

pub(crate) fn write(language: &Language, metadata: &Metadata, edges: &[PackedEdge]) -> Vec<u8> {
    let alphabet = alphabet(language);
    // A struct of strings and numbers has no way to fail: there are no maps with keys other than numbers in it.
    let metadata = serde_json::to_vec(metadata).expect("metadata are plain values");
    let mut bytes = Vec::with_capacity(HEADER + alphabet.len() + metadata.len() + 4 * edges.len());
    bytes.extend(MAGIC);
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend([0; 4]);
    for length in [alphabet.len(), metadata.len(), edges.len()] {
        bytes.extend((length as u32).to_le_bytes());
    }
    bytes.extend(alphabet.as_bytes());
    bytes.extend(metadata);
    bytes.extend(edges.iter().flat_map(|edge| edge.0.to_le_bytes()));
    let checksum = crc32fast::hash(&bytes[CHECKED_FROM..]);
    bytes[12..CHECKED_FROM].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Checks everything, so that whoever walks the graph later need not; gives where the edges are.
pub(crate) fn read(bytes: &[u8], language: &Language) -> Result<(Metadata, Range<usize>), FormatError> {
    let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(FormatError::TooShort { expected: HEADER, got: bytes.len() });
    };
    let (words, _) = header.as_chunks::<4>();
    let [_, _, version, checksum, alphabet_length, metadata_length, edge_count] =
        std::array::from_fn(|index| u32::from_le_bytes(words[index]));
    if header[..8] != MAGIC {
        return Err(FormatError::Magic { got: std::array::from_fn(|index| header[index]) });
    }
    if version != FORMAT_VERSION {
        return Err(FormatError::Version { expected: FORMAT_VERSION, got: version });
    }
    let expected =
        HEADER as u64 + u64::from(alphabet_length) + u64::from(metadata_length) + 4 * u64::from(edge_count);
    if bytes.len() as u64 != expected {
        return Err(FormatError::Size { expected, got: bytes.len() as u64 });
    }
    let got = crc32fast::hash(&bytes[CHECKED_FROM..]);
    if got != checksum {
        return Err(FormatError::Checksum { expected: checksum, got });
    }

    // The sum of the lengths is that of the file, so none of these ranges leaves it.
    let metadata_at = HEADER + alphabet_length as usize;
    let edges_at = metadata_at + metadata_length as usize;
    let expected = self::alphabet(language);
    if &bytes[HEADER..metadata_at] != expected.as_bytes() {
        let got = String::from_utf8_lossy(&bytes[HEADER..metadata_at]).into_owned();
        return Err(FormatError::Alphabet { expected, got });
    }
    let wrong = |problem: String| FormatError::Metadata { offset: metadata_at, problem };
    let metadata: Metadata =
        serde_json::from_slice(&bytes[metadata_at..edges_at]).map_err(|error| wrong(error.to_string()))?;
    if !metadata.languages.iter().any(|code| code == language.code()) {
        return Err(wrong(format!("a list for {:?}", metadata.languages)));
    }
    let (edges, _) = bytes[edges_at..].as_chunks::<4>();
    let words = check_graph(edges, language.letters().len())
        .map_err(|(edge, fault)| FormatError::Graph { offset: edges_at + 4 * edge, fault })?;
    if words != metadata.playable_word_count {
        return Err(wrong(format!("{} words for a graph of {words}", metadata.playable_word_count)));
    }
    Ok((metadata, edges_at..bytes.len()))
}

fn alphabet(language: &Language) -> String {
    let mut text = language.code().to_owned();
    for letter in language.letters() {
        text.push('\n');
        text.push_str(language.text(letter));
    }
    text
}

/// How many words a graph has; or which edge is wrong, and how.
fn check_graph(edges: &[[u8; 4]], letters: usize) -> Result<u64, (usize, GraphFault)> {
    let first = edges.first().map(|&bytes| PackedEdge::read(bytes));
    if first != Some(PackedEdge::NONE) {
        return Err((0, GraphFault::First { got: first.map(|edge| edge.0) }));
    }
    // From the end, because then what an edge leads to is known before the edge is met.
    let mut below = vec![Below::default(); edges.len()];
    let mut next = PackedEdge::NONE;
    for own in (1..edges.len()).rev() {
        let edge = PackedEdge::read(edges[own]);
        let fault = |fault| Err((own, fault));
        let letter = usize::from(edge.letter_index());
        if letter >= letters {
            return fault(GraphFault::Letter { letters, got: letter });
        }
        if own + 1 == edges.len() && !edge.is_last() {
            return fault(GraphFault::Unfinished);
        }
        if !edge.is_last() && next.letter_index() <= edge.letter_index() {
            let got = next.letter_index().into();
            return Err((own + 1, GraphFault::Order { previous: letter, got }));
        }
        let child = edge.child() as usize;
        if child == 0 {
            if !edge.is_word() {
                return fault(GraphFault::DeadEnd);
            }
        } else if child <= own || child >= edges.len() {
            return fault(GraphFault::Child { own, edges: edges.len(), got: child });
        } else if !PackedEdge::read(edges[child - 1]).is_last() {
            return fault(GraphFault::ChildInside { got: child });
        }
        // Edge 0 has nothing below it, so "child 0" needs no case of its own.
        let Below { words, depth } = below[child];
        let depth = depth + 1;
        if usize::from(depth) > LONGEST {
            return fault(GraphFault::TooDeep { got: depth.into() });
        }
        let words = words.saturating_add(edge.is_word().into());
        let siblings = if edge.is_last() { Below::default() } else { below[own + 1] };
        below[own] = Below { words: words.saturating_add(siblings.words), depth: depth.max(siblings.depth) };
        next = edge;
    }
    Ok(below.get(1).map_or(0, |root| root.words.into()))
}

/// What an edge and its later siblings lead to.
#[derive(Clone, Copy, Default)]
struct Below {
    words: u32,
    depth: u8,
}
