use rules::Language;
use rules::notation::Gcg;

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "gcg",
    run: gcg,
    dictionary: &[
        b"#player1 ",
        b"#player2 ",
        b"#note ",
        b"#rack1 ",
        b"#incomplete\n",
        b"#character-encoding UTF-8\n",
        b"\n>Ann: ",
        b" 8H ",
        b" H8 ",
        b" -- -",
        b" - +0 ",
        b" -QZ +0 ",
        b" -3 +0 ",
        b" (challenge) +5 ",
        b" (time) -10 ",
        b" (QZ) +40 ",
        b"..",
        b"[CH]",
        b"65536",
        b"#note #unsuccessful-challenge\n",
        b"#note #resigned Ann\n",
        b"\xef\xbb\xbf",
    ],
};

/// A game file that parses round-trips, and replaying it never panics.
///
/// If the replay succeeds, writing the game with dots gives the same board.
pub fn gcg(input: &[u8]) {
    let Ok(game) = Gcg::from_bytes(input) else { return };
    let written = game.to_string();
    assert_eq!(Gcg::parse(&written).as_ref(), Ok(&game), "{written}");
    for language in Language::all() {
        if let Ok(replay) = game.replay(language) {
            assert_eq!(replay.scores.len(), game.players().len());
            let dotted = game.with_dots(language).expect("what was laid can be written with dots");
            assert_eq!(dotted.replay(language).map(|replay| replay.board), Ok(replay.board), "{written}");
        }
    }
}
