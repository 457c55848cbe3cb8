//! In what else two claims differ: time, region, person, task, precondition, as notes, claims and evidence say. It decides
//! nothing.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::note::Note;
use crate::plan::{Aspect, Difference};
use crate::reorg::survey::{Statement, Survey};
use crate::verify::Contrast;

/// Words for regions, in lower case; a region of several words is looked for as such.
const REGIONS: &[&str] = &[
    "eu",
    "e.u",
    "european union",
    "europe",
    "emea",
    "eea",
    "uk",
    "united kingdom",
    "britain",
    "great britain",
    "england",
    "scotland",
    "wales",
    "ireland",
    "usa",
    "u.s",
    "united states",
    "america",
    "north america",
    "south america",
    "latin america",
    "latam",
    "canada",
    "mexico",
    "brazil",
    "argentina",
    "chile",
    "asia",
    "apac",
    "asia-pacific",
    "japan",
    "china",
    "india",
    "korea",
    "singapore",
    "hong kong",
    "australia",
    "new zealand",
    "africa",
    "south africa",
    "nigeria",
    "egypt",
    "middle east",
    "israel",
    "turkey",
    "germany",
    "france",
    "spain",
    "italy",
    "portugal",
    "netherlands",
    "belgium",
    "luxembourg",
    "switzerland",
    "austria",
    "hungary",
    "poland",
    "czechia",
    "czech republic",
    "slovakia",
    "slovenia",
    "croatia",
    "romania",
    "bulgaria",
    "serbia",
    "greece",
    "cyprus",
    "malta",
    "denmark",
    "sweden",
    "norway",
    "finland",
    "iceland",
    "estonia",
    "latvia",
    "lithuania",
    "ukraine",
    "dach",
    "benelux",
    "nordics",
    "scandinavia",
    "budapest",
    "berlin",
    "london",
    "paris",
    "vienna",
    "zurich",
    "munich",
    "new york",
    "california",
    "texas",
    "magyarország",
    "magyarországon",
    "németország",
    "németországban",
    "ausztria",
    "deutschland",
    "österreich",
    "schweiz",
    "ungarn",
    "eu-ban",
    "domestic",
    "overseas",
    "abroad",
    "international",
    "worldwide",
];

/// Words for whom something holds, in lower case.
const PERSONS: &[&str] = &[
    "customer",
    "customers",
    "consumer",
    "consumers",
    "business customers",
    "guest",
    "guests",
    "member",
    "members",
    "admin",
    "admins",
    "administrator",
    "administrators",
    "owner",
    "owners",
    "employee",
    "employees",
    "contractor",
    "contractors",
    "student",
    "students",
    "teacher",
    "teachers",
    "child",
    "children",
    "adult",
    "adults",
    "senior",
    "seniors",
    "premium",
    "free users",
    "free plan",
    "free tier",
    "enterprise",
    "partner",
    "partners",
    "reseller",
    "resellers",
    "supplier",
    "suppliers",
    "agent",
    "agents",
    "developer",
    "developers",
    "manager",
    "managers",
    "subscriber",
    "subscribers",
    "new customers",
    "existing customers",
    "companies",
    "individuals",
    "intern",
    "interns",
    "first-time buyers",
    "wholesale",
    "retail",
    "ügyfél",
    "ügyfelek",
    "vevők",
    "kunden",
    "mitarbeiter",
];

/// Words that put a task before what they name.
const TASKS: &[&str] = &["when", "during", "while", "for"];

/// What one side says of every aspect.
#[derive(Debug, Default)]
struct Said {
    time: BTreeSet<String>,
    region: BTreeSet<String>,
    person: BTreeSet<String>,
    task: BTreeSet<String>,
    condition: BTreeSet<String>,
}

impl Said {
    fn of(&self, aspect: Aspect) -> &BTreeSet<String> {
        match aspect {
            Aspect::Region => &self.region,
            Aspect::Person => &self.person,
            Aspect::Task => &self.task,
            Aspect::Precondition => &self.condition,
            Aspect::Time | Aspect::Value => &self.time,
        }
    }
}

const ASPECTS: [Aspect; 5] =
    [Aspect::Time, Aspect::Region, Aspect::Person, Aspect::Task, Aspect::Precondition];

/// Whether the claims, and the notes around them, say themselves that they hold in different cases.
pub(super) fn is_told(one: &Statement<'_>, other: &Statement<'_>, contrast: &Contrast) -> bool {
    let (mine, theirs) = (stated(one), stated(other));
    let apart = |aspect: &Aspect| {
        let (mine, theirs) = (mine.of(*aspect), theirs.of(*aspect));
        !mine.is_empty() && !theirs.is_empty() && mine.is_disjoint(theirs)
    };
    ASPECTS.iter().any(apart)
        || is_later(one.note, other.note)
        || is_later(other.note, one.note)
        || contrast.limits.iter().all(|limits| !limits.is_empty())
}

