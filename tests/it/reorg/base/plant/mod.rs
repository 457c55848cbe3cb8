//! Puts faults into a clean base, each into notes of its own, and puts down where. Beside them stand their neighbours: what
//! looks like a fault and is none.

mod claims;
mod conflicts;
mod doubles;
mod episodes;
mod evidence;
mod neighbours;
mod sizes;
mod state;
mod structure;

use super::world::World;

/// Puts faults of all kinds into `world`: more into a larger one.
pub fn plant(world: &mut World) {
    let scale = (world.pages.len() as f64 / 500.0).powf(0.75).max(1.0);
    let times = |least: usize| (least as f64 * scale).round() as usize;
    for _ in 0..times(6) {
        doubles::claim(world);
        doubles::note(world);
    }
    for number in 0..times(12) {
        conflicts::contradiction(world, number);
    }
    for number in 0..times(5) {
        state::superseded(world, number);
        state::expired(world);
        state::stale(world);
        evidence::erased(world);
        evidence::uncited(world);
        structure::orphan(world);
        structure::unlisted(world);
        structure::one_way(world);
        sizes::small_note(world, number);
    }
    for number in 0..times(8) {
        claims::unsupported(world, number);
        claims::dropped_condition(world);
        claims::dropped_negation(world);
        claims::supposition(world);
    }
    for _ in 0..times(3) {
        sizes::small_folder(world);
        episodes::repeated(world);
    }
    for _ in 0..times(1) {
        sizes::large_note(world);
        sizes::large_folder(world);
    }
}

/// Puts what looks like a fault and is none into `world`.
pub fn neighbours(world: &mut World) {
    let times = world.pages.len() / 40;
    for number in 0..times {
        neighbours::qualified(world, number);
        neighbours::dated(world);
    }
    for _ in 0..times / 4 {
        neighbours::superseded(world);
        neighbours::apart(world);
    }
    neighbours::single_episodes(world);
}
