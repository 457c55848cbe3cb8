//! What the source must look like: layers, engines in one place each, sizes. Reads the files, runs nothing.

#![expect(clippy::disallowed_methods, reason = "reads the source files")]

mod source;

use std::collections::{BTreeMap, BTreeSet};

use source::{Source, sources};

/// The layers of ARCHITECTURE.md: name, modules, and the layers that they may use beside their own.
const LAYERS: [(&str, &[&str], &[&str]); 6] = [
    (
        "domain",
        &[
            "text",
            "path",
            "digest",
            "yaml",
            "finding",
            "note",
            "evidence",
            "vault",
            "change",
            "edit",
            "caller",
            "config",
            "proposal",
            "plan",
            "signature",
            "uri",
        ],
        &[],
    ),
    ("seams", &["port"], &["domain"]),
    (
        "judgment",
        &["check", "verify", "search", "golden", "okf", "redact", "summary", "reorg", "pull"],
        &["domain", "seams"],
    ),
    ("adapters", &["store", "agent", "embed", "forge"], &["domain", "seams", "judgment"]),
    ("operations", &["ops"], &["domain", "seams", "judgment"]),
    ("faces", &["cli", "mcp"], &["domain", "seams", "judgment", "adapters", "operations"]),
];

/// Where each third-party engine may be named: a file, or a folder with `/` at the end; an engine of two adapters stands twice.
const ENGINES: [(&str, &str); 37] = [
    ("whatlang", "src/search/detection.rs"),
    ("frostem", "src/search/stem/"),
    ("pulldown_cmark", "src/note/"),
    ("serde_saphyr", "src/yaml/"),
    ("granit_parser", "src/yaml/"),
    ("toml", "src/config.rs"),
    ("git2", "src/store/git/"),
    ("ignore", "src/store/files/"),
    ("tempfile", "src/store/"),
    ("tantivy", "src/store/index/"),
    ("ed25519_dalek", "src/signature.rs"),
    ("flate2", "src/proposal/handover.rs"),
    ("getrandom", "src/store/"),
    ("sha2", "src/digest.rs"),
    ("rten", "src/embed/"),
    ("tokenizers", "src/embed/"),
    ("safetensors", "src/embed/"),
    ("reqwest", "src/embed/"),
    ("reqwest", "src/store/registry/"),
    ("genai", "src/agent/model/"),
    ("tokio", "src/agent/model/"),
    ("tokio", "src/forge/github/wire.rs"),
    ("tokio", "src/mcp/"),
    ("rmcp", "src/mcp/"),
    ("axum", "src/mcp/"),
    ("rustls", "src/embed/"),
    ("octocrab", "src/forge/github/"),
    ("ring", "src/forge/github/key.rs"),
    ("mail_parser", "src/evidence/"),
    ("html2text", "src/evidence/"),
    ("lopdf", "src/evidence/"),
    ("csv", "src/evidence/"),
    ("landlock", "src/agent/command/sandbox.rs"),
    ("clap", "src/cli/"),
    ("clap_complete", "src/cli/"),
    ("clap_mangen", "src/cli/"),
    ("indicatif", "src/cli/progress.rs"),
];

/// Engines that stand in one file even though a folder would be allowed.
const ONE_FILE: [&str; 4] = ["mail_parser", "html2text", "lopdf", "csv"];

fn layer_of(module: &str) -> Option<&'static str> {
    LAYERS.iter().find(|(_, modules, _)| modules.contains(&module)).map(|(layer, ..)| *layer)
}

fn fail_on(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    let faults: Vec<String> = sources()
        .iter()
        .filter(|source| !matches!(source.module(), "lib" | "main") && layer_of(source.module()).is_none())
        .map(|source| {
            format!("{}: give `{}` a layer in this test and in DESIGN", source.path, source.module())
        })
        .collect();
    fail_on(&faults);
}

#[test]
fn dependencies_point_downward() {
    let mut faults = Vec::new();
    for source in sources() {
        let Some(own) = layer_of(source.module()) else { continue };
        let may_use = LAYERS.iter().find(|(layer, ..)| *layer == own).map_or(&[][..], |(_, _, below)| *below);
        for (line, used) in source.crate_modules() {
            let Some(layer) = layer_of(&used) else { continue };
            if layer != own && !may_use.contains(&layer) {
                faults.push(format!("{}:{line}: {own} must not use {layer} (`crate::{used}`)", source.path));
            }
        }
    }
    fail_on(&faults);
}

#[test]
fn who_proposes_and_who_audits_share_no_code() {
    let mut faults = Vec::new();
    for source in sources() {
        for (line, text) in source.code() {
            let crosses = (source.path.starts_with("src/verify/") && text.contains("agent::rules"))
                || (source.path.starts_with("src/agent/rules/") && text.contains("crate::verify"));
            if crosses {
                faults.push(format!("{}:{line}: {}", source.path, text.trim()));
            }
        }
    }
    fail_on(&faults);
}

#[test]
fn only_the_composition_root_names_adapters() {
    let allowed = ["src/cli/app.rs", "src/cli/failure.rs"];
    // What belongs to those two files may be in parts.
    let folders = ["src/cli/app/", "src/cli/failure/"];
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.module() == "cli") {
        for (line, used) in source.crate_modules() {
            let path = source.path.as_str();
            let is_root = allowed.contains(&path) || folders.iter().any(|folder| path.starts_with(folder));
            if layer_of(&used) == Some("adapters") && !is_root {
                faults.push(format!("{}:{line}: ask `App` for it instead (`crate::{used}`)", source.path));
            }
        }
    }
    fail_on(&faults);
}

#[test]
fn each_engine_is_named_in_one_place() {
    let mut faults = Vec::new();
    let mut files: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        for (line, text) in source.code() {
            for (engine, place) in ENGINES.iter().filter(|(engine, _)| source::names_crate(text, engine)) {
                files.entry(engine).or_default().insert(source.path.clone());
                let is_home = |place: &str| {
                    source.path.starts_with(place)
                        || place.strip_suffix('/').is_some_and(|folder| source.path == format!("{folder}.rs"))
                };
                let at_home = ENGINES.iter().any(|(other, place)| other == engine && is_home(place));
                if !at_home {
                    faults.push(format!("{}:{line}: {engine} belongs in {place}", source.path));
                }
            }
        }
    }
    for engine in ONE_FILE {
        let named = files.get(engine).cloned().unwrap_or_default();
        if named.len() > 1 {
            faults.push(format!("{engine} is named in several files: {named:?}"));
        }
    }
    fail_on(&faults);
}

#[test]
fn files_are_small_and_say_what_they_are() {
    let sources = sources();
    let mut faults = Vec::new();
    let mut sizes: Vec<usize> = Vec::new();
    for Source { path, lines, .. } in &sources {
        sizes.push(lines.len());
        if lines.len() > 800 {
            faults.push(format!("{path}: {} lines; split it, 800 is the most", lines.len()));
        }
        if !lines.first().is_some_and(|line| line.starts_with("//! ")) {
            faults.push(format!("{path}: the first line says what the module is, `//! ...`"));
        }
    }
    sizes.sort_unstable();
    let median = sizes[sizes.len() / 2];
    if median > 150 {
        faults.push(format!("the median file has {median} lines; 150 is the most"));
    }
    fail_on(&faults);
}
