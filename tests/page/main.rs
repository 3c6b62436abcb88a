//! The page as a reader meets it: in a real browser, by keys and clicks, against what the replay says.
//!
//! Needs chromium, and for accessibility axe-core: `HEXWRIGHT_AXE` names its `axe.min.js`, or it lies under
//! `target/axe/node_modules/axe-core/`. Without them the tests say that they were skipped.

mod browser;
mod logs;
#[path = "../support/mod.rs"]
mod support;
mod table_server;

use browser::Browser;
use hexwright::replay::{Guide, Replay};
use hexwright::vassal::{Limits, Opened, open};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const PLANTED: &str = "tests/logs/bridgehead-planted.vlog";

fn planted() -> PathBuf {
    logs::page(&["audit", "--format", "html"], Path::new(PLANTED), logs::bridgehead(), "planted").0
}

fn step(browser: &mut Browser) -> u64 {
    browser.value("Number(document.getElementById('slider').value)").as_u64().unwrap()
}

/// Where the page has every unit, by id: the place's name, and the pixel of the map.
fn units_of_page(browser: &mut Browser) -> BTreeMap<String, (String, f64, f64)> {
    let shown = browser.value(
        "Object.fromEntries([...document.querySelectorAll('.piece')].filter((e) => !e.hidden).map((e) => { \
           const m = new DOMMatrix(e.style.transform); return [e.dataset.unit, [e.dataset.place, m.e, m.f]]; }))",
    );
    let one = |(unit, at): (&String, &Value)| {
        let number = |value: &Value| value.as_f64().unwrap();
        (unit.clone(), (at[0].as_str().unwrap().to_owned(), number(&at[1]), number(&at[2])))
    };
    shown.as_object().unwrap().iter().map(one).collect()
}

/// Steps through a page with the arrow key; at every step every unit must stand where the replay has it.
fn follow(browser: &mut Browser, log: &Path, module: &Path) -> usize {
    let limits = Limits::default();
    let Opened::Module(mut module) = open(module, &limits).unwrap() else { panic!("no module") };
    let guide = Guide::of(&mut module);
    let Opened::Saved(saved) = open(log, &limits).unwrap() else { panic!("no log") };
    let tree = saved.commands(&limits).unwrap();
    let mut replay = Replay::start(&tree, Some(&guide), &limits).unwrap();
    let (mut steps, mut moved) = (0, 0);
    browser.key("Home");
    loop {
        let pieces: Vec<(String, String)> = replay
            .position()
            .counters()
            .iter()
            .filter_map(|piece| {
                let unit = piece.properties().into_iter().find(|(name, _)| name == "UnitId")?.1;
                Some((piece.id.to_string(), unit))
            })
            .collect();
        let page = units_of_page(browser);
        let mut compared = 0;
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, unit) in &pieces {
            *named.entry(unit).or_default() += 1;
        }
        // Markers of one kind share a name.
        for (id, unit) in pieces.iter().filter(|(_, unit)| named[unit.as_str()] == 1) {
            let at = replay.locate(id).unwrap();
            let (Some(map), Some(place)) = (&at.map, &at.location) else { continue };
            // Only one map is shown at a time.
            let Some((name, x, y)) = page.get(unit).filter(|_| map == "Main Map") else {
                continue;
            };
            if place.len() == 4 && place.bytes().all(|b| b.is_ascii_digit()) {
                assert_eq!(name, place, "{unit} after step {steps}");
            }
            let off = (x - f64::from(at.x)).hypot(y - f64::from(at.y));
            assert!(off < 70.0, "{unit} is drawn {off} pixels from its place after step {steps}");
            compared += 1;
        }
        assert!(compared > 5, "only {compared} units are shown after step {steps}");
        moved += compared;
        let Some(done) = replay.advance().unwrap() else { break };
        steps = done.number;
        browser.key("ArrowRight");
        assert_eq!(step(browser) as usize, steps);
    }
    assert!(moved > steps);
    steps
}

fn nothing_wrong(browser: &mut Browser) {
    let complaints = browser.complaints();
    assert!(complaints.is_empty(), "{complaints:#?}");
    let requests = browser.requests();
    assert!(requests.is_empty(), "the page asks for {requests:?}");
}

