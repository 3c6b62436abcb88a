//! The ground of a worker: a small sound project, module, save and log, beside which the damaged files are put.

use crate::archives::{entries, gzip};
use hexwright::cli::Prepared;
use hexwright::embedded::starter;
use hexwright::interpret::ENTRY;
use hexwright::module::vassal::Kit;
use hexwright::module::vassal::log::LogWriter;
use hexwright::module::vassal::save::Seat;
use hexwright::source::load;
use hexwright::vassal::archive::{Archive, pack};
use hexwright::vassal::{Limits, Opened, open};
use std::error::Error;
use std::path::Path;

type Done = Result<(), Box<dyn Error>>;

const TEMPLATE: &str = "{% set s = w %}<rect width=\"{{ w }}\" height=\"{{ h }}\" fill=\"{{ accent }}\"/>{% if attack %}<text x=\"9\" y=\"{{ h / 2 }}\">{{ attack }}-{{ defence }}</text>{% elif name %}{{ fit_text(name | upper, 5, 5, w - 10, 20, size=12) }}{% endif %}{% for i in range(3) %}<path d=\"M{{ i }} 0h9\"/>{% endfor %}\n";
const ART: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 40\"><defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/><stop offset=\"1\"/></linearGradient><clipPath id=\"c\"><rect width=\"30\" height=\"30\"/></clipPath><filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/></filter><mask id=\"m\"><rect width=\"20\" height=\"20\" fill=\"white\"/></mask></defs><g id=\"a\" clip-path=\"url(#c)\"><rect width=\"40\" height=\"40\" fill=\"url(#g)\"/></g><use href=\"#a\" x=\"3\" mask=\"url(#m)\"/><path d=\"M0 0L9 9A3 3 0 0 1 4 4z\" stroke=\"#000\" filter=\"url(#f)\"/><text x=\"3\" y=\"9\" font-size=\"6\">ab<tspan dx=\"1\">c</tspan></text></svg>\n";
pub const UNITS: &str = "id,name,side,type,echelon,count,steps,attack,defence,movement,back_attack\nblue-1,1st Foot,blue,infantry,regiment,1,2,4,5,4,2\nred-1,1st Rifles,red,infantry,regiment,1,2,3,5,4,2\n";
pub const MARKERS: &str = "id,name,kind,count,template,art\nturn,Turn,marker,1,marker,\nflag,Flag,marker,1,art,art/flag.svg\ndisrupted,Disrupted,marker,2,marker,\n";
pub const MAP: &str = "title = \"Field\"\ndefault = \"clear\"\n[grid]\norientation = \"flat\"\ncolumns = 4\nrows = 4\nstagger = \"even-down\"\nnumbering = \"CCRR\"\nhex_size = \"8mm\"\n[[terrain]]\ntype = \"woods\"\nhexes = \"0203-0204\"\n[[hexside]]\ntype = \"river\"\nname = \"Sill\"\nbanks = [\"0201\", \"0301\"]\n[[path]]\ntype = \"road\"\nalong = \"0104 0204 0304\"\n[[place]]\nname = \"Mill\"\nhex = \"0303\"\nfeatures = \"town\"\nvictory = 2\n[[box]]\nid = \"turns\"\nname = \"Turn\"\nkind = \"turn-track\"\nspaces = \"1-6\"\n";
pub const SCENARIO: &str = "title = \"First Battle\"\nsummary = \"x\"\nturns = [1, 6]\n[[setup]]\nunits = \"blue-1\"\nat = \"0204\"\n[[setup]]\nunits = \"red-1\"\nat = \"0303\"\n[[setup]]\nunits = \"turn\"\nat = \"turns:1\"\n";
const CASES: &str = "- id: march\n  title: a march\n  rules: [BATTLE-5.0]\n  when: {turn: 1, side: blue, phase: movement}\n  units:\n    a: {counter: blue-1, at: \"0204\"}\n    b: {side: red, type: infantry, values: 4-5-4, at: \"0303\"}\n  variants:\n    - log: [{do: move, unit: a, to: \"0203\"}]\n      expect: legal\n    - patch: {state: {moved: [a]}}\n      log:\n        - {do: attack, with: a, against: \"0303\", roll: 3}\n        - {do: lose, unit: b}\n      expect: {legal: true, values: {odds: \"1:1\"}}\n- id: pile\n  title: a pile\n  rules: [BATTLE-3.0]\n  units:\n    a: {side: blue, type: infantry, values: 4-5-4, at: \"0101\"}\n  variants:\n    - log: [{do: check, hex: \"0101\"}]\n      expect: legal\n";
const SIGHT: &str = "hindrance_limit = 6\n[ground]\ncore = 0.2\nhull = 0.5\nspoke_core = 0.1\nspoke_hull = 0.4\n[[kind]]\nid = \"woods\"\nterrain = [\"woods\"]\neffect = \"obstacle\"\nheight = 1\ncore = 0.7\nhull = 1.5\n[[kind]]\nid = \"town\"\nterrain = [\"town\"]\neffect = \"hindrance\"\nheight = 0.5\ncore = 0.7\nhull = 1.4\n";
const ALLOWED: &str = "[[allow]]\nrule = \"BATTLE-*\"\nreason = \"we play it so\"\nsteps = [1, 2, 3]\nunits = [\"blue-1\"]\n";
const PAIRS: &str = "from,to,blocked,hindrance\n0101,0404,1,0\n0204,0303,0,1\n0101,0102,0,0\n";

