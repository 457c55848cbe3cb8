//! A knowledge base while it is made: its notes, its evidence, and what is wrong with it. It starts clean.

use jiff::civil::Date;

use super::bank::{Bank, Shape, Words};
use super::chance::Chance;
use super::fact::{Fact, Twist, Way, condition, fresh};
use super::page::{Page, Said};
use super::source::Item;
use super::subject::{Subject, folder};
use super::truth::{Place, Planted, Truth};
use super::value::day;

/// A family of subjects that has no notes yet.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its language, by number.
    pub bank: usize,
    /// Its folder.
    pub folder: String,
    /// Its members.
    pub subjects: Vec<Subject>,
}

/// The base.
pub struct World {
    /// The languages.
    pub banks: Vec<Bank>,
    /// Which sentences are used.
    pub words: Words,
    /// The notes.
    pub pages: Vec<Page>,
    /// The evidence.
    pub items: Vec<Item>,
    /// What is wrong.
    pub truth: Truth,
    /// Where everything that is left open comes from.
    pub chance: Chance,
    /// Families that nothing was written about, by language.
    spare: Vec<Vec<Family>>,
    /// Notes with nothing wrong so far.
    untouched: Vec<usize>,
}

/// The share of each language, in a hundred.
const SHARES: [usize; 3] = [60, 20, 20];

impl World {
    /// A clean base of `notes` notes.
    pub fn clean(seed: u64, notes: usize, words: Words) -> World {
        let banks = Bank::all(words);
        let mut chance = Chance::new(seed);
        let spare = (0..banks.len()).map(|bank| families(&banks[bank], bank, &mut chance)).collect();
        let mut world = World {
            banks,
            words,
            pages: Vec::new(),
            items: Vec::new(),
            truth: Truth::default(),
            chance,
            spare,
            untouched: Vec::new(),
        };
        for (bank, share) in SHARES.into_iter().enumerate() {
            let mut left = notes * share / 100;
            while left > 0 {
                let Some(family) = world.family(bank) else { break };
                let size = match left {
                    ..=12 => left,
                    13..=24 => left / 2,
                    _ => world.chance.within(8, 12),
                };
                world.write_family(&family, size.min(family.subjects.len()));
                left -= size.min(left);
            }
        }
        let all = (0..world.pages.len()).collect();
        world.untouched = world.chance.shuffled(all);
        world
    }

    /// A family that nothing was written about.
    pub fn family(&mut self, bank: usize) -> Option<Family> {
        self.spare[bank].pop()
    }

    /// A note with nothing wrong so far that `fits`; nobody else gets it.
    pub fn take(&mut self, fits: impl Fn(&Page) -> bool) -> Option<usize> {
        let at = self.untouched.iter().rposition(|page| fits(&self.pages[*page]))?;
        Some(self.untouched.remove(at))
    }

    /// Adds an item and gives its number.
    pub fn add_item(&mut self, item: Item) -> usize {
        self.items.push(item);
        self.items.len() - 1
    }

    /// An item about the subject of `page`, of `day`.
    pub fn item_about(&mut self, page: usize, day: Date) -> usize {
        let what = self.pages[page].title.clone();
        let item = Item::new(&self.banks[self.pages[page].bank], &what, day, &mut self.chance);
        self.add_item(item)
    }

    /// A fact about the subject of `page` of which it says nothing yet.
    pub fn fresh(&mut self, page: usize, fits: impl Fn(&Shape) -> bool) -> Option<Fact> {
        let subject = self.pages[page].about.clone()?;
        let used = self.pages[page].attributes();
        fresh(&self.banks[self.pages[page].bank], &subject, &used, fits, &mut self.chance)
    }

    /// Has `item` say `fact` and `page` say it as `claimed`; gives what the note says.
    pub fn say(&mut self, page: usize, item: usize, fact: &Fact, claimed: &Fact, way: Way) -> String {
        let bank = &self.banks[self.pages[page].bank];
        let quote = fact.evidence(bank, way, &mut self.chance);
        let line = self.items[item].say(bank, fact.named(bank), &quote, &mut self.chance);
        let text = claimed.claim(bank, way);
        self.cite(page, item, line, quote, text.clone(), Some((claimed.clone(), way)));
        text
    }

    /// Has `page` say `text` somewhere, with a citation.
    pub fn cite(
        &mut self,
        page: usize,
        item: usize,
        line: u32,
        quote: String,
        text: String,
        fact: Option<(Fact, Way)>,
    ) {
        let at = self.chance.below(self.pages[page].said.len() + 1);
        self.pages[page].said.insert(at, Said { text, item, line, quote, fact });
    }