/// Whether `one` holds until before `other` begins to hold.
fn is_later(one: &Note, other: &Note) -> bool {
    let day = |note: &Note, key: &str| note.front.text(key).and_then(crate::note::day);
    day(one, "valid_until").zip(day(other, "valid_from")).is_some_and(|(end, start)| end < start)
}

/// The aspects in which the claims differ, by what they, their notes and their evidence say.
pub(super) fn between(
    survey: &Survey<'_>,
    one: &Statement<'_>,
    other: &Statement<'_>,
    contrast: &Contrast,
) -> Vec<Difference> {
    let (mut mine, mut theirs) = (stated(one), stated(other));
    heard(survey, one, &mut mine);
    heard(survey, other, &mut theirs);
    mine.condition.extend(contrast.limits[0].iter().cloned());
    theirs.condition.extend(contrast.limits[1].iter().cloned());
    let join = |values: &BTreeSet<String>| values.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let differing = ASPECTS.iter().filter_map(|&aspect| {
        let (a, b) = (mine.of(aspect), theirs.of(aspect));
        let differs = a != b && (aspect != Aspect::Time || (!a.is_empty() && !b.is_empty()));
        differs.then(|| Difference { aspect, values: vec![join(a), join(b)] })
    });
    differing.collect()
}

/// What the claim and the front matter of its note say.
fn stated(statement: &Statement<'_>) -> Said {
    let mut said = Said::default();
    words(&statement.claim.text, &mut said);
    if let Some(Value::Object(fields)) = statement.note.front.get("applies_to").map(|field| &field.value) {
        for (key, value) in fields {
            let into = match key.as_str() {
                "region" | "regions" | "where" | "country" => &mut said.region,
                "person" | "persons" | "people" | "who" | "role" => &mut said.person,
                "task" | "tasks" => &mut said.task,
                "time" | "when" | "from" | "until" | "period" => &mut said.time,
                _ => &mut said.condition,
            };
            match value {
                Value::Array(items) => {
                    into.extend(items.iter().filter_map(Value::as_str).map(str::to_lowercase))
                }
                Value::String(text) => {
                    into.insert(text.to_lowercase());
                }
                Value::Null => {}
                value => {
                    into.insert(value.to_string());
                }
            }
        }
    }
    said
}

/// What the cited lines say, and when they were said.
fn heard(survey: &Survey<'_>, statement: &Statement<'_>, said: &mut Said) {
    for span in super::cited(survey, statement) {
        let Some(item) = survey.scope.vault.item(&span.evidence) else { continue };
        said.time.insert(span.evidence.as_str()[..10].to_owned());
        if let Some(text) = item.spoken_lines(span.lines) {
            words(&text, said);
            said.condition.extend(conditions(&text));
        }
        for about in &item.meta.subjects {
            words(about, said);
        }
    }
}

/// The regions, persons and tasks that `text` names.
fn words(text: &str, said: &mut Said) {
    let lower = text.to_lowercase();
    let pieces: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '.')))
        .filter(|word| !word.is_empty())
        .collect();
    let spoken: Vec<&str> = pieces.iter().map(|word| word.trim_matches(['.', '-'])).collect();
    let names = |list: &[&str]| -> Vec<String> {
        let has = |phrase: &&&str| {
            let wanted: Vec<&str> = phrase.split(' ').collect();
            spoken.windows(wanted.len()).any(|window| window == wanted)
        };
        list.iter().filter(has).map(|&phrase| phrase.to_owned()).collect()
    };
    said.region.extend(names(REGIONS));
    // "us" is a pronoun; "US" is none.
    if text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "US") {
        said.region.insert("us".to_owned());
    }
    said.person.extend(names(PERSONS));
    for window in spoken.windows(2) {
        if TASKS.contains(&window[0]) && window[1].len() > 5 && window[1].ends_with("ing") {
            said.task.insert(window[1].to_owned());
        }
    }
}

/// The conditions that `text` sets: from the word that opens one to the next mark.
fn conditions(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for clause in text.split(['.', ';', ',', '\n', '!', '?', '"']) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let opens = |word: &&str| {
            matches!(
                word.to_lowercase().as_str(),
                "if" | "unless" | "except" | "provided" | "ha" | "kivéve" | "wenn" | "falls"
            )
        };
        if let Some(at) = words.iter().position(opens) {
            found.push(words[at..].iter().take(10).copied().collect::<Vec<_>>().join(" "));
        }
    }
    found
}