/// Writes the ground into this folder, which is the working folder.
pub fn prepare() -> Done {
    for (path, text) in starter("battle", "Battle") {
        write(&Path::new("project").join(path), text.as_bytes())?;
    }
    for (file, text) in [
        ("counters/battle/units.csv", UNITS),
        ("counters/battle/markers.csv", MARKERS),
        ("games/battle/sight.toml", SIGHT),
        ("maps/battle/map.toml", MAP),
        ("scenarios/battle/first-battle.toml", SCENARIO),
        ("templates/counters/marker.svg", TEMPLATE),
        ("art/flag.svg", ART),
        ("tests/cases/battle/own.yaml", CASES),
    ] {
        write(&Path::new("project").join(file), text.as_bytes())?;
    }
    // Woods that stand in the way of a look.
    let game = std::fs::read_to_string("project/games/battle.toml")?;
    let high = game.replacen("effects = {", "effects = { height = \"1\",", 1);
    write(Path::new("project/games/battle.toml"), high.as_bytes())?;
    for (file, text) in [("allowed.toml", ALLOWED), ("pairs.csv", PAIRS), ("cases.yaml", CASES)] {
        write(Path::new(file), text.as_bytes())?;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    for file in ["mini.vmod", "mini.vlog", "mini_end.vsav", "grids.vmod"] {
        std::fs::copy(own.join(file), file)?;
    }
    run(&["build", "battle", "--project", "project", "--target", "vassal", "--out", "built"])?;
    let built = walk("built")
        .into_iter()
        .find(|path| path.ends_with(".vmod"))
        .ok_or("no module was built")?;
    std::fs::rename(built, "battle.vmod")?;
    std::fs::remove_dir_all("built")?;
    write_log()?;
    write_trace()?;
    for judge in crate::judges::all()? {
        std::fs::write(judge.log_name(), judge.log()?)?;
    }
    crate::shelf::prepare()?;
    keep_ledger()?;
    run(&["extract", "mini.vmod", "parts"])?;
    take_out()?;
    std::fs::write("board.zip", board()?)?;
    let words = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/page/strings.en.json"),
    );
    std::fs::write(
        "words.json",
        words.unwrap_or_else(|_| "{\"language\": \"en\", \"step\": \"Step\"}".to_owned()),
    )?;
    Ok(())
}

/// What a build keeps of its outputs, for builds that find it damaged.
fn keep_ledger() -> Done {
    run(&["build", "battle", "--project", "project", "--target", "rules", "--out", "built"])?;
    std::fs::copy("built/.cache/battle/rules.json", "ledger.json")?;
    Ok(std::fs::remove_dir_all("built")?)
}

/// A board of five by four hexes: sizes, then level and terrain of every point, in a Java stream in gzip in a zip.
fn board() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut data: Vec<u8> =
        [5i32, 4, 52, 60].iter().flat_map(|number| number.to_be_bytes()).collect();
    data.extend((0..52 * 60).flat_map(|point| [0, (point % 7) as u8]));
    data.extend([0; 16]);
    let mut stream = vec![0xac, 0xed, 0, 5, 0x7a];
    stream.extend(u32::try_from(data.len())?.to_be_bytes());
    stream.extend(data);
    Ok(pack([("LOSData", gzip(&stream).as_slice())])?)
}