#[test]
fn every_unit_stands_where_the_replay_has_it_step_by_step() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "");
    let steps = follow(&mut browser, Path::new(PLANTED), logs::bridgehead());
    assert_eq!(steps as u64, step(&mut browser));
    // Back again, and by leaps.
    let end = units_of_page(&mut browser);
    for _ in 0..5 {
        browser.key("ArrowLeft");
    }
    browser.key("Home");
    browser.key("End");
    assert_eq!(units_of_page(&mut browser), end);
    nothing_wrong(&mut browser);
}

#[test]
fn italy_43_fits_into_five_megabytes_and_steps_as_it_was_played() {
    let Some(mut browser) = Browser::start() else { return };
    let log = logs::italy43_log();
    let (page, size) = logs::page(&["replay"], &log, logs::italy43(), "italy43");
    println!("a page of 200 steps of Italy '43: {:.2} MB", size as f64 / 1e6);
    assert!(size < 5_000_000, "{size} bytes");
    browser.open(&page, "");
    assert_eq!(follow(&mut browser, &log, logs::italy43()), 200);
    nothing_wrong(&mut browser);
}

#[test]
fn the_example_of_italy_43_steps_as_it_was_played_and_shows_its_bonds() {
    let Some(mut browser) = Browser::start() else { return };
    let log = Path::new("tests/logs/italy43-example.vlog");
    let (page, size) = logs::page(&["audit", "--format", "html"], log, logs::italy43(), "example");
    println!("the example of Italy '43: {:.2} MB", size as f64 / 1e6);
    browser.open(&page, "");
    follow(&mut browser, log, logs::italy43());
    browser.click("#overlay-menu summary");
    for overlay in ["zone-0", "zone-1", "bonds", "stacking"] {
        browser.click(&format!("#overlay-{overlay}"));
    }
    let bonds = browser.value("document.querySelectorAll('#over .line.bond').length");
    assert!(bonds.as_u64() > Some(2), "{bonds} bonds are drawn");
    nothing_wrong(&mut browser);
}

#[test]
fn a_finding_shows_its_rule_its_evidence_and_its_place_on_the_map() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "");
    assert_eq!(browser.count(".finding"), 5);
    browser.click(".finding:nth-child(3) .finding-head");
    let card = browser.text(".finding.open");
    for words in ["BH-5.0", "1206", "5 of 4", "What the rule says"] {
        assert!(card.contains(words), "{words} is not in {card}");
    }
    assert_eq!(step(&mut browser), 27);
    assert!(browser.count("#over .evidence path") > 2, "nothing is drawn");
    assert!(browser.count("#over .evidence .tag") > 2, "no costs are drawn");
    assert_eq!(browser.count(".piece.accused"), 1);
    let accused = browser.value("document.querySelector('.piece.accused').dataset.unit");
    assert_eq!(accused, "l-123");
    // The next by key, in the order of the log.
    browser.key("n");
    assert_eq!(step(&mut browser), 48);
    browser.key("p");
    browser.key("p");
    assert_eq!(step(&mut browser), 26);
    // Going on closes it.
    browser.key("ArrowRight");
    assert_eq!((browser.count(".finding.open"), browser.count(".piece.accused")), (0, 0));
    nothing_wrong(&mut browser);
}

#[test]
fn filters_leave_only_what_fits() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "");
    let choose = |browser: &mut Browser, id: &str, words: &str| {
        let found = browser.value(&format!(
            "(() => {{ const s = document.getElementById({id:?}); \
             const o = [...s.options].find((o) => o.text.includes({words:?})); s.value = o ? o.value : ''; \
             s.dispatchEvent(new Event('change')); return Boolean(o); }})()"
        ));
        assert_eq!(found, true, "{words}");
    };
    choose(&mut browser, "filter-rule", "BH-5.0");
    assert_eq!(browser.count(".finding"), 2);
    choose(&mut browser, "filter-rule", "all");
    choose(&mut browser, "filter-side", "Kess");
    assert_eq!(browser.count(".finding"), 1);
    assert!(browser.text(".finding:not([hidden])").contains("BH-4.0"));
    choose(&mut browser, "filter-side", "all");
    browser.click(".chip.violation");
    assert_eq!(browser.count(".finding"), 0);
    assert!(browser.text("#finding-none").contains("No finding fits"));
    browser.click(".chip.violation");
    assert_eq!(browser.count(".finding"), 5);
    nothing_wrong(&mut browser);
}

