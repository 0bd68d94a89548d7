//! Links between pages: every relative one leads to a file, and to a heading of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The links of a page that lead nowhere.
pub(super) fn broken(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let folder = page.parent().unwrap();
    let mut broken = Vec::new();
    for target in targets(&text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let file = if file.is_empty() {
            page.to_owned()
        } else {
            folder.join(file)
        };
        if !file.exists() {
            broken.push(format!("{}: no file {target}", page.display()));
        } else if !anchor.is_empty() && !anchors(&file).contains(anchor) {
            broken.push(format!("{}: no heading {target}", page.display()));
        }
    }
    broken
}

/// The pictures of a page.
pub(super) fn pictures(page: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(page).unwrap();
    let targets = targets(&text).into_iter();
    let pictures = targets.filter(|target| target.ends_with(".svg"));
    let folder = page.parent().unwrap();
    pictures.map(|picture| folder.join(picture)).collect()
}

/// All Markdown files of the project.
pub(super) fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// What links and pictures of a page point to, code left out.
fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for line in prose(text) {
        let mut rest = line.as_str();
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            if let Some(end) = rest.find(')') {
                targets.push(rest[..end].to_owned());
            }
        }
        for attribute in ["src=\"", "srcset=\"", "href=\""] {
            let mut rest = line.as_str();
            while let Some(at) = rest.find(attribute) {
                rest = &rest[at + attribute.len()..];
                if let Some(end) = rest.find('"') {
                    targets.push(rest[..end].to_owned());
                }
            }
        }
    }
    targets
}

/// The anchors of the headings of a page, as GitHub makes them.
fn anchors(page: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(page).unwrap_or_default();
    let mut anchors = BTreeSet::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let heading = line.trim_start_matches('#');
        if is_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let anchor = anchor(heading.trim());
        let mut again = 0;
        let mut unique = anchor.clone();
        while !anchors.insert(unique) {
            again += 1;
            unique = format!("{anchor}-{again}");
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|character| match character {
        ' ' | '-' => Some('-'),
        '_' => Some('_'),
        other if other.is_alphanumeric() => Some(other),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

/// The lines of a page without blocks and spans of code.
fn prose(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let spans = line.split('`');
            lines.push(spans.step_by(2).collect::<Vec<_>>().join(" "));
        }
    }
    lines
}

#[test]
fn links_and_anchors_are_found() {
    let text =
        "See [a](b.md#c) and `[no](link)`, ![p](p.svg)\n```\n[no](x)\n```\n<img src=\"q.svg\">";
    assert_eq!(targets(text), ["b.md#c", "p.svg", "q.svg"]);
    assert_eq!(anchor("`dataset check`"), "dataset-check");
    assert_eq!(anchor("qald-1 … qald-5"), "qald-1--qald-5");
    assert_eq!(anchor("How sure: 95 %?"), "how-sure-95-");
}
