//! Two notes that say different things of one subject: at different times, in different regions, or with nothing that
//! would explain it.

use jiff::civil::Date;

use super::super::bank::Shape;
use super::super::fact::Way;
use super::super::source::Item;
use super::super::value::day;
use super::super::world::World;

/// Puts in one of the three, by `number`; every second one in other words.
pub fn contradiction(world: &mut World, number: usize) {
    let variant = ["time", "region", "real"][number % 3];
    let Some(home) = world.take(|_| true) else { return };
    let bank = world.pages[home].bank;
    let Some(host) = world.take(|page| page.bank == bank) else { return };
    // A number at the most: who is responsible may well be two people.
    let wants_flag = number % 6 == 5;
    let fits = |shape: &Shape| match shape {
        Shape::Flag => wants_flag,
        Shape::Number(..) | Shape::Time | Shape::Code => !wants_flag,
        Shape::Person | Shape::Date => false,
    };
    let Some(fact) = world.fresh(home, fits) else { return };
    let shape = world.banks[bank].domains[fact.subject.domain].attributes[fact.attribute].shape.clone();
    let value = fact.value.clone();
    let other = fact.with(value.other(&shape, &world.banks[bank], &mut world.chance));
    let (one, two) = items(world, home, variant);
    let way = Way::any(&mut world.chance);
    let second = if number.is_multiple_of(2) { way } else { way.other() };
    let first_text = world.say(home, one, &fact, &fact, way);
    let second_text = world.say(host, two, &other, &other, second);
    let places = vec![world.claim(home, &first_text), world.claim(host, &second_text)];
    world.fault("contradiction", variant, places);
}

/// The two items that say it.
fn items(world: &mut World, home: usize, variant: &str) -> (usize, usize) {
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    match variant {
        "time" => {
            let before = day(2024, 2024, &mut world.chance);
            (world.item_about(home, before), world.item_about(home, at))
        }
        "region" => {
            let regions = world.banks[world.pages[home].bank].list("region").to_vec();
            let regions = world.chance.shuffled(regions);
            (regional(world, home, &regions[0], at), regional(world, home, &regions[1], at))
        }
        _ => (world.item_about(home, at), world.item_about(home, at)),
    }
}

/// A page of a handbook that holds in one region, as its heading says.
fn regional(world: &mut World, home: usize, region: &str, at: Date) -> usize {
    let what = format!("{}, {region}", world.pages[home].title);
    let bank = &world.banks[world.pages[home].bank];
    let item = Item::document(bank, &what, at, &mut world.chance);
    world.add_item(item)
}
