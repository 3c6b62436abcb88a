//! Player aids say everything that players need, on pages that are numbered through.

use hexwright::draw::chart::{ChartPaper, PlayerAid, draw_charts};
use hexwright::draw::map::{MapOptions, Picture};
use hexwright::hex::Hex;
use hexwright::model::words::{signed, upper};
use hexwright::model::{Game, Map, Placement, ShiftRule};
use hexwright::source::{Loaded, load};
use std::collections::BTreeSet;
use std::path::Path;

const GAMES: [&str; 3] = ["italy43", "bridgehead", "asl-sk2"];

fn project() -> Loaded {
    load(Path::new(env!("CARGO_MANIFEST_DIR")))
}

fn aids(game: &Game, height: f64) -> Vec<PlayerAid> {
    let paper = ChartPaper { width: 210.0, height };
    draw_charts(game, &MapOptions::default(), paper).unwrap()
}

fn aid(game: &Game, name: &str) -> Vec<Picture> {
    let aids = aids(game, 297.0);
    aids.into_iter().find(|aid| aid.name == name).expect(name).pages
}

/// A text on a page: what it says, its size, how far down its line is.
struct Words {
    said: String,
    size: f64,
    y: f64,
}

/// The texts of a page in the order in which they are printed.
fn words(page: &Picture) -> Vec<Words> {
    let svg = page.svg();
    let number = |tag: &str, key: &str| -> f64 {
        let value =
            tag.split_once(&format!(" {key}=\"")).and_then(|(_, rest)| rest.split('"').next());
        value.and_then(|value| value.parse().ok()).unwrap_or_default()
    };
    svg.split("<text")
        .skip(1)
        .filter_map(|element| {
            let (tag, rest) = element.split_once('>')?;
            let said = rest.split('<').next()?.replace("&amp;", "&").replace("&quot;", "\"");
            Some(Words { said, size: number(tag, "font-size"), y: number(tag, "y") })
        })
        .collect()
}

fn all_said(pages: &[Picture]) -> String {
    let said: Vec<String> = pages.iter().flat_map(words).map(|words| words.said).collect();
    said.join(" ")
}

/// The hexes that a printed list names.
fn read_back(map: &Map, list: &str) -> BTreeSet<(i32, i32)> {
    let at = |id: &str| {
        let hex = map.grid.parse(id).unwrap_or_else(|_| panic!("`{id}` in {list}"));
        map.grid.column_row(hex).unwrap()
    };
    let run = |text: &str| match text.split_once('–') {
        Some((from, to)) => (at(from), at(to)),
        None => (at(text), at(text)),
    };
    let mut hexes = BTreeSet::new();
    for part in list.split(", ") {
        let (first, last) = match part.split_once(" through ") {
            Some((first, last)) => (run(first), run(last)),
            None => (run(part), run(part)),
        };
        for column in first.0.0..=last.0.0 {
            for row in first.0.1..=last.1.1 {
                hexes.insert((column, row));
            }
        }
    }
    hexes
}

#[test]
fn set_up_cards_name_every_hex() {
    let loaded = project();
    let mut lists = 0;
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        let cards = all_said(&aid(game, "reinforcements"));
        let rulebook = hexwright::rulebook::render(game).unwrap();
        for set_up in game.scenarios.iter().flat_map(|scenario| &scenario.set_ups) {
            let Placement::AnyOf(map, places) = &set_up.placement else { continue };
            let map = &game.maps[*map];
            let hexes: Vec<Hex> = places.iter().filter_map(|place| place.hex()).collect();
            if hexes.len() < places.len() {
                continue;
            }
            let runs = map.hex_runs(&hexes).join(", ");
            let want: BTreeSet<(i32, i32)> =
                hexes.iter().map(|hex| map.grid.column_row(*hex).unwrap()).collect();
            assert_eq!(read_back(map, &runs), want, "{runs}");
            assert!(cards.contains(&format!("any of {runs}")), "{id}: {runs}\n{cards}");
            for run in map.hex_runs(&hexes).iter().filter(|_| hexes.len() > 30) {
                assert!(rulebook.contains(run.as_str()), "the rulebook of {id} lacks {run}");
            }
            lists += 1;
        }
    }
    assert!(lists > 10, "{lists}");
}

#[test]
fn nothing_on_an_aid_is_cut_short() {
    let loaded = project();
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        for aid in aids(game, 297.0) {
            for words in aid.pages.iter().flat_map(words) {
                let cut = words.said.contains('…')
                    || (words.said.starts_with("and ") && words.said.ends_with(" more"));
                assert!(!cut, "{id}, {}: {}", aid.name, words.said);
            }
        }
    }
}

#[test]
fn the_turn_track_names_all_that_arrive() {
    let loaded = project();
    let mut arriving = 0;
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        if game.turns.last.is_none() {
            continue;
        }
        let track: String = all_said(&aid(game, "turns")).split_whitespace().collect();
        for set_up in game.scenarios.iter().flat_map(|scenario| &scenario.set_ups) {
            for unit in set_up.units.iter().filter(|_| set_up.turn.is_some()) {
                let name: String = game.counters[unit.counter].name.split_whitespace().collect();
                assert!(track.contains(&name), "{id}: {name} is not on the track");
                arriving += 1;
            }
        }
    }
    assert!(arriving > 40, "{arriving}");
}

