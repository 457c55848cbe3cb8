//! Turns of a conversation into statements: questions meet their answers, "I" and "you" become who they are.

use crate::evidence::Block;
use crate::text::LineRange;

use super::answer::{self, Prior};
use super::cast::{Cast, Speaker};
use super::correction;
use super::person::{Persons, rewrite};
use super::quotable::quotable;
use super::statement::{Statement, Support, Yield, sentence_case, without_end};
use super::talk::{instructs_readers, is_service, without_openers};
use super::token::{lower_words, sentences};
use super::worth::{Worth, weigh};

/// The longest claim that sentences are still joined into, in characters.
const LONGEST: usize = 320;

/// The longest sentence that a claim is made of, in bytes.
const LONGEST_SENTENCE: usize = 600;

/// One turn, read.
pub(super) struct Turn<'b> {
    pub(super) speaker: Speaker,
    pub(super) sentences: Vec<&'b str>,
    pub(super) lines: LineRange,
}

impl Turn<'_> {
    /// Whether it ends in a question.
    fn asks(&self) -> bool {
        self.sentences.last().is_some_and(|last| last.ends_with('?'))
    }
}

/// The statements of `blocks`, the turns of one conversation in order.
pub(super) fn statements(blocks: &[Block], cast: &Cast) -> Yield {
    let turns: Vec<Turn<'_>> = blocks
        .iter()
        .map(|block| Turn {
            speaker: cast.speaker(block.speaker.as_deref()),
            sentences: sentences(&block.text),
            lines: block.lines,
        })
        .collect();
    let mut found = Yield::default();
    for index in 0..turns.len() {
        let turn = &turns[index];
        if turn.speaker == Speaker::Machine {
            for sentence in &turn.sentences {
                found.note(turn.lines, sentence, false, "instructions to a model, or output of a program");
            }
            continue;
        }
        let listener = listener(&turns, index);
        let stage = Stage {
            turn,
            before: index.checked_sub(1).map(|at| &turns[at]),
            earlier: index.checked_sub(2).map(|at| &turns[at]),
            listener,
            cast,
        };
        stage.play(&mut found);
    }
    found
}

/// Whom the turn at `index` speaks to: whoever spoke before, else whoever speaks next, unless several could be meant.
fn listener<'t>(turns: &'t [Turn<'_>], index: usize) -> Option<&'t Speaker> {
    let speaker = &turns[index].speaker;
    let others = |at: &&'t Turn<'_>| at.speaker != *speaker && at.speaker.noun().is_some();
    let first = turns.iter().find(others)?;
    let several = turns.iter().filter(others).any(|turn| turn.speaker != first.speaker);
    if !several {
        return Some(&first.speaker);
    }
    let near = index.checked_sub(1).and_then(|at| turns.get(at)).filter(others)?;
    turns.get(index + 1).is_none_or(|next| next.speaker == near.speaker).then_some(&near.speaker)
}

/// One turn with what is around it.
struct Stage<'s, 'b> {
    turn: &'s Turn<'b>,
    before: Option<&'s Turn<'b>>,
    earlier: Option<&'s Turn<'b>>,
    listener: Option<&'s Speaker>,
    cast: &'s Cast,
}

/// A claim that further sentences of the turn may still join.
struct Open<'b> {
    text: String,
    /// The first and the last sentence of this turn in it.
    first: &'b str,
    last: &'b str,
    prior: Option<Support>,
    worth: Worth,
    corrects: bool,
}

