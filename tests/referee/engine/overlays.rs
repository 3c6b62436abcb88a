//! What a hearing shows of the table, and how findings look on the map.

use hexwright::bots::Manner;
use hexwright::bots::pack::{Crime, bot_game};
use hexwright::deeds::{Act, Deed, Spot, Standing, UnitId};
use hexwright::referee::pack::Pack;
use hexwright::referee::{Referee, RouteKind};

#[test]
fn overlays_show_the_table_after_the_last_deed_heard() {
    let loaded = hexwright::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game("bridgehead").unwrap();
    let pack = Pack::new(game).unwrap();
    let mut hearing = pack.hearing(None).unwrap();
    let map = game.maps.find("sarn").unwrap();
    let at = |hex: &str| Spot::At(map, game.maps[map].grid.parse(hex).unwrap().into());
    let stand = |unit: &str, hex: &str| Standing {
        unit: UnitId::new(unit),
        at: at(hex),
        steps: None,
        states: Vec::new(),
    };
    let pieces = vec![stand("l-71", "0507"), stand("k-31", "0502")];
    let set_up = Act::SetUp { pieces, markers: Vec::new(), moment: None, scenario: None };
    let mut rulings = Vec::new();
    hearing.hear(&Deed { step: 0, by: None, act: set_up }, &mut rulings);
    let moved = Act::Move { unit: UnitId::new("l-71"), from: at("0507"), to: at("0504") };
    hearing.hear(&Deed { step: 1, by: None, act: moved }, &mut rulings);
    let seen = hearing.overlays();
    let lorn = seen.zones.iter().find(|shade| shade.side == "lorn").unwrap();
    assert!(lorn.hexes.iter().any(|hex| hex == "0503"), "{:?}", lorn.hexes);
    assert!(!lorn.hexes.iter().any(|hex| hex == "0508"), "{:?}", lorn.hexes);
    let stack = seen.stacking.iter().find(|stack| stack.side == "lorn").unwrap();
    assert_eq!((stack.at.as_str(), stack.total.as_str(), stack.over), ("0504", "1", false));
    assert_eq!(seen.supply.len(), 2);
    let reach = hearing.reach(&UnitId::new("l-71")).unwrap();
    assert!(reach.hexes.iter().any(|hex| hex.at == "0503" && !hex.cost.is_empty()));
    assert!(reach.hexes.iter().all(|hex| hex.at != "0502"), "an enemy stands there");
}

#[test]
fn a_move_too_far_is_drawn_as_a_route_with_its_costs() {
    let loaded = hexwright::source::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let game = loaded.game("bridgehead").unwrap();
    let pack = Pack::new(game).unwrap();
    let trial = (0..40).find_map(|seed| {
        let crime = Some(Crime::TooFar as usize);
        let scenario = game.scenarios.iter().next()?;
        let manner = Manner { seed, crime, ..Manner::default() };
        let played = bot_game(&pack, &scenario.id, manner)?;
        let mut hearing = pack.hearing(None)?;
        let mut rulings = Vec::new();
        played.deeds.iter().for_each(|deed| hearing.hear(deed, &mut rulings));
        let findings = rulings.into_iter().flat_map(|ruling| ruling.judgement.findings);
        findings.filter_map(|finding| finding.sketch).next()
    });
    let sketch = trial.unwrap();
    let route = &sketch.routes[0];
    assert_eq!(route.kind, RouteKind::Move);
    assert!(route.steps[1..].iter().all(|step| !step.cost.is_empty()), "{route:?}");
    assert!(route.steps.iter().any(|step| step.breaks), "{route:?}");
}
