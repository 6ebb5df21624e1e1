//! The file format of a compiled list. All numbers are little-endian.
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | magic |
//! | 8 | 4 | format version |
//! | 12 | 4 | CRC-32 of everything after it |
//! | 16 | 4 | length *a* of the alphabet |
//! | 20 | 4 | length *m* of the metadata |
//! | 24 | 4 | number *e* of edges |
//! | 28 | *a* | the alphabet: the language code, then the letters in order, one per line |
//! | 28 + *a* | *m* | the metadata as JSON |
//! | 28 + *a* + *m* | 4 *e* | the edges |
//!
//! A node is a run of edges with ascending letters; a flag marks its last edge. Edge 0 is empty,
//! and "child 0" means that no letter follows. The root starts at edge 1. Every child comes after
//! its parents.

use std::ops::Range;

use rules::{Language, Letter};

use crate::{LONGEST, Metadata};

/// The version of the file format that this code reads and writes.
pub const FORMAT_VERSION: u32 = 1;

// The byte above 127 detects 7-bit transfers, and the line endings detect newline translation.
const MAGIC: [u8; 8] = *b"\xd7dord\r\n\n";
const CHECKED_FROM: usize = 16;
const HEADER: usize = 28;

/// Why a file cannot be used as a compiled word list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file ends within the header.
    #[error("expected a header of {expected} bytes, got {got} bytes")]
    TooShort {
        /// The length of the header.
        expected: usize,
        /// The length of the file.
        got: usize,
    },
    /// The file has another format.
    #[error("expected a compiled word list at offset 0, got a file that begins with {got:02x?}")]
    Magic {
        /// The first bytes of the file.
        got: [u8; 8],
    },
    /// The file has another format version.
    #[error("expected format version {expected} at offset 8, got {got}")]
    Version {
        /// The supported version.
        expected: u32,
        /// The version of the file.
        got: u32,
    },
    /// The file was truncated or extended.
    #[error("expected {expected} bytes by the lengths at offset 16, got {got}")]
    Size {
        /// The length according to the header.
        expected: u64,
        /// The actual length.
        got: u64,
    },
    /// The contents were changed.
    #[error("expected checksum {expected:08x} at offset 12, got {got:08x}")]
    Checksum {
        /// The checksum in the header.
        expected: u32,
        /// The checksum of the contents.
        got: u32,
    },
    /// The file was compiled for another language or another alphabet.
    #[error("expected the alphabet {expected:?} at offset 28, got {got:?}")]
    Alphabet {
        /// The code and the letters of the requested language.
        expected: String,
        /// The code and the letters in the file.
        got: String,
    },
    /// The metadata cannot be parsed, or contradicts the graph.
    #[error("expected metadata of this list at offset {offset}, got: {problem}")]
    Metadata {
        /// The offset of the metadata.
        offset: usize,
        /// What is wrong with the metadata.
        problem: String,
    },
    /// The graph is invalid.
    #[error("at offset {offset}: {fault}")]
    Graph {
        /// The offset of the invalid edge.
        offset: usize,
        /// What is wrong with the edge.
        fault: GraphFault,
    },
}

/// What is wrong with an edge of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GraphFault {
    /// Edge 0 is missing, or is not the empty edge.
    #[error("expected the empty edge {:08x}, got {got:?}", PackedEdge::NONE.0)]
    First {
        /// The edge found, if any.
        got: Option<u32>,
    },
    /// The letter is outside the alphabet.
    #[error("expected a letter below {letters}, got {got}")]
    Letter {
        /// The number of letters in the alphabet.
        letters: usize,
        /// The index of the letter.
        got: usize,
    },
    /// The letters of a node are not ascending.
    #[error("expected a letter after {previous} in this node, got {got}")]
    Order {
        /// The letter of the previous edge.
        previous: usize,
        /// The letter of this edge.
        got: usize,
    },
    /// The child does not come after the edge, or is outside the graph.
    #[error("expected 0 or a child above {own} and below {edges}, got {got}")]
    Child {
        /// The index of the edge.
        own: usize,
        /// The number of edges.
        edges: usize,
        /// The child of the edge.
        got: usize,
    },
    /// The child is in the middle of a node.
    #[error("expected the first edge of a node, got {got} inside one")]
    ChildInside {
        /// The child of the edge.
        got: usize,
    },
    /// The edge neither ends a word nor has a child.
    #[error("expected a word to end where no letter follows")]
    DeadEnd,
    /// A path is longer than the board is wide.
    #[error("expected words of at most {LONGEST} letters, got a path of {got}")]
    TooDeep {
        /// The minimum length of the path.
        got: usize,
    },
    /// The last node has no edge marked as last.
    #[error("expected the last edge of a node at the end")]
    Unfinished,
}

/// An edge in 32 bits: letter (8), ends a word (1), last edge of its node (1), child (22).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedEdge(pub(crate) u32);

impl PackedEdge {
    /// The maximum number of edges in a graph: what 22 bits can address.
    pub(crate) const MOST: usize = 1 << 22;

    const WORD: u32 = 1 << 8;
    const LAST: u32 = 1 << 9;

    /// The empty edge at index 0.
    ///
    /// No alphabet has its letter, so a search for a letter ends here without a special case.
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

    /// Whether a search for a letter must go on to the next edge of the node.
    ///
    /// That is so if this edge has an earlier letter and is not the last.
    #[inline]
    pub(crate) fn is_followed_before(self, letter_index: u8) -> bool {
        // The last-edge flag is above the letter bits, so one comparison tests both conditions.
        self.0 & (PackedEdge::LAST | 0xff) < letter_index.into()
    }

    #[inline]
    pub(crate) fn child(self) -> u32 {
        self.0 >> 10
    }
}

pub(crate) fn write(language: &Language, metadata: &Metadata, edges: &[PackedEdge]) -> Vec<u8> {
    let alphabet = alphabet(language);
    // Serialising a struct of strings and numbers cannot fail; its only map has numbers as keys.
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

/// Checks the whole file and returns the range of the edges. Walking them needs no checks.
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

    // The lengths add up to the length of the file, so these ranges are within it.
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

/// Checks a graph: returns the number of words, or the index of an invalid edge.
fn check_graph(edges: &[[u8; 4]], letters: usize) -> Result<u64, (usize, GraphFault)> {
    let first = edges.first().map(|&bytes| PackedEdge::read(bytes));
    if first != Some(PackedEdge::NONE) {
        return Err((0, GraphFault::First { got: first.map(|edge| edge.0) }));
    }
    // Go backwards, so that the child of an edge is checked before the edge.
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
        // Edge 0 has nothing below it, so "child 0" needs no special case.
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

/// The words and the depth below an edge and its later siblings.
#[derive(Clone, Copy, Default)]
struct Below {
    words: u32,
    depth: u8,
}
