//! Claims that say different things of the same. Which of them holds, and whether both do, is for whoever mends it.

use super::pairs::Pair;
use super::{difference, evidence, places, subject};
use crate::plan::{Aspect, Difference, Fault, FaultKind};
use crate::reorg::survey::Survey;

/// How much of each of two claims the other must say, in what each says: the smaller and the larger share.
const LEAST_COVER: [f64; 2] = [0.5, 0.7];
/// How much of what two claims say beside their subject both must say: many things are said of one subject.
const LEAST_OWN: f64 = 0.5;
/// The same where one denies what the other states: then nothing else holds them together.
const LEAST_COVER_TURNED: [f64; 2] = [0.6, 0.75];

/// A fault for each pair that says different things of the same.
pub(super) fn faults(survey: &Survey<'_>, pairs: &[Pair]) -> Vec<Fault> {
    pairs.iter().filter_map(|pair| fault(survey, pair)).collect()
}

fn fault(survey: &Survey<'_>, pair: &Pair) -> Option<Fault> {
    let values = said(survey, pair)?;
    if !subject::is_same(survey, pair) {
        return None;
    }
    let (one, other) = (&survey.statements[pair.one], &survey.statements[pair.other]);
    // It is written down already, for a person to decide.
    if one.is_disputed() && other.is_disputed() {
        return None;
    }
    // Both say when, where or for whom they hold, and it is not the same: both hold.
    if difference::is_told(one, other, &pair.contrast) {
        return None;
    }
    let mut differs: Vec<Difference> =
        values.iter().map(|pair| Difference { aspect: Aspect::Value, values: pair.to_vec() }).collect();
    let more = difference::between(survey, one, other, &pair.contrast);
    let shown: Vec<String> = values.iter().map(|[mine, theirs]| format!("`{mine}` and `{theirs}`")).collect();
    let apart: Vec<&str> = more.iter().map(|difference| difference.aspect.name()).collect();
    let reason = if apart.is_empty() {
        format!("they say {} of the same", shown.join(", "))
    } else {
        format!("they say {} of the same; they differ in {} too", shown.join(", "), apart.join(", "))
    };
    differs.extend(more);
    let fault = Fault::new(FaultKind::Contradiction, places(survey, pair), evidence(survey, pair), reason);
    Some(fault.differing(differs))
}

/// What the claims of `pair` say differently of the same, if they do.
fn said(survey: &Survey<'_>, pair: &Pair) -> Option<Vec<[String; 2]>> {
    let contrast = &pair.contrast;
    let [least, most] = pair.cover();
    let is_about_same = |cover: [f64; 2]| least >= cover[0] && most >= cover[1];
    let says_otherwise =
        !contrast.differing.is_empty() || !contrast.dates.is_empty() || contrast.turned.is_some();
    if contrast.apart || contrast.shared.is_empty() || !says_otherwise {
        return None;
    }
    // One word in place of another: each says its value of something else.
    let is_swapped = contrast.only.iter().all(|only| only.len() == 1) && contrast.turned.is_none();
    if is_swapped || subject::own_words(survey, pair).cover() < LEAST_OWN {
        return None;
    }
    // Each has a limit that the other has not: they speak of different cases.
    if contrast.limits.iter().all(|limits| !limits.is_empty()) {
        return None;
    }
    let lone = contrast.values.iter().map(Vec::len).max().unwrap_or_default();
    if !contrast.differing.is_empty() {
        // Two amounts on two days: each says when.
        let fits = contrast.dates.is_empty() && contrast.differing.len() <= 2 && lone <= 1;
        return (fits && is_about_same(LEAST_COVER)).then(|| contrast.differing.clone());
    }
    if !contrast.dates.is_empty() {
        // The day is what is said only where nothing else is.
        let (one, other) = (&survey.statements[pair.one].gist, &survey.statements[pair.other].gist);
        let only_days =
            contrast.agreeing == 0 && one.values.len() <= 2 && other.values.len() <= 2 && lone == 0;
        return (only_days && is_about_same(LEAST_COVER)).then(|| contrast.dates.clone());
    }
    let turned = contrast.turned.clone().filter(|_| lone == 0 && is_about_same(LEAST_COVER_TURNED))?;
    Some(vec![turned])
}
