use std::{borrow::Cow, ops::Range, sync::Arc};

use rules::{Language, Letter, Words};

use crate::{
    Children, Edge, FormatError, Metadata, Node, WordsInOrder,
    format::{self, PackedEdge},
    prefix_table::PrefixTable,
};

/// A word list as a graph: looks words up and lists the letters that can follow a prefix.
///
/// It borrows or owns the bytes of a compiled list and reads them in place; nothing is unpacked.
/// The constructor has checked the bytes, so every walk through the graph ends after at most
/// [`LONGEST`](crate::LONGEST) letters.
///
/// ```
/// use lexicon::{Lexicon, import::Importer, Origin};
/// use rules::Language;
///
/// let english = Language::by_code("en").unwrap();
/// let list = Importer::new(&english).read("as\nask\nasp\nat\n".as_bytes()).unwrap();
/// let bytes = list.compile(&Origin::new("an example", "1", "2026-11-15")).unwrap();
/// let lexicon = Lexicon::from_bytes(bytes, english.clone()).unwrap();
///
/// // A walk: which letters follow AS, and do they end a word?
/// let a = lexicon.child(lexicon.root(), english.letter("A").unwrap()).unwrap();
/// let s = lexicon.child(a.child, english.letter("S").unwrap()).unwrap();
/// assert!(s.is_word);
/// let next: Vec<_> = lexicon.children(s.child).map(|edge| english.text(edge.letter)).collect();
/// assert_eq!(next, ["K", "P"]);
///
/// // All of it, in order.
/// let words: Vec<_> = lexicon.words().map(|word| english.write(&word)).collect();
/// assert_eq!(words, ["AS", "ASK", "ASP", "AT"]);
/// assert_eq!(lexicon.metadata().playable_word_count, 4);
/// ```
#[derive(Clone)]
pub struct Lexicon {
    language: Arc<Language>,
    metadata: Metadata,
    bytes: Cow<'static, [u8]>,
    edges: Range<usize>,
    beginnings: PrefixTable,
}

impl Lexicon {
    /// Checks the bytes of a compiled list for a language.
    ///
    /// ```
    /// use lexicon::{FormatError, Lexicon};
    /// use rules::Language;
    ///
    /// let english = Language::by_code("en").unwrap();
    /// let error = Lexicon::from_bytes(b"aa\naah\naahed\naahing\naahs\naal\n".as_slice(), english).unwrap_err();
    /// assert!(matches!(error, FormatError::Magic { .. }));
    /// ```
    pub fn from_bytes(
        bytes: impl Into<Cow<'static, [u8]>>,
        language: Arc<Language>,
    ) -> Result<Lexicon, FormatError> {
        let bytes = bytes.into();
        let (metadata, edges) = format::read(&bytes, &language)?;
        let beginnings = PrefixTable::new(bytes[edges.clone()].as_chunks().0, language.letters().len());
        Ok(Lexicon { language, metadata, bytes, edges, beginnings })
    }

    /// The language of the list.
    pub fn language(&self) -> &Arc<Language> {
        &self.language
    }

    /// The origin and the size of the list.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The bytes of the compiled list, to be written to a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The node where every word begins.
    #[inline]
    pub fn root(&self) -> Node {
        root(self.edges())
    }

    /// The edges of a node, in alphabetical order.
    #[inline]
    pub fn children(&self, node: Node) -> Children<'_> {
        Children::new(self.edges(), node)
    }

    /// The edge of a node with this letter.
    #[inline]
    pub fn child(&self, node: Node, letter: Letter) -> Option<Edge> {
        find(self.edges(), node, letter)?.unpack()
    }

    /// All words in alphabetical order.
    pub fn words(&self) -> WordsInOrder<'_> {
        WordsInOrder::new(self)
    }

    #[inline]
    fn edges(&self) -> &[[u8; 4]] {
        self.bytes[self.edges.clone()].as_chunks().0
    }
}

impl Words for Lexicon {
    fn contains(&self, word: &[Letter]) -> bool {
        let edges = self.edges();
        let Some((mut last, rest)) = self.beginnings.split(edges, word) else { return false };
        for &letter in rest {
            let Some(edge) = find(edges, Node(last.child()), letter) else { return false };
            last = edge;
        }
        last.is_word()
    }
}

#[inline]
pub(crate) fn root(edges: &[[u8; 4]]) -> Node {
    // An empty list has only the empty edge.
    if edges.len() > 1 { Node(1) } else { Node::LEAF }
}

/// The edge of a node with this letter.
///
/// This is a linear search. After the first three letters, nodes have so few children that
/// comparing four at once was not faster when measured.
#[inline]
pub(crate) fn find(edges: &[[u8; 4]], node: Node, letter: Letter) -> Option<PackedEdge> {
    let wanted = letter.index() as u8;
    // The empty edge ends the search at a leaf, which needs no special case.
    let mut siblings = edges.get(node.0 as usize..)?.iter().map(|&bytes| PackedEdge::read(bytes));
    let edge = siblings.find(|edge| !edge.is_followed_before(wanted))?;
    (edge.letter_index() == wanted).then_some(edge)
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Omit the edges, which are half a megabyte.
        f.debug_struct("Lexicon").field("metadata", &self.metadata).finish_non_exhaustive()
    }
}
