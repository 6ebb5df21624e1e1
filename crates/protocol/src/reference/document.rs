//! A document and its rendering as Markdown and HTML.

use std::fmt::Write as _;

/// A block of a document. Texts may contain `code` in backticks.
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

/// The links of an HTML page.
pub(super) struct PageLinks<'a> {
    /// The address of the stylesheet. The page has no inline styles, so a strict content policy
    /// fits it.
    pub(super) stylesheet: &'a str,
    /// The addresses and titles of other pages.
    pub(super) others: &'a [(&'a str, &'a str)],
}

pub(super) fn html(title: &str, links: &PageLinks<'_>, blocks: &[Block]) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"{}\">\n</head>\n<body>\n{}<main>\n",
        escaped(title),
        escaped(links.stylesheet),
        navigation(links, blocks)
    );
    for block in blocks {
        let _ = match block {
            Block::Heading { level, text: heading } => {
                writeln!(text, "<h{level} id=\"{}\">{}</h{level}>", anchor(heading), inline(heading))
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

/// Links to the other pages, and to the sections of this one.
fn navigation(links: &PageLinks<'_>, blocks: &[Block]) -> String {
    let mut text = "<nav>\n<ul>".to_owned();
    for (address, name) in links.others {
        let _ = write!(text, "<li><a href=\"{}\">{}</a></li>", escaped(address), escaped(name));
    }
    text.push_str("</ul>\n");
    let mut is_open = false;
    for block in blocks {
        let Block::Heading { level, text: heading } = block else { continue };
        let link = format!("<a href=\"#{}\">{}</a>", anchor(heading), inline(heading));
        match level {
            2 => {
                let end = if is_open { "</ul></details>\n" } else { "" };
                let _ =
                    write!(text, "{end}<details><summary>{}</summary><ul><li>{link}</li>", inline(heading));
                is_open = true;
            }
            3 => {
                let _ = write!(text, "<li>{link}</li>");
            }
            _ => {}
        }
    }
    text.push_str(if is_open { "</ul></details>\n</nav>\n" } else { "</nav>\n" });
    text
}

/// The fragment identifier of a heading.
fn anchor(heading: &str) -> String {
    escaped(&heading.replace('`', "").replace(' ', "-").to_lowercase())
}

/// The texts, each wrapped in an element.
fn each(element: &str, texts: &[String]) -> String {
    let wrapped = |text: &String| format!("<{element}>{}</{element}>", inline(text));
    texts.iter().map(wrapped).collect::<Vec<_>>().concat()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes a text and marks up its `code`.
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
    fn a_page_has_the_same_content_in_both_formats_and_is_escaped() {
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
        let links = PageLinks { stylesheet: "/s.css", others: &[("/a?b&c", "other")] };
        let html = html("t", &links, &page);
        for piece in [
            "<link rel=\"stylesheet\" href=\"/s.css\">",
            "<a href=\"/a?b&amp;c\">other</a>",
            "<a href=\"#the-a-event\">",
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