#[test]
fn overlays_show_zones_stacks_and_reach() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "#step=20");
    browser.click("#overlay-menu summary");
    for overlay in ["zone-0", "zone-1", "stacking", "reach"] {
        browser.click(&format!("#overlay-{overlay}"));
    }
    let zones = "document.querySelectorAll('#under .zone')";
    assert_eq!(browser.value(&format!("{zones}.length")), 2);
    let before = browser.value(&format!("[...{zones}].map((z) => z.getAttribute('d')).join('')"));
    assert!(before.as_str().unwrap().len() > 200);
    assert!(browser.count("#over .tag") > 5, "no stacking totals");
    browser.click("#tab-units");
    browser.click(".unit-row");
    assert!(browser.text("#unit-card h2").len() > 2);
    assert!(browser.count("#over .cost") > 4, "{}", browser.text("#overlay-words"));
    browser.key("Home");
    browser.key("End");
    let after = browser.value(&format!("[...{zones}].map((z) => z.getAttribute('d')).join('')"));
    assert_ne!(before, after, "zones move with their units");
    // There and back, zones are the same.
    browser.value("(() => { const s = document.getElementById('slider'); s.value = 20; s.dispatchEvent(new Event('input')); })()");
    assert_eq!(step(&mut browser), 20);
    let again = browser.value(&format!("[...{zones}].map((z) => z.getAttribute('d')).join('')"));
    let sorted = |value: &Value| {
        let mut parts: Vec<String> =
            value.as_str().unwrap().split('Z').map(str::to_owned).collect();
        parts.sort();
        parts
    };
    assert_eq!(sorted(&again), sorted(&before));
    nothing_wrong(&mut browser);
}

#[test]
fn a_hex_shows_what_it_sees_where_the_game_has_rules_of_sight() {
    let Some(mut browser) = Browser::start() else { return };
    let (page, size) = logs::page(&["replay"], &logs::asl_sk2_log(), logs::asl_sk2(), "asl-sk2");
    println!("a board of the starter kit: {:.2} MB", size as f64 / 1e6);
    browser.open(&page, "");
    browser.click("#overlay-menu summary");
    browser.click("#overlay-sight");
    assert!(browser.text("#overlay-words").contains("Choose a hex"));
    // A press on the middle of the map, beside any counter.
    browser.click("#view");
    let words = browser.text("#overlay-words");
    assert!(words.contains("green is seen"), "{words}");
    let areas = |browser: &mut Browser, kind: &str| {
        let drawn = format!(
            "(document.querySelector('.sight.{kind}').getAttribute('d').match(/Z/g) ?? []).length"
        );
        browser.value(&drawn).as_u64().unwrap()
    };
    let (seen, blocked) = (areas(&mut browser, "seen"), areas(&mut browser, "blocked"));
    assert!(seen > 6 && blocked > 6, "{seen} seen, {blocked} blocked");
    nothing_wrong(&mut browser);
}

#[test]
fn hostile_chat_stays_text() {
    let Some(mut browser) = Browser::start() else { return };
    let (page, _) = logs::page(&["replay"], &logs::hostile_log(), logs::bridgehead(), "hostile");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(!text.contains("secret-0"), "a password is in the page");
    assert!(text.contains("Alice Example"));
    browser.open(&page, "#step=2");
    browser.click("#tab-log");
    assert!(browser.text("#log-list").contains(logs::HOSTILE));
    assert!(browser.text("#now-words").contains(logs::HOSTILE));
    assert_ne!(browser.value("document.title"), "taken");
    assert_eq!(browser.value("document.querySelectorAll('img[src=x]').length"), 0);
    nothing_wrong(&mut browser);
}

