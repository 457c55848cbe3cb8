//! Notes that no longer hold: their term is over, they should have been looked at again, another note took their place.

use super::super::value::day;
use super::super::world::World;

/// A note whose `valid_until` is over.
pub fn expired(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    let until = day(2024, 2025, &mut world.chance);
    world.pages[page].front.push(format!("valid_until: {until}"));
    let place = world.whole(page);
    world.fault("expired", "term over", vec![place]);
}

/// A note whose `stale_after` is over.
pub fn stale(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    let after = day(2024, 2025, &mut world.chance);
    world.pages[page].front.push(format!("stale_after: {after}"));
    let place = world.whole(page);
    world.fault("stale", "look again", vec![place]);
}

/// A note whose place another one took, which only one of the two says as it should.
pub fn superseded(world: &mut World, number: usize) {
    let Some((old, new)) = successor(world) else { return };
    let (old_slug, new_slug) = (world.pages[old].slug.clone(), world.pages[new].slug.clone());
    world.pages[new].front.push(format!("supersedes: \"[[{old_slug}]]\""));
    let variant = if number.is_multiple_of(2) {
        "nothing said in the old one"
    } else {
        world.pages[old].front.push("status: stable".to_owned());
        world.pages[old].front.push(format!("superseded_by: \"[[{new_slug}]]\""));
        "still stable"
    };
    let places = vec![world.whole(old), world.whole(new)];
    world.fault("superseded", variant, places).also =
        vec!["contradiction", "duplicate-claim", "duplicate-note"];
}

/// A note, and a new one with other values for the same from later evidence.
pub fn successor(world: &mut World) -> Option<(usize, usize)> {
    let old = world.take(|_| true)?;
    let page = world.pages[old].clone();
    let title = format!("{} 2026", page.title);
    let slug = super::super::subject::slug(&title);
    let new = world.add_page(page.bank, &page.folder, &slug, &title);
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    let item = world.item_about(old, at);
    for said in &page.said {
        let Some((fact, way)) = &said.fact else { continue };
        let bank = &world.banks[page.bank];
        let shape = bank.domains[fact.subject.domain].attributes[fact.attribute].shape.clone();
        let value = fact.value.other(&shape, bank, &mut world.chance);
        let fact = fact.with(value);
        world.say(new, item, &fact, &fact, *way);
    }
    Some((old, new))
}
