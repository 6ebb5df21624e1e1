use std::{borrow::Cow, ops::Range, sync::Arc};

use rules::{Language, Letter, Words};

use crate::{
    Children, Edge, FormatError, Metadata, Node, WordsInOrder,
    beginnings::Beginnings,
    format::{self, PackedEdge},
};

/// A word list that answers: is it a word, and which letters go on from here.
///
/// It borrows or owns the bytes of a compiled list and looks words up in them as they are; nothing is unpacked.
/// To have one is proof that the bytes were checked: every walk through the graph ends, and after at most
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
    beginnings: Beginnings,
}

impl Lexicon {
    /// Checks the bytes of a compiled list for a language and takes them as they are.
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
        let beginnings = Beginnings::new(bytes[edges.clone()].as_chunks().0, language.letters().len());
        Ok(Lexicon { language, metadata, bytes, edges, beginnings })
    }

    /// The language that it is for.
    pub fn language(&self) -> &Arc<Language> {
        &self.language
    }

    /// Where it comes from and how many words it has.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The bytes that it was made from, to be kept in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The node at which every word begins.
    #[inline]
    pub fn root(&self) -> Node {
        root(self.edges())
    }

    /// The letters that can follow at a node, in the order of the alphabet.
    #[inline]
    pub fn children(&self, node: Node) -> Children<'_> {
        Children::new(self.edges(), node)
    }

    /// What follows at a node by reading this letter.
    #[inline]
    pub fn child(&self, node: Node, letter: Letter) -> Option<Edge> {
        find(self.edges(), node, letter)?.unpack()
    }

    /// All words in the order of the alphabet.
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
    // An empty list has nothing but the empty edge.
    if edges.len() > 1 { Node(1) } else { Node::LEAF }
}

/// The edge of a node with this letter.
///
/// One after the other: past the first three letters nodes have so few children that comparing four at once was
/// measured to be no faster.
#[inline]
pub(crate) fn find(edges: &[[u8; 4]], node: Node, letter: Letter) -> Option<PackedEdge> {
    let wanted = letter.index() as u8;
    // The empty edge ends the search at a leaf, so there is no case for it.
    let mut siblings = edges.get(node.0 as usize..)?.iter().map(|&bytes| PackedEdge::read(bytes));
    let edge = siblings.find(|edge| !edge.is_followed_before(wanted))?;
    (edge.letter_index() == wanted).then_some(edge)
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Half a megabyte of edges would tell nobody anything.
        f.debug_struct("Lexicon").field("metadata", &self.metadata).finish_non_exhaustive()
    }
}
