//! Words of content: stems, words that carry nothing, words that mean the same or the opposite.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Words that carry no content of their own; what they do to a claim is judged elsewhere.
const STOP: &[&str] = &[
    "a",
    "an",
    "the",
    "this",
    "that",
    "these",
    "those",
    "it",
    "its",
    "itself",
    "i",
    "me",
    "my",
    "mine",
    "myself",
    "we",
    "us",
    "our",
    "ours",
    "you",
    "your",
    "yours",
    "yourself",
    "he",
    "him",
    "his",
    "she",
    "her",
    "hers",
    "they",
    "them",
    "their",
    "theirs",
    "who",
    "whom",
    "whose",
    "which",
    "what",
    "where",
    "when",
    "why",
    "how",
    "is",
    "am",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "do",
    "does",
    "did",
    "doing",
    "done",
    "have",
    "has",
    "had",
    "having",
    "will",
    "would",
    "shall",
    "should",
    "can",
    "could",
    "may",
    "might",
    "must",
    "ought",
    "of",
    "in",
    "on",
    "at",
    "to",
    "for",
    "from",
    "by",
    "with",
    "about",
    "as",
    "into",
    "onto",
    "upon",
    "through",
    "and",
    "or",
    "but",
    "nor",
    "so",
    "yet",
    "if",
    "then",
    "than",
    "because",
    "while",
    "until",
    "till",
    "unless",
    "since",
    "before",
    "after",
    "during",
    "within",
    "without",
    "between",
    "there",
    "here",
    "also",
    "too",
    "very",
    "just",
    "only",
    "even",
    "still",
    "already",
    "again",
    "not",
    "no",
    "never",
    "none",
    "yes",
    "okay",
    "ok",
    "oh",
    "well",
    "please",
    "thanks",
    "thank",
    "i'm",
    "i've",
    "i'll",
    "i'd",
    "it's",
    "he's",
    "she's",
    "we're",
    "we've",
    "we'll",
    "we'd",
    "you're",
    "you've",
    "you'll",
    "you'd",
    "they're",
    "they've",
    "they'll",
    "they'd",
    "that's",
    "there's",
    "what's",
    "who's",
    "let's",
    "don't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "won't",
    "wouldn't",
    "can't",
    "cannot",
    "couldn't",
    "shouldn't",
    "haven't",
    "hasn't",
    "hadn't",
    "any",
    "some",
    "all",
    "each",
    "every",
    "both",
    "such",
    "same",
    "other",
    "another",
    "up",
    "down",
    "out",
    "off",
    "over",
    "under",
    "per",
    "via",
    "etc",
    "e.g",
    "i.e",
    "mr",
    "mrs",
    "ms",
    "dr",
    "called",
    "named",
    "get",
    "gets",
    "got",
    "getting",
    "go",
    "goes",
    "going",
    "gonna",
    "let",
    "one",
    "ones",
    "currently",
    "current",
    "now",
    "like",
    "made",
    "make",
    "makes",
    "own",
    "s",
    "t",
    "around",
    "approximately",
    "roughly",
    "nearly",
    "almost",
    "exactly",
    "least",
    "most",
    "more",
    "less",
    "fewer",
    "maximum",
    "minimum",
    "total",
    "is",
    "regarding",
    "concerning",
    "later",
    "longer",
    "mid",
    "middle",
    "afterwards",
    "then",
    "total",
    "az",
    "és",
    "hogy",
    "nem",
    "ez",
    "egy",
    "der",
    "die",
    "das",
    "und",
    "ist",
    "ein",
    "eine",
    "nicht",
    "van",
    "volt",
    "den",
    "dem",
    "des",
    "im",
    "mit",
    "für",
    "von",
    "zu",
    "zum",
    "zur",
    "auf",
    "lesz",
    "csak",
    "nur",
    "ha",
    "wenn",
    "vagy",
    "oder",
    "meg",
    "is",
    "sind",
    "wird",
    "werden",
    "war",
];

/// Words for who speaks and that they spoke; a report adds them to what was said.
const REPORT: &[&str] = &[
    "customer",
    "users",
    "provider",
    "advice",
    "wants",
    "want",
    "likes",
    "sees",
    "owns",
    "owned",
    "user",
    "client",
    "caller",
    "agent",
    "assistant",
    "representative",
    "person",
    "speaker",
    "says",
    "say",
    "said",
    "saying",
    "states",
    "state",
    "stated",
    "stating",
    "mentions",
    "mentioned",
    "confirms",
    "confirmed",
    "reports",
    "reported",
    "according",
    "noted",
    "notes",
    "asked",
    "asks",
    "told",
    "tells",
    "tell",
    "explained",
    "explains",
    "gave",
    "given",
    "gives",
    "give",
    "provided",
    "provides",
    "described",
    "answered",
    "replied",
    "advised",
    "informed",
    "question",
    "conversation",
    "ticket",
    "document",
    "source",
    "following",
    "used",
    "uses",
    "use",
    "using",
    "known",
    "listed",
    "recorded",
    "set",
];

