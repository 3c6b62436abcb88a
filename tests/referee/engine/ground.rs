//! Lines, zones, retreats and points on the ground.

use hexwright::model::MovementPoints;
use hexwright::referee::ground::{Ground, Lattice, Place, Scale};
use hexwright::referee::retreats::Retreat;
use hexwright::referee::traces::{Lines, Traces, within};
use hexwright::referee::zones::{Reach, Zones};

#[test]
fn halves_and_thirds_share_a_scale_and_come_back_exactly() {
    let read = |text: &str| text.parse::<MovementPoints>().unwrap();
    let scale = Scale::of([read("1/2"), read("1/3"), read("2")]);
    assert_eq!(scale.one(), 6);
    assert_eq!(scale.fine(read("1 5/6")), 11);
    assert_eq!(scale.points(11).to_string(), "1 5/6");
}

/// Draws traces of at most two points to A1, with a road from A1 to A6, on clear ground.
fn traced(blocked: &[&str], work: impl FnOnce(&Lattice<'_>, &Traces)) {
    super::on_letters("{grid: letters}", |game, lattice| {
        let at = |name: &str| lattice.parse(name).unwrap();
        let class = game.movement_classes.find("foot").unwrap();
        let scale = Scale::of_game(game, []);
        let ground = Ground::new(game, lattice, class, scale);
        let mut paths = vec![0u8; lattice.len()];
        for (a, b) in [("A1", "A2"), ("A2", "A3"), ("A3", "A4"), ("A4", "A5"), ("A5", "A6")] {
            for (from, to) in [(at(a), at(b)), (at(b), at(a))] {
                paths[from as usize] |= 1 << lattice.direction(from, to).unwrap();
            }
        }
        let lines = Lines { ground: &ground, range: 2 * scale.one(), paths: Some(&paths) };
        let blocked: Vec<Place> = blocked.iter().map(|name| at(name)).collect();
        let mut traces = Traces::default();
        traces.draw(lattice, &lines, &[at("A1")], |place| blocked.contains(&place));
        work(lattice, &traces);
    });
}

#[test]
fn a_trace_goes_overland_to_the_road_and_along_it_to_the_source() {
    traced(&[], |lattice, traces| {
        let at = |name: &str| lattice.parse(name).unwrap();
        assert!(traces.link(at("C6")).joined(), "two hexes to the road");
        assert!(!traces.link(at("D6")).joined(), "three are too far");
        let line = traces.line(at("C6"));
        assert_eq!(line.last(), Some(&at("A1")));
    });
}

#[test]
fn a_blocked_road_cuts_what_lies_behind_it_and_a_blocked_source_works_for_nobody() {
    traced(&["A3"], |lattice, traces| {
        let at = |name: &str| lattice.parse(name).unwrap();
        assert!(traces.link(at("A2")).joined());
        assert!(!traces.link(at("A6")).joined());
        assert!(traces.link(at("A3")).joined(), "a trace may begin where none may pass");
    });
    traced(&["A1"], |lattice, traces| {
        assert!(lattice.places().all(|place| !traces.link(place).joined()));
    });
}

#[test]
fn a_line_to_a_relay_may_begin_in_a_blocked_hex_but_not_pass_one() {
    traced(&[], |lattice, _| {
        let at = |name: &str| lattice.parse(name).unwrap();
        let mut near = Vec::new();
        let wall = [at("D3"), at("D4")];
        within(lattice, at("D2"), 2, |place| wall.contains(&place), |place| near.push(place));
        assert!(near.contains(&at("D3")));
        assert!(!near.contains(&at("D4")), "only D3 leads there in two");
    });
}

#[test]
fn a_zone_reaches_six_hexes_but_not_across_what_blocks_it() {
    super::on_letters("{grid: letters, sides: {D4/D5: river}}", |_, lattice| {
        let at = |name: &str| lattice.parse(name).unwrap();
        let (map, _) = lattice.hex(0);
        let dry =
            |a, b| lattice.hexside(a, b).is_some_and(|side| !map.hexsides.contains_key(&side));
        let reach = Reach::new(lattice, dry);
        let mut zones = Zones::new(lattice.len(), 2);
        zones.add(lattice, &reach, 0, at("D4"));
        assert!(zones.of(0, at("D3")));
        assert!(zones.against(1, at("E4")));
        assert!(!zones.of(0, at("D5")), "the river blocks it");
        assert!(!zones.against(0, at("D3")), "one's own zone is no enemy zone");
        zones.remove(lattice, &reach, 0, at("D4"));
        assert_eq!(zones, Zones::new(lattice.len(), 2));
    });
}

#[test]
fn two_units_cover_a_hex_until_both_are_gone() {
    super::on_letters("{grid: letters}", |_, lattice| {
        let at = |name: &str| lattice.parse(name).unwrap();
        let reach = Reach::new(lattice, |_, _| true);
        let mut zones = Zones::new(lattice.len(), 2);
        zones.add(lattice, &reach, 1, at("D4"));
        zones.add(lattice, &reach, 1, at("D2"));
        zones.remove(lattice, &reach, 1, at("D4"));
        assert!(zones.of(1, at("D3")));
        zones.remove(lattice, &reach, 1, at("D2"));
        assert!(!zones.of(1, at("D3")));
    });
}

#[test]
fn a_retreat_goes_farther_with_every_hex() {
    super::on_letters("{grid: letters}", |_, lattice| {
        let at = |name: &str| lattice.parse(name).unwrap();
        let retreat = Retreat { hexes: 2, farther: true, open: &|_, _| true, may_end: &|_| true };
        let ends = retreat.destinations(lattice, at("H7"), 2);
        assert_eq!(ends.len(), 12, "the ring at two hexes");
        assert!(!retreat.reaches(lattice, at("H7"), at("H6"), 2));
    });
}

#[test]
fn a_unit_that_cannot_go_all_the_way_goes_as_far_as_it_can() {
    super::on_letters("{grid: letters}", |_, lattice| {
        let at = |name: &str| lattice.parse(name).unwrap();
        let gap = at("H6");
        let open = |_: Place, to: Place| to == gap;
        let retreat = Retreat { hexes: 2, farther: true, open: &open, may_end: &|_| true };
        assert_eq!(retreat.longest(lattice, at("H7")), 1);
        let full = |place| place != gap;
        let retreat = Retreat { may_end: &full, ..retreat };
        assert_eq!(retreat.longest(lattice, at("H7")), 0);
    });
}
