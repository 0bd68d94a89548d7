//! Commands of Cargo that a page names: the package and what is to be run exist.

use std::path::Path;

/// What a page has Cargo run that is not there.
pub(super) fn missing(root: &Path, page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let named = text.split("cargo ").skip(1);
    let named = named.filter_map(|rest| rest.split(['`', '\n']).next());
    named
        .filter(|command| !exists(root, command))
        .map(|command| format!("{}: cargo {command}", page.display()))
        .collect()
}

fn exists(root: &Path, command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = |flag: &str| {
        let at = words.iter().position(|word| *word == flag)?;
        words.get(at + 1).copied()
    };
    let Some(package) = after("-p") else {
        return true;
    };
    let name = package.strip_prefix("lydite-").unwrap_or("cli");
    let package = root.join("crates").join(name);
    let targets = [
        ("--example", "examples"),
        ("--bench", "benches"),
        ("--test", "tests"),
    ];
    package.is_dir()
        && targets.iter().all(|(flag, folder)| {
            after(flag).is_none_or(|name| {
                let target = package.join(folder).join(name);
                target.is_dir() || target.with_extension("rs").is_file()
            })
        })
}

#[test]
fn what_is_not_there_is_missed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert!(exists(&root, "test -p lydite --test it book"));
    assert!(exists(&root, "test --workspace"));
    assert!(!exists(&root, "test -p lydite --test upkeep"));
    assert!(!exists(&root, "run -p lydite-nothing"));
}
