//! The same that happened again and again, a note each time, and nobody wrote down the rule.

use super::super::fact::filled;
use super::super::source::Item;
use super::super::subject::{Subject, slug};
use super::super::value::{day, day_written};
use super::super::world::World;

/// How often it happened.
const TIMES: usize = 5;

/// Five notes of one kind of episode that befell one subject.
pub fn repeated(world: &mut World) {
    let bank = world.chance.below(world.banks.len());
    let Some(family) = world.family(bank) else { return };
    let kinds = world.banks[bank].episodes(world.words);
    let kind = world.chance.below(kinds.len());
    let subject = family.subjects[0].clone();
    let folder = format!("episodes/{}", subject.slug);
    let places = (0..TIMES).map(|number| {
        let page = episode(world, bank, &folder, &subject, kind, number);
        world.whole(page)
    });
    let places = places.collect();
    world.fault("repeated-episode", "one subject", places);
}

/// A note of what befell `subject` once.
pub fn episode(
    world: &mut World,
    bank: usize,
    folder: &str,
    subject: &Subject,
    kind: usize,
    number: usize,
) -> usize {
    let at = day(2025, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    let (evidence, claims) = world.banks[bank].episodes(world.words)[kind].clone();
    let title = format!("{} {at}", subject.name);
    let page = world.add_page(bank, folder, &slug(&title), &title);
    let language = world.banks[bank].language.clone();
    let quote = filled(&evidence, subject, "", &day_written(at, &language, 0));
    let item = Item::new(&world.banks[bank], &title, at, &mut world.chance);
    let item = world.add_item(item);
    let line = world.items[item].say(&world.banks[bank], "", &quote, &mut world.chance);
    let told = &claims[number % claims.len()];
    let text = filled(told, subject, "", &day_written(at, &language, number));
    world.cite(page, item, line, quote, text, None);
    page
}