#[test]
fn the_terrain_chart_has_the_shifts_of_the_rules() {
    let loaded = project();
    let mut shifted = 0;
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        let Some(combat) = game.rules.combat.as_ref().filter(|c| !c.shifts.is_empty()) else {
            continue;
        };
        let said: Vec<String> =
            aid(game, "terrain").iter().flat_map(words).map(|words| words.said).collect();
        assert!(said.iter().any(|words| words == "Combat"), "{id}: {said:?}");
        let terrain = game.terrain.entries().map(|(id, kind)| {
            (kind.name.clone(), ShiftRule::of_ground(&combat.shifts, Some(id), None))
        });
        let sides = game.hexsides.entries().map(|(id, kind)| {
            (kind.name.clone(), ShiftRule::of_ground(&combat.shifts, None, Some(id)))
        });
        for (name, columns) in terrain.chain(sides).filter(|(_, columns)| *columns != 0) {
            let row = said.iter().position(|words| words.trim_end_matches('†') == name);
            let row = row.unwrap_or_else(|| panic!("{id}: no row of {name}"));
            let cells = &said[row + 1..said.len().min(row + 3 + game.movement_classes.len())];
            let wanted = signed(columns);
            assert!(cells.contains(&wanted), "{id}, {name}: {wanted} is not in {cells:?}");
            shifted += 1;
        }
    }
    assert!(shifted > 1, "{shifted}");
}

#[test]
fn the_combat_table_has_its_shifts() {
    let loaded = project();
    let mut shifts = 0;
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        let Some(combat) = &game.rules.combat else { continue };
        let said: String = all_said(&aid(game, "charts")).split_whitespace().collect();
        for shift in &combat.shifts {
            let line = format!("{}{}", signed(shift.columns), upper(&shift.when));
            let line: String = line.split_whitespace().collect();
            assert!(said.contains(&line), "{id}: `{line}` is not on the charts");
            shifts += 1;
        }
    }
    assert!(shifts > 2, "{shifts}");
}

#[test]
fn pages_are_numbered_through_all_aids() {
    let loaded = project();
    for id in GAMES {
        let aids = aids(loaded.game(id).unwrap(), 297.0);
        let pages: Vec<&Picture> = aids.iter().flat_map(|aid| &aid.pages).collect();
        assert!(pages.len() > 3);
        for (nth, page) in pages.into_iter().enumerate() {
            let foot = words(page).into_iter().find(|words| words.y > 285.0);
            assert_eq!(foot.map(|words| words.said), Some((nth + 1).to_string()), "{id}");
        }
    }
}

#[test]
fn no_heading_stands_alone_at_the_foot_of_a_page() {
    let loaded = project();
    let mut headings = 0;
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        // Many heights of paper, so that pages end everywhere.
        for height in (150..300).step_by(7).map(f64::from) {
            for aid in aids(game, height) {
                for page in &aid.pages {
                    let words = words(page);
                    // The number of the page is set below everything.
                    let lowest = words.iter().filter(|w| w.y < height - 12.0).map(|w| w.y);
                    let lowest = lowest.fold(0.0, f64::max);
                    for heading in words.iter().filter(|words| words.size == 4.6) {
                        let said = &heading.said;
                        assert!(heading.y < lowest, "{id}, {} at {height} mm: {said}", aid.name);
                        headings += 1;
                    }
                }
            }
        }
    }
    assert!(headings > 100, "{headings}");
}

#[test]
fn what_runs_over_a_page_names_its_heading_again() {
    let loaded = project();
    let mut continued = 0;
    for id in GAMES {
        let game = loaded.game(id).unwrap();
        for height in [180.0, 210.0, 297.0] {
            let headed = ["reinforcements", "charts", "turns"];
            for aid in aids(game, height).iter().filter(|aid| headed.contains(&aid.name)) {
                let mut under = String::new();
                for (nth, page) in aid.pages.iter().enumerate() {
                    let words = words(page);
                    let headings: Vec<&Words> = words.iter().filter(|w| w.size == 4.6).collect();
                    let first = headings.first().map_or(f64::MAX, |heading| heading.y);
                    // Below the titles of the page, above its first heading, there is only what goes on.
                    let goes_on =
                        words.iter().any(|w| w.y > 26.0 && w.y < first && w.y < height - 12.0);
                    let named = format!("{under}, continued");
                    let told = words.iter().any(|words| words.said == named);
                    let place = format!("{id}, {}, page {nth} at {height} mm", aid.name);
                    if nth > 0 || !headings.is_empty() {
                        assert_eq!(told, goes_on, "{place}: {named}");
                    }
                    continued += usize::from(told);
                    if let Some(last) = headings.last() {
                        under = last.said.trim_end_matches([' ', '†']).to_owned();
                    }
                }
            }
        }
    }
    assert!(continued > 10, "{continued}");
}
