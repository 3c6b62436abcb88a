//! The tutorial game is sound, and its rules of play say what its data say.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use hexwright::hex::{Hex, Hexside, Location};
use hexwright::model::{CounterKind, Game, Placement};
use hexwright::{embedded, rulebook, source};
use std::collections::BTreeSet;
use std::path::Path;

/// The embedded game in a folder of its own, with one text replaced.
fn altered(file: &str, from: &str, to: &str) -> Game {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in embedded::bridgehead() {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    if !from.is_empty() {
        let path = folder.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
    }
    only_game(folder.path())
}

fn only_game(root: &Path) -> Game {
    let loaded = source::load(root);
    let complaints: Vec<_> = loaded.diagnostics.sorted().iter().map(|d| format!("{d:?}")).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    loaded.project.games.iter().next().unwrap().clone()
}

fn bridgehead() -> Game {
    altered("", "", "")
}

fn page(game: &Game) -> String {
    rulebook::render(game).unwrap()
}

#[test]
fn thirty_units_of_two_steps_weaken_on_their_backs() {
    let game = bridgehead();
    let units: Vec<_> = game.counters.iter().filter(|c| c.kind == CounterKind::Unit).collect();
    assert_eq!(units.len(), 30);
    for unit in units {
        assert_eq!((unit.steps, unit.count), (2, 1), "{}", unit.id);
        let strength = |face: &hexwright::model::Face| -> i32 {
            ["attack", "defence"]
                .iter()
                .map(|c| face.value(c).unwrap().parse::<i32>().unwrap())
                .sum()
        };
        assert!(strength(&unit.back_face) < strength(&unit.front), "{}", unit.id);
        assert_eq!(unit.back_face.value("movement"), unit.front.value("movement"));
    }
}

#[test]
fn the_river_parts_the_map_and_two_bridges_join_it() {
    let game = bridgehead();
    let map = game.maps.get("sarn").unwrap();
    let river = game.hexsides.find("river").unwrap();
    let wet = |side: Hexside| map.hexsides.get(&side).is_some_and(|kinds| kinds.contains(&river));
    let start = map.grid.parse("0101").unwrap();
    let mut north: BTreeSet<Option<usize>> = BTreeSet::from([map.grid.index(start)]);
    let mut open: Vec<Hex> = vec![start];
    while let Some(hex) = open.pop() {
        for (_, next) in map.grid.neighbours(hex) {
            let dry = !wet(Hexside::between(hex, next).unwrap());
            if dry && north.insert(map.grid.index(next)) {
                open.push(next);
            }
        }
    }
    let is_north = |id: &str| north.contains(&map.grid.index(map.grid.parse(id).unwrap()));
    for id in ["0507", "1105", "0803", "1601", "0108"] {
        assert!(is_north(id), "{id}");
    }
    for id in ["0508", "1106", "0510", "1612", "0109", "1605"] {
        assert!(!is_north(id), "{id}");
    }
    let bridges = map.crossings.keys().filter(|side| wet(**side)).count();
    assert_eq!(bridges, 2);
}

#[test]
fn every_kind_of_placement_is_used() {
    let game = bridgehead();
    let kinds: BTreeSet<&str> = game
        .scenarios
        .iter()
        .flat_map(|scenario| &scenario.set_ups)
        .map(|set_up| match set_up.placement {
            Placement::At(_, Location::Hex(_)) => "hex",
            Placement::At(_, Location::Box(_)) => "box",
            Placement::AnyOf(..) => "any of",
            Placement::Within(..) => "within",
            Placement::Area(..) => "area",
            Placement::Entry(..) => "entry",
            Placement::Free(_) => "free",
        })
        .collect();
    assert_eq!(kinds.len(), 7, "{kinds:?}");
    assert!(game.scenarios.iter().any(|scenario| !scenario.withdrawals.is_empty()));
    assert!(game.scenarios.iter().flat_map(|s| &s.set_ups).any(|set_up| set_up.reduced));
}

#[test]
fn each_result_is_explained_and_better_odds_or_dice_are_never_worse() {
    let game = bridgehead();
    let combat = game.rules.combat.as_ref().unwrap();
    let chart = game.charts.get(&combat.chart).unwrap();
    let worth = |code: &str| {
        let outcome = combat.outcomes.iter().find(|outcome| outcome.code == code).unwrap();
        let harm = |harm: hexwright::model::Harm| {
            harm.loses as i32 * 3 + harm.retreats as i32 + if harm.eliminated { 20 } else { 0 }
        };
        harm(outcome.defender) - harm(outcome.attacker)
    };
    let cells: Vec<Vec<i32>> =
        chart.rows.iter().map(|row| row.cells.iter().map(|code| worth(code)).collect()).collect();
    for row in &cells {
        assert!(row.is_sorted(), "{row:?}");
    }
    for column in 0..cells[0].len() {
        assert!(cells.iter().map(|row| row[column]).is_sorted(), "column {column}");
    }
}

#[test]
fn supply_sources_lie_on_roads_at_the_edge() {
    let game = bridgehead();
    let map = game.maps.get("sarn").unwrap();
    for source in &game.rules.supply.as_ref().unwrap().sources {
        for id in &source.locations {
            let hex = map.grid.parse(id).unwrap();
            assert!(map.grid.neighbours(hex).count() < 6, "{id} is not at the edge");
            let on_road = map.paths.iter().any(|path| path.along.contains(&Location::Hex(hex)));
            assert!(on_road, "{id} is on no road");
        }
    }
}

/// Relative luminance as WCAG defines it.
fn luminance(colour: &str) -> f64 {
    let channel = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn counters_can_be_read_and_sides_told_apart_by_lightness_alone() {
    let game = bridgehead();
    for side in &game.sides {
        assert!(contrast(&side.colour, &side.text) >= 7.0, "{}", side.name);
    }
    let colours: Vec<&str> = game.sides.iter().map(|side| side.colour.as_str()).collect();
    assert!(contrast(colours[0], colours[1]) >= 4.5);
}

#[test]
fn numbers_on_the_page_follow_the_data() {
    let rules = "games/bridgehead/rules.toml";
    let changes = [
        (rules, "limit = 2", "limit = 3", "At most 2 units", "At most 3 units"),
        (
            rules,
            "leaving = 1",
            "leaving = \"1 1/2\"",
            "costs 1 movement point more",
            "costs 1½ movement points more",
        ),
        (rules, "artillery = 2 }", "artillery = 4 }", "up to 2 hexes away", "up to 4 hexes away"),
        (rules, "most_shifts = 3", "most_shifts = 5", "at most 3 columns", "at most 5 columns"),
        (
            rules,
            "attacker_loses = 2",
            "attacker_loses = 7",
            "attacker loses 2 steps",
            "attacker loses 7 steps",
        ),
        (
            rules,
            "blocked_loses = 1",
            "blocked_loses = 2",
            "as it can and loses 1 step",
            "as it can and loses 2 steps",
        ),
        (
            rules,
            "range = 3",
            "range = \"7/2\"",
            "at most 3 movement points",
            "at most 3½ movement points",
        ),
        (rules, "relays = { hq = 3 }", "relays = { hq = 6 }", "at most 3 hexes", "at most 6 hexes"),
        (rules, "lorn = \"0512 1212\"", "lorn = \"0512\"", "Lorn 0512 and 1212", "Lorn 0512;"),
        (
            rules,
            "armour = 2, recon",
            "armour = 9, recon",
            "scores 2 for armour",
            "scores 9 for armour",
        ),
        (rules, "columns = -2", "columns = -3", "<td>−2</td>", "<td>−3</td>"),
        (
            "maps/bridgehead/sarn.toml",
            "victory = 6",
            "victory = 8",
            "(0803)\u{a0}6",
            "(0803)\u{a0}8",
        ),
        ("games/bridgehead.toml", "motor = \"1/2\"", "motor = \"1/3\"", "<td>½</td>", "<td>⅓</td>"),
        ("games/bridgehead.toml", "foot = \"+2\"", "foot = \"+3\"", "<td>+2</td>", "<td>+3</td>"),
        ("games/bridgehead/charts.toml", "\"6:1\"", "\"9:1\"", ">6:1<", ">9:1<"),
        (
            "scenarios/bridgehead/crossing.toml",
            "turns = [1, 6]",
            "turns = [1, 7]",
            "6 turns, 1–6",
            "7 turns, 1–7",
        ),
        (
            "counters/bridgehead/kess.csv",
            "regiment,2,4,5,4,2,3,31",
            "regiment,2,8,5,4,2,3,31",
            "Infantry 4-5-4",
            "Infantry 8-5-4",
        ),
    ];
    let original = page(&bridgehead());
    for (file, from, to, before, after) in changes {
        let changed = page(&altered(file, from, to));
        assert!(original.contains(before) && !original.contains(after), "{before} / {after}");
        assert!(changed.contains(after) && !changed.contains(before), "{from} → {to}");
    }
}

#[test]
fn every_paragraph_of_the_designer_and_every_chart_cell_is_on_the_page() {
    let game = bridgehead();
    let page = page(&game);
    for note in &game.rules.notes {
        for text in note.lead.iter().chain(&note.text) {
            assert!(page.contains(text.as_str()), "{}: {text}", note.id);
        }
        assert!(page.contains(&note.title), "{}", note.id);
    }
    for scenario in &game.scenarios {
        assert!(page.contains(&scenario.title));
    }
    let cells = game.charts.iter().flat_map(|chart| &chart.rows).map(|row| row.cells.len());
    assert_eq!(page.matches("<td class=\"r-").count(), cells.sum::<usize>());
}

#[test]
fn nothing_in_the_sources_becomes_markup() {
    let nasty = "<script>alert(1)</script>&\\\"'";
    for (file, from) in [
        ("games/bridgehead.toml", "Forcing the River Sarn"),
        ("games/bridgehead.toml", "Reconnaissance"),
        ("games/bridgehead/rules.toml", "Defender in a town"),
        ("games/bridgehead/charts.toml", "Combat results"),
        ("maps/bridgehead/sarn.toml", "Aldersby\""),
        ("scenarios/bridgehead/crossing.toml", "The Crossing"),
    ] {
        let to = if from.ends_with('"') { format!("{nasty}\"") } else { nasty.to_owned() };
        let page = page(&altered(file, from, &to));
        assert!(!page.contains("<script"), "{file}: {from}");
        assert!(page.contains("&lt;script&gt;"), "{file}: {from}");
    }
}

#[test]
fn the_page_is_the_same_every_time_and_needs_nothing_from_outside() {
    let page = page(&bridgehead());
    assert_eq!(page, self::page(&bridgehead()));
    for outside in ["http://", "https://", "<link", "<script", "url(", "@import"] {
        // The pictures name the namespace of SVG, which nobody fetches.
        let text = page.replace("http://www.w3.org", "");
        assert!(!text.contains(outside), "{outside}");
    }
}

#[test]
fn a_game_with_few_rules_gets_a_page_without_the_missing_sections() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in embedded::starter("battle", "Battle <1>") {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let page = page(&only_game(folder.path()));
    assert!(page.contains("<h1>Battle &lt;1&gt;</h1>"));
    for heading in ["Stacking", "Zones of control", "Movement", "Combat"] {
        assert!(page.contains(&format!(">{heading}</h2>")), "{heading}");
    }
    for heading in ["Supply", "Retreat", "Advance after combat", "States", "Optional rules"] {
        assert!(!page.contains(&format!(">{heading}</h2>")), "{heading}");
    }
}

/// Needs a browser; where there is none, nothing is claimed.
#[test]
fn the_rules_print_on_exactly_two_pages() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("rules.html");
    std::fs::write(&html, rulebook::render(&bridgehead()).unwrap()).unwrap();
    let pdf = folder.path().join("rules.pdf");
    let printed = std::process::Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("--print-to-pdf={}", pdf.display()))
        .arg(&html)
        .output();
    if printed.is_err() || !pdf.is_file() {
        eprintln!("no browser here: pages were not counted");
        return;
    }
    assert_eq!(lopdf::Document::load(&pdf).unwrap().get_pages().len(), 2);
}