#[test]
fn cards_in_a_deck_stay_hidden_unless_they_are_to_be_revealed() {
    let (log, module) = (Path::new("tests/logs/mini.vlog"), Path::new("tests/logs/mini.vmod"));
    for (command, shown) in [(vec!["replay"], false), (vec!["replay", "--reveal"], true)] {
        let (page, _) = logs::page(&command, log, module, &format!("cards-{shown}"));
        let text = std::fs::read_to_string(page).unwrap();
        assert_eq!(text.contains("Card 3"), shown, "{command:?}");
    }
}

#[test]
fn names_of_players_can_be_left_out() {
    let log = logs::hostile_log();
    let (page, _) = logs::page(&["replay", "--anonymise"], &log, logs::bridgehead(), "anonymous");
    let text = std::fs::read_to_string(page).unwrap();
    assert!(!text.contains("Alice") && text.contains("Player 1"));
}

#[test]
fn a_module_of_others_is_shown_with_its_own_board_and_pieces() {
    let Some(mut browser) = Browser::start() else { return };
    let (log, module) = (Path::new("tests/logs/mini.vlog"), Path::new("tests/logs/mini.vmod"));
    let (page, _) = logs::page(&["replay"], log, module, "mini");
    browser.open(&page, "");
    assert!(browser.count(".board") >= 1);
    assert!(browser.count(".piece img") > 0, "no pictures of pieces");
    assert_eq!(browser.count(".finding"), 0);
    browser.key("End");
    let last = browser.value("Number(document.getElementById('slider').max)");
    assert_eq!(json!(step(&mut browser)), last);
    assert!(browser.count("#log-list li") > 3);
    nothing_wrong(&mut browser);
}

#[test]
fn stacks_fan_out_and_the_map_zooms_by_wheel_keys_and_fingers() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "#step=21");
    let spread = "(() => { const xs = ['l-71', 'l-72', 'l-73'].map((unit) => \
        new DOMMatrix(document.querySelector(`[data-unit=${unit}]`).style.transform).e); \
        return Math.max(...xs) - Math.min(...xs); })()";
    let folded = browser.value(spread).as_f64().unwrap();
    browser.click("[data-unit=l-73]");
    let fanned = browser.value(spread).as_f64().unwrap();
    assert!(fanned > folded + 40.0, "{folded} then {fanned}");
    // Now that it lies apart.
    browser.click("[data-unit=l-73]");
    assert!(browser.text("#unit-card h2").contains("73rd Regiment"));
    let scale = "new DOMMatrix(document.getElementById('world').style.transform).a";
    let mut before = browser.value(scale).as_f64().unwrap();
    let mut grown = |browser: &mut Browser, how: &str| {
        let now = browser.value(scale).as_f64().unwrap();
        assert!(now > before * 1.1, "{how}: {before} then {now}");
        before = now;
    };
    browser.key("+");
    grown(&mut browser, "by key");
    browser.ask(
        "Input.dispatchMouseEvent",
        json!({ "type": "mouseWheel", "x": 400, "y": 400, "deltaX": 0, "deltaY": -240 }),
    );
    grown(&mut browser, "by wheel");
    let fingers = |browser: &mut Browser, kind: &str, apart: f64| {
        let points = json!([{ "x": 400.0 - apart, "y": 400.0, "id": 1 }, { "x": 400.0 + apart, "y": 400.0, "id": 2 }]);
        let points = if kind == "touchEnd" { json!([]) } else { points };
        browser.ask("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    };
    fingers(&mut browser, "touchStart", 40.0);
    for apart in [50.0, 60.0, 70.0, 80.0] {
        fingers(&mut browser, "touchMove", apart);
    }
    fingers(&mut browser, "touchEnd", 0.0);
    grown(&mut browser, "by two fingers");
    browser.key("0");
    assert!(browser.value(scale).as_f64().unwrap() < before);
    nothing_wrong(&mut browser);
}

#[test]
fn a_link_opens_its_step_and_playing_goes_on_from_there() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "#step=30");
    assert_eq!(step(&mut browser), 30);
    browser.value("document.getElementById('speed').value = '10'");
    browser.key(" ");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    browser.key(" ");
    let reached = step(&mut browser);
    assert!(reached > 31, "{reached}");
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_eq!(browser.value("location.hash"), format!("#step={reached}"));
    assert!(browser.text("#live").contains(&reached.to_string()), "nothing is read out");
    browser.key("ArrowUp");
    browser.key("ArrowDown");
    let plate = browser.text("#plate");
    assert!(plate.contains("Turn 1") && plate.contains("Phase"), "{plate}");
    nothing_wrong(&mut browser);
}

