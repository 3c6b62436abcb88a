//! A module of 300 counters and a map of 60 × 40 hexes: from nothing, and after one counter changed.

use crate::cost::Cost;
use hexwright::model::{Counter, Game, Registry};
use hexwright::module::vassal::{ModuleRequest, build_module};
use hexwright::source::load;
use std::path::Path;

pub fn run() {
    let game = game();
    let folder = || tempfile::tempdir().expect("a folder");
    let cold = Cost::from(folder, |cache| build(&game, cache.path()));
    cold.tell("from nothing", 1.0, "modules");
    let cache = folder();
    build(&game, cache.path());
    let mut value = 9;
    let next = || {
        value += 1;
        changed(&game, value)
    };
    let one = Cost::from(next, |game| build(game, cache.path()));
    one.tell("one counter changed", 1.0, "modules");
    println!("  = {:.1} % of a build from nothing", 100.0 * one.times(cold));
}

const COUNTERS: usize = 300;
const MAP: &str = r##"title = "Wide country"
default = "clear"
[grid]
orientation = "flat"
columns = 60
rows = 40
stagger = "even-down"
numbering = "CCRR"
hex_size = "16mm"
[[terrain]]
type = "woods"
hexes = "0305:1210 3012:3820 4530:5535"
[[hexside]]
type = "river"
banks = ["2001-2040", "2101-2140"]
[[path]]
type = "road"
along = "0120 0220-3020"
"##;

/// Bridgehead's game with another map and ten times its counters.
fn game() -> Game {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in ["games/bridgehead.toml", "games/bridgehead/charts.toml"] {
        let target = folder.path().join(part);
        std::fs::create_dir_all(target.parent().expect("inside")).expect("a folder");
        std::fs::copy(root.join(part), target).expect("copied");
    }
    let write = |name: &str, text: &str| {
        let target = folder.path().join(name);
        std::fs::create_dir_all(target.parent().expect("inside")).expect("a folder");
        std::fs::write(target, text).expect("written");
    };
    write("hexwright.toml", "name = \"bench\"\ngames = [\"bridgehead\"]\n");
    write("maps/bridgehead/wide.toml", MAP);
    let mut rows = String::from(
        "id,name,side,type,echelon,steps,attack,defence,movement,back_attack,back_defence,designation\n",
    );
    let kinds = ["infantry", "mechanized", "armour", "recon", "artillery", "hq"];
    for nth in 0..COUNTERS {
        let side = if nth % 2 == 0 { "lorn" } else { "kess" };
        rows += &format!(
            "u-{nth},Unit {nth},{side},{},battalion,2,{},{},{},1,1,{nth}\n",
            kinds[nth % kinds.len()],
            nth % 9 + 1,
            nth % 7 + 1,
            nth % 6 + 3
        );
    }
    write("counters/bridgehead/units.csv", &rows);
    let loaded = load(folder.path());
    let game = loaded.game("bridgehead").expect("loads");
    assert_eq!((game.counters.len(), game.maps.len()), (COUNTERS, 1));
    game.clone()
}

/// The same game with one value of one counter changed.
fn changed(game: &Game, value: u32) -> Game {
    let mut counters = Registry::default();
    for (nth, mut counter) in game.counters.iter().cloned().enumerate() {
        if nth == 7 {
            change(&mut counter, value);
        }
        counters.insert(counter).expect("a new name");
    }
    Game { counters, ..game.clone() }
}

fn change(counter: &mut Counter, value: u32) {
    let values: Vec<(String, String)> = counter
        .front
        .values()
        .map(|(name, old)| {
            let new = if name == "attack" { value.to_string() } else { old.to_owned() };
            (name.to_owned(), new)
        })
        .collect();
    counter.front = hexwright::model::Face::new(values);
}

fn build(game: &Game, cache: &Path) -> usize {
    let request = ModuleRequest { project_root: None, ground: None, cache: cache.to_owned() };
    let built = build_module(game, &request, &|_| {}).expect("builds");
    assert_eq!(built.manifest.slots.len(), COUNTERS);
    built.bytes.len()
}
