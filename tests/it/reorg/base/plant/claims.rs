//! Claims that say more or something else than the evidence that they cite.

use super::super::bank::Shape;
use super::super::fact::{Fact, Twist, Way, condition};
use super::super::value::{Value, day};
use super::super::world::World;

/// Has a note say `claimed` where its evidence says `fact`, and puts that down.
fn plant(world: &mut World, page: usize, kind: &'static str, variant: &'static str, pair: (&Fact, &Fact)) {
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    let item = world.item_about(page, at);
    let way = Way::any(&mut world.chance);
    let text = world.say(page, item, pair.0, pair.1, way);
    let places = vec![world.claim(page, &text)];
    let fault = world.fault(kind, variant, places);
    if kind != "unsupported" {
        fault.also = vec!["unsupported"];
    }
}

/// A claim that its evidence does not say: another value, the wrong line, or something that nobody said.
pub fn unsupported(world: &mut World, number: usize) {
    let Some(page) = world.take(|page| page.said.len() >= 3) else { return };
    let bank = world.pages[page].bank;
    let fits = |shape: &Shape| match number % 4 {
        0 => matches!(shape, Shape::Number(..)),
        1 => matches!(shape, Shape::Code | Shape::Person | Shape::Time),
        _ => !matches!(shape, Shape::Flag),
    };
    let Some(fact) = world.fresh(page, fits) else { return };
    let shape = world.banks[bank].domains[fact.subject.domain].attributes[fact.attribute].shape.clone();
    if number % 4 < 2 {
        let other = fact.value.other(&shape, &world.banks[bank], &mut world.chance);
        let variant = if number.is_multiple_of(4) { "number" } else { "name" };
        return plant(world, page, "unsupported", variant, (&fact, &fact.with(other)));
    }
    let way = Way::any(&mut world.chance);
    let text = fact.claim(&world.banks[bank], way);
    let said = world.pages[page].said[0].clone();
    let variant = if number % 4 == 2 {
        // The item says it, in another line than the one that is cited.
        let sentence = fact.evidence(&world.banks[bank], way, &mut world.chance);
        let bank = &world.banks[bank];
        world.items[said.item].say(bank, fact.named(bank), &sentence, &mut world.chance);
        "wrong line"
    } else {
        "invented"
    };
    world.cite(page, said.item, said.line, said.quote, text.clone(), None);
    let places = vec![world.claim(page, &text)];
    world.fault("unsupported", variant, places);
}

/// The evidence says it under a condition, the note says it as such.
pub fn dropped_condition(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    let Some(fact) = world.fresh(page, |shape| *shape != Shape::Flag) else { return };
    let twist = condition(&world.banks[world.pages[page].bank], &mut world.chance);
    plant(world, page, "dropped-condition", "clause", (&fact.twisted(twist), &fact));
}

/// The evidence says that it is not so, the note says that it is.
pub fn dropped_negation(world: &mut World) {
    let Some(page) = world.take(|page| !page.said.iter().any(|said| is_flag(said.fact.as_ref()))) else {
        return;
    };
    let Some(fact) = world.fresh(page, |shape| *shape == Shape::Flag) else { return };
    let (no, yes) = (fact.with(Value::Flag(false)), fact.with(Value::Flag(true)));
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    let item = world.item_about(page, at);
    let bank = &world.banks[world.pages[page].bank];
    let quote = no.evidence(bank, Way::any(&mut world.chance), &mut world.chance);
    let line = world.items[item].say(bank, fact.named(bank), &quote, &mut world.chance);
    // Of the sentences that say yes the one that is most like the one that says no: as if the negation was overread.
    let sentences = (0..6).map(|sentence| yes.claim(bank, Way { sentence, value: 0 }));
    let text = sentences.max_by_key(|text| alike(text, &quote)).unwrap_or_default();
    world.cite(page, item, line, quote, text.clone(), None);
    let places = vec![world.claim(page, &text)];
    world.fault("dropped-negation", "flag", places).also = vec!["unsupported"];
}

/// Somebody supposes it, the note says it as a fact.
pub fn supposition(world: &mut World) {
    let Some(page) = world.take(|_| true) else { return };
    let Some(fact) = world.fresh(page, |shape| *shape != Shape::Flag) else { return };
    plant(world, page, "supposition", "guess", (&fact.twisted(Twist::Guess), &fact));
}

/// How many words of `text` stand in `other`.
fn alike(text: &str, other: &str) -> usize {
    let others: Vec<&str> = other.split(' ').collect();
    text.split(' ').filter(|word| others.contains(word)).count()
}

fn is_flag(fact: Option<&(Fact, Way)>) -> bool {
    fact.is_some_and(|(fact, _)| matches!(fact.value, Value::Flag(_)))
}