#[test]
fn the_statistics_count_dice_losses_and_ground() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "");
    browser.click("#show-statistics");
    let page = browser.text("#statistics");
    for words in ["What the audit covered", "Losses", "Ground held", "Pace", "degrees of freedom"] {
        assert!(page.contains(words), "{words} is not in {page}");
    }
    assert!(browser.count(".chart .bar") > 8);
    nothing_wrong(&mut browser);
}

#[test]
fn the_words_of_the_page_can_be_translated() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let strings = folder.path().join("de.json");
    std::fs::write(&strings, r#"{"lang": "de", "findings": "Befunde", "violations": "Verstöße"}"#)
        .unwrap();
    let command = ["audit", "--format", "html", "--strings", strings.to_str().unwrap()];
    let (page, _) = logs::page(&command, Path::new(PLANTED), logs::bridgehead(), "german");
    browser.open(&page, "");
    assert_eq!(browser.value("document.documentElement.lang"), "de");
    assert!(browser.text("#tab-findings").contains("Befunde"));
    assert!(browser.text("#verdict").contains("5 Verstöße"));
    assert!(browser.text("#tab-units").contains("Units"));
    nothing_wrong(&mut browser);
}

#[test]
fn stepping_through_five_thousand_steps_stays_smooth() {
    let Some(mut browser) = Browser::start() else { return };
    let (page, size) = logs::page(
        &["replay", "--max-cpu-seconds", "60"],
        &logs::long_log(),
        logs::bridgehead(),
        "long",
    );
    browser.open(&page, "");
    browser.click("#tab-log");
    // From the key to a page that is laid out anew.
    let times = browser.value(
        "(async () => { const times = []; for (let n = 0; n < 400; n++) { \
           const began = performance.now(); \
           document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })); \
           document.body.getBoundingClientRect(); document.getElementById('pieces').offsetTop; \
           times.push(performance.now() - began); \
           if (n % 20 === 0) await new Promise((done) => requestAnimationFrame(done)); } \
         times.sort((a, b) => a - b); return times; })()",
    );
    let times: Vec<f64> = times.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "5,000 steps, {:.1} MB: a step takes {median:.2} ms (median), {worst:.2} ms (worst of {})",
        size as f64 / 1e6,
        times.len()
    );
    assert_eq!(step(&mut browser), 400);
    assert!(median < 16.0, "{median} ms");
    let leap = browser.value(
        "(() => { const began = performance.now(); \
           document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })); \
           document.body.getBoundingClientRect(); return performance.now() - began; })()",
    );
    println!("a leap to the end takes {:.1} ms", leap.as_f64().unwrap());
    assert_eq!(step(&mut browser), 5000);
    nothing_wrong(&mut browser);
}

/// The accessibility checker, if it is on this machine.
fn axe() -> Option<String> {
    let named = std::env::var_os("HEXWRIGHT_AXE").map(PathBuf::from);
    let usual =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/node_modules/axe-core/axe.min.js");
    let found = std::fs::read_to_string(named.unwrap_or(usual)).ok();
    if found.is_none() {
        eprintln!("skipped: no axe-core; `npm install --prefix target/axe axe-core` brings it");
    }
    found
}

