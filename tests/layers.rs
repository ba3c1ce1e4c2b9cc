//! The layers of the crate point one way: a file may use its own layer and those
//! below. Reads the sources and fails where one names a higher layer.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules by layer, the lowest first. Modules of one layer do not know each
/// other, but for the exceptions below.
const LAYERS: &[&[&str]] = &[
    &["board"],
    &["rules"],
    &["position"],
    &["notation", "eval", "egtb"],
    &["search", "referee"],
    &["engine"],
    &["hub", "dxp", "openings", "annotate", "train"],
    &["arena", "compliance"],
    &["tools"],
    &["cli", "main"],
];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules a text names behind `crate::` or `polydam::`, a list in braces
/// included.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for prefix in ["crate::", "polydam::"] {
        for (start, _) in text.match_indices(prefix) {
            let rest = &text[start + prefix.len()..];
            let list = match rest.strip_prefix('{') {
                Some(list) => list.split('}').next().unwrap_or(""),
                None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""),
            };
            names.extend(list.split(',').map(|item| item.trim().split("::").next().unwrap_or("").to_owned()));
        }
    }
    names
}

#[test]
fn layers_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut checked = 0;
    for file in files.iter().filter(|file| !file.ends_with("lib.rs")) {
        let inside = file.strip_prefix(&root).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let module = first.trim_end_matches(".rs");
        let own = layer(module).unwrap_or_else(|| panic!("{module} has no layer"));
        for name in named(&fs::read_to_string(file).unwrap()) {
            let Some(other) = layer(&name) else { continue };
            let allowed = other < own || name == module;
            assert!(allowed, "{} is of layer {own} and names {name}, of layer {other}", inside.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "the check sees the sources");
}

#[test]
fn nobody_below_the_tools_prints_or_exits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for module in LAYERS[..6].iter().copied().flatten() {
        let folder = root.join(module);
        if folder.is_dir() {
            sources(&folder, &mut files);
        } else {
            files.push(root.join(format!("{module}.rs")));
        }
    }
    assert!(files.len() > 20);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for word in ["println!", "print!", "eprintln!", "dbg!", "stdout(", "stdin(", "process::exit"] {
            assert!(!text.contains(word), "{}: {word}", file.display());
        }
    }
}

#[test]
fn no_variant_is_named_below_the_selection() {
    // The rule set is a type in the generator, the evaluation and the search.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for module in ["board", "position", "notation", "eval", "egtb", "search"] {
        sources(&root.join(module), &mut files);
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        assert!(!code.contains("Variant::"), "{}", file.display());
    }
}
