//! Notes that nothing leads to, that no entry page lists, that link to one that does not link back.

use super::super::world::World;

/// A note that nothing links to.
pub fn orphan(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    world.pages[page].is_listed = false;
    let partners = std::mem::take(&mut world.pages[page].links);
    for partner in partners {
        world.pages[partner].links.retain(|link| *link != page);
    }
    let place = world.whole(page);
    world.fault("orphan", "no link", vec![place]).also = vec!["missing-index-entry"];
}

/// A note that another one links to and no entry page lists.
pub fn unlisted(world: &mut World) {
    let Some(page) = world.take(|page| !page.links.is_empty()) else { return };
    world.pages[page].is_listed = false;
    let place = world.whole(page);
    world.fault("missing-index-entry", "linked", vec![place]);
}

/// A note that links to one that does not link back.
pub fn one_way(world: &mut World) {
    let Some(from) = world.take(|_| true) else { return };
    let bank = world.pages[from].bank;
    let Some(to) = world.take(|page| page.bank == bank) else { return };
    if world.pages[from].links.contains(&to) {
        world.pages[to].links.retain(|link| *link != from);
    } else {
        world.pages[from].links.push(to);
    }
    let places = vec![world.whole(from), world.whole(to)];
    world.fault("one-way-link", "not answered", places);
}