/// What is inside the archives, as files of their own: most readers take these as well.
fn take_out() -> Done {
    let limits = Limits::default();
    let judged = crate::judges::GAMES.map(|(id, _)| format!("{id}.vlog"));
    let own = ["mini.vlog", "mini_end.vsav", "battle.vlog"].map(str::to_owned);
    for file in own.iter().chain(&judged) {
        if let Opened::Saved(saved) = open(Path::new(file), &limits)? {
            std::fs::write(format!("{file}.text"), saved.text)?;
        }
    }
    for name in ["mini", "grids"] {
        let bytes = std::fs::read(format!("{name}.vmod"))?;
        for (entry, content) in entries(&bytes) {
            match entry.as_str() {
                "buildFile.xml" | "buildFile" => std::fs::write(format!("{name}.xml"), content)?,
                "moduledata" => std::fs::write(format!("{name}.data"), content)?,
                _ => {}
            }
        }
    }
    // How the words of the module are read, as a file by itself.
    let own = entries(&std::fs::read("battle.vmod")?);
    if let Some((_, mapping)) = own.iter().find(|(name, _)| name == ENTRY) {
        let mut mapping: serde_json::Value = serde_json::from_slice(mapping)?;
        leave_out_nothing(&mut mapping);
        std::fs::write("mapping.toml", toml::to_string(&mapping)?)?;
    }
    if let Opened::Module(module) = open(Path::new("mini.vmod"), &limits)? {
        let pieces = module.build.walk().map(|element| element.text.as_str());
        let pieces: Vec<&str> = pieces.filter(|text| text.starts_with("+/")).collect();
        std::fs::write("mini.pieces", pieces.join("\t"))?;
    }
    Ok(())
}

/// TOML has no word for nothing.
fn leave_out_nothing(json: &mut serde_json::Value) {
    match json {
        serde_json::Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(leave_out_nothing);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(leave_out_nothing),
        _ => {}
    }
}

/// A log of the project: a march, an attack, a turn.
fn write_log() -> Done {
    let loaded = load(Path::new("project"));
    let game = loaded.game("battle").ok_or("the project has its game")?;
    let kit = Kit::new(game, Some(loaded.root.as_path()))?;
    let seat = |name: &str, side: &str| Seat {
        name: name.into(),
        password: format!("{name}-pw"),
        side: side.into(),
    };
    let mut log =
        LogWriter::new(&kit, "first-battle", vec![seat("Ann", "Blue"), seat("Ben", "Red")])?;
    let (map, field) = game.maps.entries().next().ok_or("the game has its map")?;
    let hex = |name: &str| field.grid.parse(name).map(hexwright::hex::Location::Hex);
    let units: Vec<String> = log
        .table()
        .pieces
        .iter()
        .filter(|piece| piece.stacks)
        .map(|piece| piece.id.clone())
        .collect();
    log.chat("hello");
    for (nth, unit) in units.iter().enumerate().take(2) {
        if let Ok(to) = hex(["0203", "0302"][nth]) {
            let _ = log.relocate(&[unit.as_str()], map, to);
        }
        log.turn(1, nth + 1);
    }
    let _ = log.roll("1d6", &[4]);
    std::fs::write("battle.vlog", log.pack("a test")?)?;
    Ok(())
}

/// The game at another table, and what was done there.
fn write_trace() -> Done {
    let words = "convert battle.vlog --game battle --project project --target vtt --out room.vtt";
    run(&words.split(' ').collect::<Vec<_>>())?;
    let limits = Limits::default();
    let room = Archive::open(Path::new("room.vtt"), &limits)?.read_text("0.json", &limits)?;
    let deltas = [
        r#"{"blue-1":{"dragging":"Ann","x":40,"y":40}}"#,
        r#"{"blue-1":{"dragging":null,"x":120.5,"y":99}}"#,
        r#"{"blue-1":{"activeFace":1},"hw-die-1d6-1":{"rollCount":1,"activeFace":3}}"#,
        r#"{"hw-turn":{"text":"Turn 2"},"hw-log":{"text":"Attack: blue-1 -> 0303\n"},"red-1":null}"#,
    ];
    let mut trace = format!("[\n  {{\"initialState\":{room},\"source\":\"client\"}},\n");
    for delta in deltas {
        let args = format!("{{\"s\":{delta},\"id\":1}}");
        trace.push_str(&format!(
            "  {{\"func\":\"delta\",\"args\":{args},\"exceptPlayer\":\"Ann\",\"source\":\"broadcast\"}},\n"
        ));
    }
    std::fs::write("game.trace", trace)?;
    Ok(())
}

/// Carries out what has to succeed.
fn run(words: &[&str]) -> Done {
    match Prepared::new(words)?.perform() {
        hexwright::cli::Exit::Fine => Ok(()),
        exit => Err(format!("{words:?} ends with {exit:?}").into()),
    }
}

pub fn write(path: &Path, bytes: &[u8]) -> Done {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    Ok(std::fs::write(path, bytes)?)
}

/// All files below a folder.
pub fn walk(folder: &str) -> Vec<String> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.path().display().to_string())
        .collect()
}
