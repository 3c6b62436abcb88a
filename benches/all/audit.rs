//! Moves audited per second and core: Bridgehead, maps, forces and logs of growing size, and Sicily, whose rules are code.
//!
//! `cargo xtask bench audit`. The bot plays games beforehand, and they are written as logs; timed are
//! decoding and replaying a log alone, the whole audit of it, and the referee by itself, in processor time of one
//! thread.

use crate::cost::Cost;
use hexwright::audit::{Court, Request};
use hexwright::bots::Manner;
use hexwright::bots::pack::bot_game;
use hexwright::deeds::{Act, Deed};
use hexwright::games::sicily;
use hexwright::model::Game;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::{LogWriter, SettingUp};
use hexwright::referee::Referee;
use hexwright::referee::pack::Pack;
use hexwright::replay::Replay;
use hexwright::source::load;
use hexwright::vassal::Limits;
use hexwright::vassal::file::{Opened, SavedGame, open_bytes};
use std::fmt::Write as _;
use std::path::Path;

pub fn run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let loaded = load(root);
    let Some(game) = loaded.game("bridgehead") else { return };
    println!(
        "{:<42} {:>7} {:>7} {:>10} {:>10} {:>10}",
        "moves a second and core", "deeds", "moves", "referee", "replay", "audit"
    );
    measure("Bridgehead, 25 games", game, 25);
    measure("Bridgehead, 100 games", game, 100);
    if let Some(game) = loaded.game("sicily") {
        measure_sicily(game, 10);
    }
    let sizes =
        [(30, 20, 40, 2), (60, 40, 40, 2), (60, 40, 150, 2), (60, 40, 150, 4), (90, 60, 150, 2)];
    for (columns, rows, units, games) in sizes {
        let folder = tempfile::tempdir().unwrap();
        write_large(root, folder.path(), columns, rows, units);
        let large = load(folder.path());
        let wrong: Vec<String> =
            large.diagnostics.sorted().iter().map(|d| d.message.clone()).take(5).collect();
        assert_eq!(large.diagnostics.errors(), 0, "{wrong:?}");
        if let Some(game) = large.game("bridgehead") {
            let name = format!("{columns} × {rows} hexes, {units} units a side, {games} games");
            measure(&name, game, games);
        }
    }
}

/// Games of the bot of a game whose rules are data.
fn measure(name: &str, game: &Game, games: usize) {
    let Some(pack) = Pack::new(game) else { return };
    let scenarios: Vec<_> = game.scenarios.iter().collect();
    let play = |number: usize| {
        let scenario = scenarios[number % scenarios.len()];
        let manner = Manner { seed: number as u64, ..Manner::default() };
        let played = bot_game(&pack, &scenario.id, manner).unwrap_or_default();
        (scenario.id.clone(), played.deeds)
    };
    time(name, game, &pack, (0..games).map(play).collect());
}

/// Turns of Sicily.
fn measure_sicily(game: &Game, games: usize) {
    let Some(referee) = hexwright::games::referee(game) else { return };
    let play = |number: usize| {
        let scenario = ["campaign", "us-landing"][number % 2];
        let manner = Manner { seed: number as u64, turns: 4, ..Manner::default() };
        let played = sicily::bot_game(game, scenario, manner)?;
        Some((scenario.to_owned(), played.deeds))
    };
    let played = (0..games).filter_map(play).collect();
    time(&format!("Sicily, {games} games of four turns"), game, &*referee, played);
}

/// Audits games on one core and prints how fast.
fn time(name: &str, game: &Game, referee: &dyn Referee, played: Vec<(String, Vec<Deed>)>) {
    let kit = Kit::new(game, None).unwrap();
    let (mapping, guide, limits) = (kit.mapping(), kit.guide().unwrap(), Limits::default());
    let mut logs: Vec<SavedGame> = Vec::new();
    for (scenario, deeds) in &played {
        let mut log = LogWriter::new(&kit, scenario, Vec::new()).unwrap();
        log.deeds(deeds, SettingUp::Before).unwrap();
        let Opened::Saved(saved) = open_bytes(log.pack("").unwrap(), &limits).unwrap() else {
            return;
        };
        logs.push(*saved);
    }
    let deeds: usize = played.iter().map(|(_, game)| game.len()).sum();
    let moves = |deed: &&Deed| matches!(deed.act, Act::Move { .. });
    let moved: usize = played.iter().map(|(_, game)| game.iter().filter(moves).count()).sum();
    let heard = Cost::of(|| {
        for (scenario, log) in &played {
            let mut rulings = Vec::new();
            let Some(mut hearing) = referee.hearing(Some(scenario)) else { return };
            log.iter().for_each(|deed| hearing.hear(deed, &mut rulings));
            hearing.close(&mut rulings);
            let mut findings = rulings.iter().flat_map(|ruling| &ruling.judgement.findings);
            assert!(!findings.any(|finding| finding.accuses()), "legal games must be found legal");
        }
    });
    let replay = Cost::of(|| {
        for log in &logs {
            let tree = log.commands(&limits).unwrap();
            Replay::start(&tree, Some(&guide), &limits).unwrap().finish().unwrap();
        }
    });
    let court = Court { game, referee, mapping: &mapping, guide: &guide, limits: &limits };
    let whole = Cost::of(|| {
        for log in &logs {
            let audit = court.audit(name, log, &Request::default()).unwrap();
            let accused = audit.findings.iter().any(|entry| entry.finding.accuses());
            assert!(!accused, "legal games must be found legal");
        }
    });
    let rate = |cost: Cost| moved as f64 / cost.least.as_secs_f64();
    println!(
        "{name:<42} {deeds:>7} {moved:>7} {:>10.0} {:>10.0} {:>10.0}",
        rate(heard),
        rate(replay),
        rate(whole)
    );
}

