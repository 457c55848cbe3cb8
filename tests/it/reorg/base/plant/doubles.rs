//! The same said twice in other words: one claim of two notes, or two notes.

use super::super::fact::{Twist, Way};
use super::super::value::{Value, day};
use super::super::world::World;

/// A note repeats a claim of another one, in other words and from other evidence.
pub fn claim(world: &mut World) {
    let Some(home) = world.take(has_bare) else { return };
    let bank = world.pages[home].bank;
    let Some(host) = world.take(|page| page.bank == bank) else { return };
    let said = world.pages[home]
        .said
        .iter()
        .find(|said| said.fact.as_ref().is_some_and(|(fact, _)| fact.twist == Twist::Bare));
    let Some((text, (fact, way))) = said.and_then(|said| Some((said.text.clone(), said.fact.clone()?)))
    else {
        return;
    };
    let at = day(2025, 2025, &mut world.chance);
    let item = world.item_about(home, at);
    let other = world.say(host, item, &fact, &fact, way.other());
    let places = vec![world.claim(home, &text), world.claim(host, &other)];
    world.fault("duplicate-claim", "other words", places);
}

/// A second note says what another one says, in other words and from other evidence.
pub fn note(world: &mut World) {
    let Some(first) = world.take(|_| true) else { return };
    let page = world.pages[first].clone();
    let restated = world.chance.of(world.banks[page.bank].list("restated")).clone();
    let title = format!("{} {restated}", page.title);
    let slug = super::super::subject::slug(&title);
    let second = world.add_page(page.bank, &page.folder, &slug, &title);
    let at = day(2025, 2025, &mut world.chance);
    let item = world.item_about(first, at);
    for (fact, way) in page.said.iter().filter_map(|said| said.fact.as_ref()) {
        world.say(second, item, fact, fact, way.other());
    }
    let places = vec![world.whole(first), world.whole(second)];
    world.fault("duplicate-note", "other words", places).also = vec!["duplicate-claim"];
}

fn has_bare(page: &super::super::page::Page) -> bool {
    page.said.iter().any(|said| {
        let fact = said.fact.as_ref();
        fact.is_some_and(|(fact, _): &(_, Way)| {
            fact.twist == Twist::Bare && !matches!(fact.value, Value::Flag(_))
        })
    })
}
