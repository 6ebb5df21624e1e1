//! A page, and its two forms.

use std::fmt::Write as _;

/// A piece of a page. Texts may have `code` in them.
pub(super) enum Block {
    Heading { level: usize, text: String },
    Paragraph(String),
    List(Vec<String>),
    Code { language: &'static str, text: String },
    Table { heads: Vec<&'static str>, rows: Vec<Vec<String>> },
}

pub(super) fn markdown(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        let _ = match block {
            Block::Heading { level, text: heading } => writeln!(text, "{} {heading}\n", "#".repeat(*level)),
            Block::Paragraph(paragraph) => writeln!(text, "{paragraph}\n"),
            Block::List(items) => {
                let items: Vec<String> = items.iter().map(|item| format!("- {item}")).collect();
                writeln!(text, "{}\n", items.join("\n"))
            }
            Block::Code { language, text: code } => writeln!(text, "```{language}\n{code}\n```\n"),
            Block::Table { heads, rows } => {
                let row = |cells: &[String]| format!("| {} |", cells.join(" | ").replace('\n', " "));
                let heads: Vec<String> = heads.iter().map(ToString::to_string).collect();
                let rule = format!("|{}", "---|".repeat(heads.len()));
                let rows: Vec<String> = rows.iter().map(|cells| row(cells)).collect();
                writeln!(text, "{}\n{rule}\n{}\n", row(&heads), rows.join("\n"))
            }
        };
    }
    format!("{}\n", text.trim_end())
}

pub(super) fn html(title: &str, blocks: &[Block]) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n</head>\n<body>\n<main>\n",
        escaped(title)
    );
    for block in blocks {
        let _ = match block {
            Block::Heading { level, text: heading } => {
                let id = heading.replace('`', "").replace(' ', "-").to_lowercase();
                writeln!(text, "<h{level} id=\"{}\">{}</h{level}>", escaped(&id), inline(heading))
            }
            Block::Paragraph(paragraph) => writeln!(text, "<p>{}</p>", inline(paragraph)),
            Block::List(items) => {
                writeln!(text, "<ul>{}</ul>", each("li", items))
            }
            Block::Code { text: code, .. } => writeln!(text, "<pre><code>{}</code></pre>", escaped(code)),
            Block::Table { heads, rows } => {
                let heads: Vec<String> = heads.iter().map(ToString::to_string).collect();
                let row = |cells: &Vec<String>| format!("<tr>{}</tr>\n", each("td", cells));
                let rows: Vec<String> = rows.iter().map(row).collect();
                let (heads, rows) = (each("th", &heads), rows.concat());
                let head = format!("<thead><tr>{heads}</tr></thead>");
                writeln!(text, "<table>\n{head}\n<tbody>\n{rows}</tbody>\n</table>")
            }
        };
    }
    text.push_str("</main>\n</body>\n</html>\n");
    text
}

/// Texts, each in an element.
fn each(element: &str, texts: &[String]) -> String {
    let wrapped = |text: &String| format!("<{element}>{}</{element}>", inline(text));
    texts.iter().map(wrapped).collect::<Vec<_>>().concat()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text with its `code` marked.
fn inline(text: &str) -> String {
    let marked = |(index, piece): (usize, &str)| {
        let piece = escaped(piece);
        if index % 2 == 1 { format!("<code>{piece}</code>") } else { piece }
    };
    text.split('`').enumerate().map(marked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_same_pieces_in_both_forms_and_nothing_in_it_is_markup() {
        let page = [
            Block::Heading { level: 2, text: "The `a` event".to_owned() },
            Block::Paragraph("x < y".to_owned()),
            Block::List(vec!["one".to_owned()]),
            Block::Table { heads: vec!["h"], rows: vec![vec!["`c`".to_owned()]] },
            Block::Code { language: "ts", text: "Array<T>".to_owned() },
        ];
        let expected =
            "## The `a` event\n\nx < y\n\n- one\n\n| h |\n|---|\n| `c` |\n\n```ts\nArray<T>\n```\n";
        assert_eq!(markdown(&page), expected);
        let html = html("t", &page);
        for piece in [
            "<h2 id=\"the-a-event\">The <code>a</code> event</h2>",
            "<p>x &lt; y</p>",
            "<li>one</li>",
            "<td><code>c</code></td>",
            "<pre><code>Array&lt;T&gt;</code></pre>",
        ] {
            assert!(html.contains(piece), "{piece} is not in {html}");
        }
    }
}