/// Groups of stems that say the same in support talk, notes and documents.
const SAME: &[&[&str]] = &[
    &["buy", "purchas", "bought", "acquir"],
    &["pay", "paid", "payment", "payabl"],
    &["cost", "price", "charg", "fee"],
    &["phone", "telephon", "cell", "mobil"],
    &["mail", "email"],
    &["car", "vehicl", "auto", "automobil"],
    &["job", "posit", "role", "occup"],
    &["work", "employ", "employe", "employer"],
    &["salari", "wage"],
    &["live", "resid", "address"],
    &["home", "hous"],
    &["begin", "start", "commenc", "began", "begun"],
    &["end", "finish", "expir"],
    &["need", "requir", "necessari"],
    &["allow", "permit", "possibl"],
    &["cancel", "cancell"],
    &["refund", "reimburs"],
    &["send", "sent"],
    &["month", "monthli"],
    &["year", "annual", "yearli", "annum", "annually"],
    &["week", "weekli"],
    &["day", "daili"],
    &["hour", "hourli"],
    &["child", "children", "kid"],
    &["birth", "born"],
    &["doctor", "physician"],
    &["lawyer", "attornei", "attorney"],
    &["flight", "fly", "flew"],
    &["person", "peopl"],
    &["keep", "kept", "retain", "retent", "store", "stay", "stai"],
    &["use", "used", "us", "usag"],
    &["delet", "remov", "eras"],
    &["error", "fail", "failur"],
    &["fix", "repair", "mend"],
    &["help", "assist"],
    &["plan", "intend"],
    &["hold", "held"],
    &["run", "ran"],
    &["take", "took", "taken"],
    &["choos", "chose", "chosen", "select", "pick"],
    &["leav", "left"],
    &["meet", "met"],
    &["lose", "lost"],
    &["sell", "sold"],
    &["write", "wrote", "written"],
    &["borrow", "loan"],
    &["rent", "renting"],
    &["full", "complet"],
    &["own", "owner"],
    &["number", "no"],
    &["mother", "mom", "mum"],
    &["father", "dad"],
    &["appli", "applic", "apply"],
    &["schedul", "appoint", "book"],
    &["transfer", "move"],
    &["replac", "substitut"],
    &["receiv", "receipt"],
    &["arriv", "arrival"],
    &["deliv", "deliveri"],
    &["decid", "decis"],
    &["prefer", "prefere", "preferr"],
    &["approv", "approval"],
    &["agre", "agreement"],
    &["renew", "renewal"],
    &["want", "would"],
    &["spous", "wife", "husband"],
    &["wed", "marri", "marriag"],
    &["allerg", "allergi"],
];

/// Pairs of stems of which one denies the other.
const OPPOSITE: &[(&str, &str)] = &[
    ("increas", "decreas"),
    ("increas", "reduc"),
    ("increas", "lower"),
    ("rais", "lower"),
    ("raise", "reduce"),
    ("higher", "lower"),
    ("high", "low"),
    ("more", "less"),
    ("accept", "reject"),
    ("accept", "refus"),
    ("accept", "declin"),
    ("approv", "reject"),
    ("approv", "den"),
    ("approv", "deni"),
    ("allow", "forbid"),
    ("allow", "prohibit"),
    ("allow", "deni"),
    ("enabl", "disabl"),
    ("open", "clos"),
    ("includ", "exclud"),
    ("requir", "option"),
    ("mandatori", "option"),
    ("buy", "sell"),
    ("sell", "buy"),
    ("first", "last"),
    ("begin", "end"),
    ("earliest", "latest"),
    ("incom", "outgo"),
    ("upgrad", "downgrad"),
    ("gain", "lose"),
    ("win", "lose"),
    ("won", "lost"),
    ("borrow", "lend"),
    ("add", "remov"),
    ("succeed", "fail"),
    ("success", "failur"),
    ("success", "unsuccess"),
    ("pass", "fail"),
    ("present", "absent"),
    ("public", "privat"),
    ("internal", "extern"),
    ("credit", "debit"),
    ("gross", "net"),
    ("singl", "marri"),
    ("weekdai", "weekend"),
    ("weekday", "weekend"),
    ("older", "younger"),
    ("faster", "slower"),
    ("cheaper", "expens"),
    ("male", "female"),
    ("left", "right"),
    ("north", "south"),
    ("east", "west"),
    ("morn", "even"),
    ("morn", "afternoon"),
    ("inside", "outside"),
    ("before", "after"),
    ("posit", "neg"),
    ("alway", "never"),
    ("alive", "dead"),
    ("promot", "inhibit"),
    ("activ", "inactiv"),
    ("activ", "inhibit"),
    ("stronger", "weaker"),
    ("strengthen", "weaken"),
    ("better", "wors"),
    ("minimum", "maximum"),
];

