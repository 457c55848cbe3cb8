//! A generated base on disk, and the plan that the program makes of it.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::base::{Truth, Wanted, generate};
use crate::binary::Base;
use crate::search_speed::cost;

/// A generated base on disk, committed, and what is wrong with it.
pub struct Written {
    /// The repository.
    pub base: Base,
    /// Its files as they were made.
    pub files: Vec<(String, Vec<u8>)>,
    /// What is wrong.
    pub truth: Truth,
}

/// What `kb reorg plan --format json` prints, as far as it is compared.
#[derive(Deserialize)]
pub struct Plan {
    /// The faults that it found.
    pub faults: Vec<Found>,
}

/// A fault of a plan.
#[derive(Deserialize)]
pub struct Found {
    /// Its kind.
    pub kind: String,
    /// Where it is.
    #[serde(default)]
    pub places: Vec<FoundPlace>,
    /// The evidence that it is about.
    #[serde(default)]
    pub evidence: Vec<FoundSpan>,
    /// Why.
    pub reason: String,
}

/// A note, or a claim of it.
#[derive(Deserialize)]
pub struct FoundPlace {
    /// The path.
    pub path: String,
    /// The claim.
    pub claim: Option<FoundClaim>,
}

/// A claim.
#[derive(Deserialize)]
pub struct FoundClaim {
    /// Its text.
    pub text: String,
}

/// Lines of evidence.
#[derive(Deserialize)]
pub struct FoundSpan {
    /// The item.
    pub evidence: String,
}

impl Written {
    /// Writes the base that is wanted and commits it.
    pub fn new(wanted: &Wanted) -> Result<Written, String> {
        let base = Base::new()?;
        base.kb(&["init"])?;
        let made = generate(wanted);
        let mut folders = BTreeSet::new();
        // The configuration is the one that `kb init` writes, with the keys that go with it.
        for (path, bytes) in made.files.iter().filter(|(path, _)| path != "kb.toml") {
            let at = base.root.path().join(path);
            let folder = at.parent().map(std::path::Path::to_owned).unwrap_or_default();
            if folders.insert(folder.clone()) {
                std::fs::create_dir_all(&folder)
                    .map_err(|error| format!("making {}: {error}", folder.display()))?;
            }
            std::fs::write(&at, bytes).map_err(|error| format!("writing {path}: {error}"))?;
        }
        base.git(&["add", "--all"])?;
        base.git(&["commit", "--quiet", "--message", "base"])?;
        Ok(Written { base, files: made.files, truth: made.truth })
    }

    /// The plan, and the CPU seconds that it took.
    pub fn plan(&self) -> Result<(Plan, f64), String> {
        let mut printed = String::new();
        let (cpu, _) = cost(|| {
            printed = self.base.kb(&["reorg", "plan", "--format", "json"])?;
            Ok(String::new())
        })?;
        let plan =
            serde_json::from_str(&printed).map_err(|error| format!("the plan does not parse: {error}"))?;
        Ok((plan, cpu))
    }
}