#[test]
fn axe_finds_no_serious_obstacle_in_light_and_dark_on_desk_and_phone() {
    let (Some(axe), Some(mut browser)) = (axe(), Browser::start()) else { return };
    let page = planted();
    for scheme in ["light", "dark"] {
        for size in [(1280, 820), (390, 844)] {
            browser.look_like(scheme, size);
            browser.open(&page, "");
            browser.value(&format!("{axe}; 0"));
            for view in ["findings", "log", "units", "statistics", "help"] {
                let open = match view {
                    "statistics" => "document.getElementById('show-statistics').click()".to_owned(),
                    "help" => "document.getElementById('show-game').click(); document.getElementById('open-help').click()".to_owned(),
                    "findings" => "document.querySelector('.finding-head').click()".to_owned(),
                    "units" => "document.getElementById('tab-units').click(); document.querySelector('.unit-row').click()".to_owned(),
                    other => format!("document.getElementById('tab-{other}').click()"),
                };
                browser.value(&format!(
                    "{open}; document.getElementById('overlay-menu').open = true; 0"
                ));
                let found = browser.value(
                    "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations \
                     .filter((v) => ['serious', 'critical'].includes(v.impact)) \
                     .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ') + ' ' + n.failureSummary).slice(0, 4).join(' | ')}`))",
                );
                assert_eq!(found, json!([]), "{scheme}, {size:?}, {view}");
            }
        }
    }
    nothing_wrong(&mut browser);
}

#[test]
fn a_link_to_a_finding_opens_it_zoomed_to_its_place() {
    let Some(mut browser) = Browser::start() else { return };
    let scale = "new DOMMatrix(document.getElementById('world').style.transform).a";
    browser.open(&planted(), "");
    let whole = browser.value(scale).as_f64().unwrap();
    let link = "(() => { document.querySelectorAll('.finding-head')[1].click(); \
        return document.querySelector('.finding.open .finding-tools a').getAttribute('href'); })()";
    let link = browser.value(link);
    assert_eq!(link, "#finding=2");
    browser.open(&planted(), link.as_str().unwrap());
    assert_eq!(browser.count(".finding.open"), 1);
    assert!(browser.value(scale).as_f64().unwrap() > whole * 1.2, "not zoomed");
    let accused = "(() => { const box = document.querySelector('.piece.accused').getBoundingClientRect(); \
        const view = document.getElementById('view').getBoundingClientRect(); \
        return box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom; })()";
    std::thread::sleep(std::time::Duration::from_millis(900));
    assert_eq!(browser.value(accused), true, "the accused is out of sight");
    assert_eq!(browser.value("location.hash"), "#finding=2");
    assert!(browser.text(".finding.open .sure").contains("certain"));
    nothing_wrong(&mut browser);
}

#[test]
fn the_space_bar_plays_also_after_a_click_on_a_button() {
    let Some(mut browser) = Browser::start() else { return };
    browser.open(&planted(), "#step=3");
    browser.click("#step-on");
    assert_eq!(step(&mut browser), 4);
    browser.key(" ");
    assert_eq!(browser.value("document.body.classList.contains('playing')"), true);
    browser.key(" ");
    assert_eq!(browser.value("document.body.classList.contains('playing')"), false);
    nothing_wrong(&mut browser);
}

#[test]
fn what_was_not_judged_stands_beside_the_findings_and_paper_has_everything() {
    let Some(mut browser) = Browser::start() else { return };
    let command = ["audit", "--format", "html"];
    let log = Path::new("tests/logs/italy43-example.vlog");
    let (page, _) = logs::page(&command, log, logs::italy43(), "not-judged");
    browser.open(&page, "");
    let unchecked = browser.text("#findings #unchecked");
    assert!(unchecked.contains("the log ends before the phase does"), "{unchecked}");
    assert!(browser.text("#notices").contains("deeds judged"));
    browser.open(&planted(), "");
    let open = "document.querySelectorAll('.finding-body:not([hidden])').length";
    assert_eq!(browser.value(open), 0);
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.value(open), 5);
    let steps = browser.value("Number(document.getElementById('slider').max)").as_u64().unwrap();
    // On the screen they are hidden: they are there for the printer.
    let there = |what: &str| format!("document.querySelectorAll({what:?}).length");
    assert_eq!(browser.value(&there("#paper-log .log-step")).as_u64(), Some(steps + 1));
    assert!(browser.value(&there("#statistics .figure")).as_u64() > Some(2));
    browser.value("dispatchEvent(new Event('afterprint'))");
    assert_eq!(browser.value(open), 0);
    assert_eq!(browser.value(&there("#paper-log .log-step")), 0);
    nothing_wrong(&mut browser);
}