impl<'b> Stage<'_, 'b> {
    fn play(&self, found: &mut Yield) {
        let lines = self.turn.lines;
        let mut open: Option<Open<'b>> = None;
        let mut answered = false;
        for &sentence in &self.turn.sentences {
            let bare = without_openers(sentence);
            if let Some(reason) = self.dropped(sentence, bare) {
                // A bare "Yes." can still answer a question.
                let polar = (!answered && self.turn.sentences.len() <= 2 && reason == "nothing said")
                    .then(|| self.polar(sentence))
                    .flatten();
                answered |= polar.is_some();
                found.note(
                    lines,
                    sentence,
                    polar.is_some(),
                    polar.as_ref().map_or(reason, |_| "answer to a question"),
                );
                if let Some(claim) = polar {
                    self.close(&mut open, found);
                    open = Some(claim);
                }
                continue;
            }
            let depends = answer::depends(bare) || answer::is_fragment(bare);
            let joined = open.as_mut().is_some_and(|open| depends && self.join(open, sentence, bare));
            if joined {
                found.note(lines, sentence, true, "goes with the sentence before");
                continue;
            }
            self.close(&mut open, found);
            let claim = if answered { None } else { self.with_prior(sentence, bare) };
            answered = true;
            let claim = claim.or_else(|| self.alone(sentence, bare));
            let reason = claim
                .as_ref()
                .map_or("no fact, decision, preference or procedure", |claim| claim.worth.reason());
            found.note(lines, sentence, claim.is_some(), reason);
            open = claim;
        }
        self.close(&mut open, found);
    }

    /// Why `sentence`, which is `bare` without openers, states nothing.
    fn dropped(&self, sentence: &str, bare: &str) -> Option<&'static str> {
        if sentence.len() > LONGEST_SENTENCE {
            Some("too long for one claim")
        } else if instructs_readers(sentence) {
            Some("speaks to whoever reads, not of the matter")
        } else if bare.is_empty() {
            Some("nothing said")
        } else if sentence.ends_with('?') {
            Some("question")
        } else if is_service(bare) && weigh(bare, &self.turn.speaker) != Some(Worth::Exact) {
            Some("talk")
        } else {
            None
        }
    }

    /// The claim of a sentence that stands for itself.
    fn alone(&self, sentence: &'b str, bare: &str) -> Option<Open<'b>> {
        let decides = answer::decides(bare, &self.turn.speaker) && lower_words(bare).len() >= 4;
        let worth = weigh(bare, &self.turn.speaker)
            .or_else(|| decides.then_some(Worth::Preference))
            .or_else(|| self.advice(bare))
            .or_else(|| self.of_oneself(bare))?;
        if answer::is_fragment(bare) && worth != Worth::Exact {
            return None;
        }
        Some(self.open(self.said(bare), sentence, None, worth))
    }

    /// What a helper tells somebody to do is a procedure, where it is more than a gesture.
    fn advice(&self, bare: &str) -> Option<Worth> {
        let words = lower_words(bare);
        (answer::advises(bare, &self.turn.speaker) && words.len() >= 6).then_some(Worth::Rule)
    }

    /// What somebody says of themselves when asked is worth keeping, however short: "I'm vegetarian."
    fn of_oneself(&self, bare: &str) -> Option<Worth> {
        let asked = self.before.is_some_and(|before| before.speaker != self.turn.speaker && before.asks());
        let short = lower_words(bare);
        let own = matches!(short.first().map(String::as_str), Some("i'm" | "i've"))
            && (2..=8).contains(&short.len());
        (asked && own && !self.turn.speaker.is_helper()).then_some(Worth::State)
    }

    /// The claim of the turn's first statement together with what it answers or goes on from.
    fn with_prior(&self, sentence: &'b str, bare: &'b str) -> Option<Open<'b>> {
        let before = self.before.filter(|before| before.speaker != self.turn.speaker)?;
        let asked = before.sentences.last().filter(|last| last.ends_with('?'));
        let needs = answer::depends(bare) || answer::is_fragment(bare);
        if !needs {
            return None;
        }
        let prior = match asked {
            Some(question) => Prior::Question { question, statement: self.own_earlier() },
            None => match before.sentences.iter().rev().find(|one| states(one)) {
                Some(statement) => Prior::Statement(statement),
                None => return self.with_own_earlier(sentence, bare),
            },
        };
        let persons = self.persons(&before.speaker, Some(&self.turn.speaker));
        let rewritten = |text: &str| third(text, &persons);
        let noun = self.turn.speaker.noun()?;
        let said = self.clause(bare);
        let joined = answer::join(&prior, &rewritten, noun, &said, bare)?;
        let own = weigh(bare, &self.turn.speaker);
        let answers = joined.names_thing || own == Some(Worth::Exact) || asked.is_some() && own.is_some();
        let worth = weigh(&joined.text, &self.turn.speaker).filter(|_| answers)?;
        let mut lines = before.lines;
        if joined.uses_earlier {
            lines = lines.union(self.earlier?.lines);
        }
        let support = Support { lines, quote: quotable(joined.quoted) };
        Some(self.open(joined.text, sentence, Some(support), worth))
    }

    /// The claim of a sentence that goes on from what the same speaker said before a word of the other's.
    fn with_own_earlier(&self, sentence: &'b str, bare: &str) -> Option<Open<'b>> {
        let before = self.own_earlier()?;
        let earlier = self.earlier?;
        let worth = weigh(bare, &self.turn.speaker).filter(|worth| *worth == Worth::Exact)?;
        let text = format!("{}; {}", without_end(&before), self.clause(bare));
        let last = earlier.sentences.iter().rev().find(|one| states(one))?;
        let support = Support { lines: earlier.lines, quote: quotable(last) };
        (text.len() <= LONGEST).then(|| self.open(text, sentence, Some(support), worth))
    }

    /// What this speaker said last before the question, for questions such as "How much?".
    fn own_earlier(&self) -> Option<String> {
        let earlier = self.earlier.filter(|earlier| earlier.speaker == self.turn.speaker)?;
        let last = earlier.sentences.iter().rev().find(|one| states(one))?;
        Some(self.said(without_openers(last)))
    }

    /// The claim that a bare "Yes" or "No" makes of the question before it.
    fn polar(&self, sentence: &'b str) -> Option<Open<'b>> {
        let before = self.before.filter(|before| before.speaker != self.turn.speaker)?;
        let question = before.sentences.last().filter(|last| last.ends_with('?'))?;
        let persons = self.persons(&before.speaker, Some(&self.turn.speaker));
        let text =
            answer::polar(question, sentence, self.turn.speaker.noun()?, &|text| third(text, &persons))?;
        let worth = weigh(&text, &self.turn.speaker)?;
        let support = Support { lines: before.lines, quote: quotable(question) };
        Some(self.open(text, sentence, Some(support), worth))
    }

    fn join(&self, open: &mut Open<'b>, sentence: &'b str, bare: &str) -> bool {
        let more = self.clause(bare);
        let worthless = weigh(bare, &self.turn.speaker).is_none();
        if worthless || open.text.len() + more.len() > LONGEST {
            return worthless;
        }
        open.text = format!("{}; {more}", without_end(&open.text));
        open.last = sentence;
        open.corrects |= correction::corrects(sentence);
        true
    }

    fn open(&self, text: String, sentence: &'b str, prior: Option<Support>, worth: Worth) -> Open<'b> {
        Open { text, first: sentence, last: sentence, prior, worth, corrects: correction::corrects(sentence) }
    }

    fn close(&self, open: &mut Option<Open<'b>>, found: &mut Yield) {
        let Some(open) = open.take() else { return };
        let start = open.first.as_ptr() as usize;
        let all = self.turn.sentences.iter().skip_while(|one| (one.as_ptr() as usize) < start);
        let end = open.last.as_ptr() as usize;
        let quoted: Vec<&str> = all.take_while(|one| (one.as_ptr() as usize) <= end).copied().collect();
        let own = Support { lines: self.turn.lines, quote: quotable(&quoted.join(" ")) };
        let support = match open.prior {
            None => vec![own],
            // Neighbouring lines are one span; the answer's words are the ones to quote.
            Some(prior) if prior.lines.last() + 1 == own.lines.first() && own.quote.is_some() => {
                vec![Support { lines: prior.lines.union(own.lines), quote: own.quote }]
            }
            Some(prior) => vec![prior, own],
        };
        if support.iter().all(|support| support.quote.is_none()) {
            return;
        }
        found.statements.push(Statement {
            text: sentence_case(&open.text),
            support,
            headings: Vec::new(),
            worth: open.worth,
            spoken: true,
            corrects: open.corrects,
        });
    }

    /// A sentence of this turn in the third person, as a sentence of its own.
    fn said(&self, bare: &str) -> String {
        let bare = self.without_sight(bare);
        let noun = self.turn.speaker.noun().unwrap_or("the source");
        if answer::decides(bare, &self.turn.speaker) {
            return format!("{noun}: {}", answer::inside(bare));
        }
        match rewrite(bare, &self.persons(&self.turn.speaker, self.listener)) {
            Some(text) if answer::advises(bare, &self.turn.speaker) => {
                format!("{noun}: {}", answer::inside(&text))
            }
            Some(text) => text,
            None => format!("{noun}: {}", answer::inside(bare)),
        }
    }

    /// `bare` without "I see that": what a helper reads off a file is said of the file.
    fn without_sight<'t>(&self, bare: &'t str) -> &'t str {
        const SIGHTS: &[&str] =
            &["I see that ", "I can see that ", "I can see ", "I see ", "I'm showing ", "I show "];
        let rest = SIGHTS.iter().find_map(|sight| bare.strip_prefix(sight));
        rest.filter(|_| self.turn.speaker.is_helper()).unwrap_or(bare)
    }

    /// The same, to stand inside a sentence.
    fn clause(&self, bare: &str) -> String {
        answer::inside(&third(bare, &self.persons(&self.turn.speaker, self.listener)))
    }

    fn persons<'n>(&'n self, speaker: &'n Speaker, listener: Option<&'n Speaker>) -> Persons<'n> {
        Persons {
            speaker: speaker.noun().unwrap_or("the source"),
            listener: listener.and_then(Speaker::noun),
            to_helper: listener.is_some_and(Speaker::is_helper),
            we: self.cast.we(speaker),
        }
    }
}

/// Whether `sentence` says something that another can go on from.
fn states(sentence: &str) -> bool {
    let bare = without_openers(sentence);
    !bare.is_empty() && bare.len() <= LONGEST_SENTENCE && !bare.ends_with('?') && !is_service(bare)
}

/// `text` in the third person, or as it stands where that cannot be done.
fn third(text: &str, persons: &Persons<'_>) -> String {
    rewrite(text, persons).unwrap_or_else(|| text.to_owned())
}
