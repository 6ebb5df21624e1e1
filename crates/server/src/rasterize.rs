//! Rasterises our SVG with an embedded font. No fonts of the machine are used.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Letters of the supported languages and of most European names. Other scripts become boxes.
const FONT: &[u8] = include_bytes!("../assets/DejaVuSans-Bold.subset.ttf");
const FAMILY: &str = "DejaVu Sans";

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    Arc::new(fonts)
});

/// Renders an SVG at a scale as a PNG; `None` if it is invalid or too large.
pub(crate) fn png(svg: &str, scale: f32) -> Option<Vec<u8>> {
    let options =
        Options { fontdb: Arc::clone(&FONTS), font_family: FAMILY.to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size().scale_by(scale)?;
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().ok()
}
