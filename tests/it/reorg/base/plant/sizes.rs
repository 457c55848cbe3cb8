//! Folders and notes that are too large or too small.

use super::super::bank::Shape;
use super::super::fact::{Way, fresh};
use super::super::source::Item;
use super::super::truth::Place;
use super::super::value::day;
use super::super::world::World;

/// More notes than anybody finds their way in.
const MANY_NOTES: usize = 130;

/// More claims than one note should have: 4,000 words and some.
const MANY_CLAIMS: usize = 480;

/// A folder with the notes of many families.
pub fn large_folder(world: &mut World) {
    let mut left = MANY_NOTES;
    let mut path = String::new();
    while left > 0 {
        let Some(mut family) = world.family(0) else { return };
        if path.is_empty() {
            path.clone_from(&family.folder);
        }
        family.folder.clone_from(&path);
        let size = left.min(12);
        world.write_family(&family, size);
        left -= size;
    }
    world.fault(
        "oversize-folder",
        "many families",
        vec![Place { path: format!("knowledge/{path}"), claim: None }],
    );
}

/// A folder with one note.
pub fn small_folder(world: &mut World) {
    let bank = world.chance.below(world.banks.len());
    let Some(family) = world.family(bank) else { return };
    world.write_family(&family, 1);
    let path = format!("knowledge/{}", family.folder);
    world.fault("undersize-folder", "one note", vec![Place { path, claim: None }]);
}

/// A note that says nothing yet.
pub fn small_note(world: &mut World, number: usize) {
    let Some(beside) = world.take(|page| page.links.is_empty() || page.links.len() == 1) else { return };
    let page = world.pages[beside].clone();
    let title = format!("{} {}", page.title, ["FAQ", "B", "X"][number % 3]);
    let slug = super::super::subject::slug(&title);
    let small = world.add_page(page.bank, &page.folder, &slug, &title);
    world.link(small, beside);
    let place = world.whole(small);
    world.fault("undersize-note", "only a link", vec![place]);
}

/// A register of subjects that have no notes of their own, a claim each.
pub fn large_note(world: &mut World) {
    let Some(beside) = world.take(|page| page.bank == 0) else { return };
    let (bank, folder) = (world.pages[beside].bank, world.pages[beside].folder.clone());
    let name = world.banks[bank].list("register")[0].clone();
    let title = format!("{name} {}", world.pages.len());
    let slug = super::super::subject::slug(&title);
    let page = world.add_page(bank, &folder, &slug, &title);
    let at = day(2026, 2026, &mut world.chance).min(jiff::civil::date(2026, 10, 1));
    let item = Item::document(&world.banks[bank], &title, at, &mut world.chance);
    let item = world.add_item(item);
    while world.pages[page].said.len() < MANY_CLAIMS {
        let Some(family) = world.family(bank) else { break };
        for subject in family.subjects {
            let fits = |shape: &Shape| *shape != Shape::Flag;
            let found = fresh(&world.banks[bank], &subject, &[], fits, &mut world.chance);
            if let Some(fact) = found {
                let way = Way::any(&mut world.chance);
                world.say(page, item, &fact, &fact, way);
            }
        }
    }
    world.pages[page].is_list = true;
    let place = world.whole(page);
    world.fault("oversize-note", "register", vec![place]);
}
