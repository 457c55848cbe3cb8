//! Evidence that is gone, and evidence that nothing cites.

use super::super::fact::Way;
use super::super::value::day;
use super::super::world::World;

/// The source of an item is gone on which a note rests.
pub fn erased(world: &mut World) {
    let mut users = vec![0_usize; world.items.len()];
    for page in &world.pages {
        let mut own: Vec<usize> = page.said.iter().map(|said| said.item).collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter().for_each(|item| users[item] += 1);
    }
    let Some(page) = world.take(|page| page.said.iter().all(|said| users[said.item] == 1)) else { return };
    let item = world.pages[page].said[0].item;
    world.items[item].is_erased = true;
    let place = world.whole(page);
    let id = world.items[item].place().0.to_string();
    let fault = world.fault("erased-evidence", "source gone", vec![place]);
    fault.evidence = Some(id);
    fault.also = vec!["unsupported"];
}

/// An item says something that no note took up.
pub fn uncited(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    let item = world.item_about(page, at);
    for _ in 0..2 {
        let Some(fact) = world.fresh(page, |_| true) else { continue };
        let bank = &world.banks[world.pages[page].bank];
        let way = Way::any(&mut world.chance);
        let sentence = fact.evidence(bank, way, &mut world.chance);
        world.items[item].say(bank, fact.named(bank), &sentence, &mut world.chance);
    }
    let id = world.items[item].place().0.to_string();
    world.fault("uncited-evidence", "new facts", Vec::new()).evidence = Some(id);
}