    /// Adds a note about `subject` that says nothing yet; gives its number.
    pub fn add_page(&mut self, bank: usize, folder: &str, slug: &str, title: &str) -> usize {
        let about = self.banks[bank].list("about")[0].replace("{n}", title);
        self.pages.push(Page {
            folder: folder.to_owned(),
            slug: slug.to_owned(),
            title: title.to_owned(),
            description: about,
            bank,
            front: Vec::new(),
            about: None,
            said: Vec::new(),
            links: Vec::new(),
            is_listed: true,
            is_list: self.chance.percent(50),
        });
        self.pages.len() - 1
    }

    /// Links two notes with each other.
    pub fn link(&mut self, one: usize, other: usize) {
        self.pages[one].links.push(other);
        self.pages[other].links.push(one);
    }

    /// Puts down that something is wrong.
    pub fn fault(&mut self, kind: &'static str, variant: &'static str, places: Vec<Place>) -> &mut Planted {
        self.truth.faults.push(Planted { kind, variant, places, evidence: None, also: Vec::new() });
        self.truth.faults.last_mut().expect("it was just put there")
    }

    /// The note `page` as a place.
    pub fn whole(&self, page: usize) -> Place {
        Place { path: self.pages[page].path(), claim: None }
    }

    /// What `page` says in `text` as a place.
    pub fn claim(&self, page: usize, text: &str) -> Place {
        Place { path: self.pages[page].path(), claim: Some(text.to_owned()) }
    }

    /// Writes notes about the first `size` of `family`.
    pub fn write_family(&mut self, family: &Family, size: usize) -> Vec<usize> {
        let mut written: Vec<usize> = Vec::new();
        for subject in &family.subjects[..size] {
            let page = self.add_page(family.bank, &family.folder, &subject.slug, &subject.name);
            self.pages[page].about = Some(subject.clone());
            self.write_facts(page, subject, written.last().copied());
            written.push(page);
        }
        for pair in written.chunks_exact(2) {
            self.link(pair[0], pair[1]);
        }
        written
    }

    /// Has a note say some facts about `subject`, now and then with the value that `sibling` has.
    fn write_facts(&mut self, page: usize, subject: &Subject, sibling: Option<usize>) {
        let day = day(2025, 2026, &mut self.chance).min(jiff::civil::date(2026, 10, 31));
        let bank = self.pages[page].bank;
        let shared = sibling.map(|sibling| self.pages[sibling].said[0].item);
        let mut item = match shared.filter(|_| self.chance.percent(25)) {
            Some(item) if self.items[item].length() < 14 => item,
            _ => self.item_about_name(bank, &subject.name, day),
        };
        for number in 0..self.chance.within(3, 5) {
            if number == 2 && self.chance.percent(20) {
                item = self.item_about_name(bank, &subject.name, day);
            }
            let used = self.pages[page].attributes();
            let found = fresh(&self.banks[bank], subject, &used, |_| true, &mut self.chance);
            let Some(mut fact) = found else { break };
            let same = sibling.and_then(|sibling| {
                let said = self.pages[sibling].said.iter().filter_map(|said| said.fact.as_ref());
                said.map(|(fact, _)| fact).find(|other| other.attribute == fact.attribute)
            });
            if let Some(other) = same.cloned().filter(|_| self.chance.percent(30)) {
                fact.value = other.value;
            }
            if !matches!(fact.value, super::value::Value::Flag(_)) {
                fact.twist = match self.chance.below(100) {
                    0..12 => condition(&self.banks[bank], &mut self.chance),
                    12..19 => Twist::Guess,
                    _ => Twist::Bare,
                };
            }
            let way = Way::any(&mut self.chance);
            self.say(page, item, &fact, &fact.clone(), way);
        }
    }

    fn item_about_name(&mut self, bank: usize, name: &str, day: Date) -> usize {
        let item = Item::new(&self.banks[bank], name, day, &mut self.chance);
        self.add_item(item)
    }
}

/// The families of `bank`, in any order.
fn families(bank: &Bank, number: usize, chance: &mut Chance) -> Vec<Family> {
    let mut found = Vec::new();
    for (at, domain) in bank.domains.iter().enumerate() {
        for kind in &domain.kinds {
            for family in &bank.first {
                let subjects = chance.shuffled(Subject::family(bank, at, kind, family));
                found.push(Family { bank: number, folder: folder(domain, kind, family), subjects });
            }
        }
    }
    chance.shuffled(found)
}