/// Whether `word`, in lower case, carries no content.
pub(super) fn is_stop(word: &str) -> bool {
    static SET: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP.iter().copied().collect());
    SET.contains(word)
}

/// Whether `word`, in lower case, only says who spoke or that they spoke.
pub(super) fn is_report(word: &str) -> bool {
    static SET: LazyLock<HashSet<&str>> = LazyLock::new(|| REPORT.iter().copied().collect());
    SET.contains(word)
}

/// The number of the group of words that mean the same as `stem`; 0 where it stands alone.
pub(super) fn group(stem: &str) -> usize {
    static MAP: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
        SAME.iter()
            .enumerate()
            .flat_map(|(at, group)| group.iter().map(move |&stem| (stem, at + 1)))
            .collect()
    });
    MAP.get(stem).copied().unwrap_or(0)
}

/// Whether two stems are forms of one word.
pub(super) fn akin(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let prefix = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let shorter = a.len().min(b.len());
    // Long words that differ in their ending only: `registr-ation`, `registr-y`.
    (shorter >= 5 && prefix >= shorter.max(5) && a.len().abs_diff(b.len()) <= 3)
        || (shorter >= 7 && prefix + 1 >= shorter && a.len().abs_diff(b.len()) <= 2)
}

/// Whether two stems mean the same here.
pub(super) fn alike(a: &str, b: &str) -> bool {
    akin(a, b) || (group(a) != 0 && group(a) == group(b))
}

/// The stem whose opposite `stem` is, when it is one of `others`.
pub(super) fn opposite<'o>(stem: &str, mut others: impl Iterator<Item = &'o str>) -> Option<&'o str> {
    others
        .find(|other| OPPOSITE.iter().any(|&(a, b)| (a == stem && b == *other) || (b == stem && a == *other)))
}

/// The stem of `word`, in lower case: inflection taken off, derivation mostly left.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() {
        return word.to_owned();
    }
    let word = word.split('\'').next().unwrap_or(word);
    let mut stem = word.to_owned();
    let ends = |stem: &str, end: &str, least: usize| stem.len() >= end.len() + least && stem.ends_with(end);
    let cut = |stem: &mut String, count: usize| stem.truncate(stem.len() - count);
    if ends(&stem, "sses", 1) || ends(&stem, "ches", 2) || ends(&stem, "shes", 2) || ends(&stem, "xes", 2) {
        cut(&mut stem, 2);
    } else if ends(&stem, "ies", 2) {
        cut(&mut stem, 3);
        stem.push('y');
    } else if ends(&stem, "s", 3) && !ends(&stem, "ss", 1) && !ends(&stem, "us", 1) && !ends(&stem, "is", 1) {
        cut(&mut stem, 1);
    }
    if ends(&stem, "ied", 2) {
        cut(&mut stem, 3);
        stem.push('y');
    } else if ends(&stem, "ing", 3) || ends(&stem, "ed", 3) {
        let count = if stem.ends_with("ing") { 3 } else { 2 };
        if stem[..stem.len() - count].contains(['a', 'e', 'i', 'o', 'u', 'y']) && !ends(&stem, "eed", 0) {
            cut(&mut stem, count);
            let bytes = stem.as_bytes();
            let double = bytes.len() >= 2 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
            if double && !stem.ends_with(['l', 's', 'z', 'e', 'o']) {
                cut(&mut stem, 1);
            }
        }
    }
    if ends(&stem, "ly", 4) {
        cut(&mut stem, 2);
    }
    if ends(&stem, "ation", 4) {
        cut(&mut stem, 5);
    } else if ends(&stem, "ion", 4)
        || ends(&stem, "ment", 4)
        || ends(&stem, "able", 4)
        || ends(&stem, "ible", 4)
    {
        let count = if stem.ends_with("ion") { 3 } else { 4 };
        cut(&mut stem, count);
    }
    if ends(&stem, "e", 3) {
        cut(&mut stem, 1);
    } else if ends(&stem, "y", 3) {
        cut(&mut stem, 1);
        stem.push('i');
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflected_forms_share_a_stem() {
        for (a, b) in [
            ("nodes", "node"),
            ("requested", "requests"),
            ("planning", "plans"),
            ("policies", "policy"),
            ("moving", "moves"),
            ("stopped", "stop"),
        ] {
            assert!(alike(&stem(a), &stem(b)), "{a} {b}: {} {}", stem(a), stem(b));
        }
        assert!(!alike(&stem("nodes"), &stem("clusters")));
        assert!(alike(&stem("salary"), &stem("salaries")));
    }
}