/// Bridgehead's rules on a larger map with more units.
fn write_large(root: &Path, to: &Path, columns: usize, rows: usize, units: usize) {
    let write = |path: &str, text: &str| {
        let path = to.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    write("hexwright.toml", "name = \"Large\"\ngames = [\"bridgehead\"]\n");
    write("games/bridgehead.toml", &read("games/bridgehead.toml"));
    write("games/bridgehead/charts.toml", &read("games/bridgehead/charts.toml"));
    let rules = read("games/bridgehead/rules.toml");
    let rules = rules.replace(
        "sources = { lorn = \"0512 1212\", kess = \"0801 0103 1602\" }",
        &format!("sources = {{ lorn = \"01{rows:02}\", kess = \"0101 {columns:02}01\" }}"),
    );
    write("games/bridgehead/rules.toml", &rules);
    write("counters/bridgehead/markers.csv", &read("counters/bridgehead/markers.csv"));
    let kinds = ["infantry", "infantry", "mechanized", "armour", "recon", "artillery", "hq"];
    let mut ids = [String::new(), String::new()];
    for (side, list) in ["lorn", "kess"].into_iter().zip(&mut ids) {
        let mut csv =
            "id,name,side,type,steps,attack,defence,movement,back_attack,back_defence\n".to_owned();
        for number in 0..units {
            let kind = kinds[number % kinds.len()];
            let attack = if kind == "hq" { 0 } else { 3 + number % 4 };
            let movement = 4 + number % 4;
            let _ = writeln!(
                csv,
                "{side}-{number},{side} {number},{side},{kind},2,{attack},4,{movement},{},2",
                attack / 2
            );
            let _ = write!(list, "{side}-{number} ");
        }
        write(&format!("counters/bridgehead/{side}.csv"), &csv);
    }
    let middle = rows / 2;
    let mut map = format!(
        "title = \"Large\"\ndefault = \"clear\"\n[grid]\norientation = \"flat\"\ncolumns = {columns}\nrows = {rows}\nstagger = \"even-down\"\nnumbering = \"CCRR\"\nhex_size = \"16mm\"\n"
    );
    let id = |column: usize, row: usize| format!("{column:02}{row:02}");
    let woods: Vec<String> = (1..=columns)
        .flat_map(|column| (1..=rows).map(move |row| (column, row)))
        .filter(|(column, row)| (column * 7 + row * 13) % 5 == 0)
        .map(|(column, row)| id(column, row))
        .collect();
    let _ = write!(map, "[[terrain]]\ntype = \"woods\"\nhexes = \"{}\"\n", woods.join(" "));
    for column in (5..columns).step_by(10) {
        let road = format!("{}-{}", id(column, 1), id(column, rows));
        let _ = write!(map, "[[path]]\ntype = \"road\"\nalong = \"{road}\"\n");
    }
    for (side, from, until) in [("lorn", middle + 1, rows), ("kess", 1, middle - 1)] {
        let _ = write!(
            map,
            "[[area]]\nid = \"{side}\"\nname = \"{side}\"\nhexes = \"{}:{}\"\n",
            id(1, from),
            id(columns, until)
        );
        let _ = write!(
            map,
            "[[box]]\nid = \"{side}-eliminated\"\nname = \"{side} eliminated\"\nkind = \"eliminated\"\nowner = \"{side}\"\n"
        );
    }
    map.push_str(
        "[[box]]\nid = \"turn\"\nname = \"Turn\"\nkind = \"turn-track\"\nspaces = \"1-9\"\n",
    );
    write("maps/bridgehead/large.toml", &map);
    let mut scenario = "title = \"Large\"\nturns = [1, 6]\nfirst_side = \"lorn\"\n".to_owned();
    for (side, list) in ["lorn", "kess"].into_iter().zip(&ids) {
        let _ = write!(scenario, "[[setup]]\nunits = \"{}\"\narea = \"{side}\"\n", list.trim());
    }
    scenario.push_str("[[setup]]\nunits = \"game-turn\"\nat = \"turn:1\"\n");
    write("scenarios/bridgehead/large.toml", &scenario);
}
