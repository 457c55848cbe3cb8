//! What looks like a fault and is none: other values where and when they hold, a successor that both notes name, what
//! happened once.

use super::super::bank::Shape;
use super::super::fact::{Fact, Twist, Way};
use super::super::value::{Value, day};
use super::super::world::World;
use super::episodes::episode;
use super::state::successor;

/// Two notes say different things of one subject, and each says where, or when, that holds.
pub fn qualified(world: &mut World, number: usize) {
    let Some((home, host, fact, other)) = pair(world) else { return };
    let twists = if number.is_multiple_of(2) {
        let regions = world.banks[world.pages[home].bank].list("region").to_vec();
        let regions = world.chance.shuffled(regions);
        [Twist::Where(regions[0].clone()), Twist::Where(regions[1].clone())]
    } else {
        [Twist::When(2024), Twist::When(2026)]
    };
    let [one, two] = twists;
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    for (page, fact) in [(home, fact.twisted(one)), (host, other.twisted(two))] {
        let item = world.item_about(home, at);
        let way = Way::any(&mut world.chance);
        world.say(page, item, &fact, &fact, way);
    }
}

/// A note that will have to be looked at again, and one whose term is over and that says so.
pub fn dated(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    world.pages[page].front.push("stale_after: 2099-01-01".to_owned());
    let Some(page) = world.take(|_| true) else { return };
    let until = day(2024, 2025, &mut world.chance);
    world.pages[page].front.extend([format!("valid_until: {until}"), "status: deprecated".to_owned()]);
}

/// A note whose place another one took, as both say.
pub fn superseded(world: &mut World) {
    let Some((old, new)) = successor(world) else { return };
    let (old_slug, new_slug) = (world.pages[old].slug.clone(), world.pages[new].slug.clone());
    world.pages[new].front.push(format!("supersedes: \"[[{old_slug}]]\""));
    world.pages[old].front.push("status: deprecated".to_owned());
    world.pages[old].front.push(format!("superseded_by: \"[[{new_slug}]]\""));
}

/// Two notes with different values that say in their front matter for which region they hold.
pub fn apart(world: &mut World) {
    let Some((old, new)) = successor(world) else { return };
    let regions = world.banks[world.pages[old].bank].list("region").to_vec();
    let regions = world.chance.shuffled(regions);
    for (page, region) in [(old, &regions[0]), (new, &regions[1])] {
        world.pages[page].front.push(format!("applies_to: {{region: {region}}}"));
    }
}

/// What happened to two subjects, once each.
pub fn single_episodes(world: &mut World) {
    for bank in 0..world.banks.len() {
        let Some(family) = world.family(bank) else { continue };
        let Some(beside) = world.take(|page| page.bank == bank) else { continue };
        let folder = world.pages[beside].folder.clone();
        for subject in &family.subjects[..2] {
            episode(world, bank, &folder, subject, 0, 0);
        }
    }
}

/// Two notes, a fact about the first, and another value of it.
fn pair(world: &mut World) -> Option<(usize, usize, Fact, Fact)> {
    let home = world.take(|_| true)?;
    let bank = world.pages[home].bank;
    let host = world.take(|page| page.bank == bank)?;
    let fact = world.fresh(home, |shape| *shape != Shape::Flag && *shape != Shape::Date)?;
    let shape = world.banks[bank].domains[fact.subject.domain].attributes[fact.attribute].shape.clone();
    let value: Value = fact.value.other(&shape, &world.banks[bank], &mut world.chance);
    let other = fact.with(value);
    Some((home, host, fact, other))
}
