//! A game at a real server of virtualtabletop, played by a real browser and read back.
//!
//! `HEXWRIGHT_VTT` names the server: `http://127.0.0.1:8272`. docs/tables.md tells how to start one.

use crate::browser::Browser;
use crate::support::{hexwright_in, said};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

struct Table {
    browser: Browser,
    server: String,
    room: String,
}

impl Table {
    fn state(&mut self) -> Value {
        let room = &self.room;
        let asked = format!("fetch('/state/{room}').then(r => r.text())");
        let text = self.browser.value(&asked);
        serde_json::from_str(text.as_str().expect("a text")).expect("a state")
    }

    fn visit(&mut self) {
        let url = format!("{}/{}", self.server, self.room);
        self.browser.ask("Page.navigate", json!({ "url": url }));
        std::thread::sleep(Duration::from_secs(4));
    }

    /// Uploads a file, loads its variant and has everything traced from now on; messages of the trace gather in the page.
    fn load(&mut self, file: &[u8], variant: &str) {
        let bytes: Vec<String> = file.chunks(1 << 20).map(|part| STANDARD.encode(part)).collect();
        self.browser.value("window.parts = []");
        for part in bytes {
            self.browser.value(&format!("window.parts.push('{part}')"));
        }
        let room = self.room.clone();
        let script = format!(
            "(async () => {{ \
               const bytes = parts.map((p) => Uint8Array.from(atob(p), (c) => c.charCodeAt(0))); \
               const up = await fetch('/addState/{room}/game/file/game.vtt', {{ method: 'PUT', \
                 headers: {{ 'Content-Type': 'application/octet-stream' }}, body: new Blob(bytes) }}); \
               await new Promise((ok) => {{ \
                 const w = new WebSocket(location.origin.replace(/^http/, 'ws')); let seen = 0; \
                 w.onopen = () => w.send(JSON.stringify({{ func: 'room', args: {{ playerName: 'loader', roomID: '{room}' }} }})); \
                 w.onmessage = (m) => {{ const func = JSON.parse(m.data).func; \
                   if (func == 'state' && ++seen == 1) w.send(JSON.stringify({{ func: 'loadState', \
                     args: {{ stateID: 'game', variantID: '{variant}' }} }})); \
                   else if (func == 'state') {{ w.close(); ok(); }} }}; \
                 setTimeout(ok, 8000); }}); \
               return up.status; }})()"
        );
        assert_eq!(self.browser.value(&script), 200, "the upload");
    }

    /// Records what happens, as anybody may who knows the room.
    fn record(&mut self) {
        let room = self.room.clone();
        self.browser.value(&format!(
            "(async () => {{ window.told = []; const w = window.recorder = \
               new WebSocket(location.origin.replace(/^http/, 'ws')); \
             w.onopen = () => w.send(JSON.stringify({{ func: 'room', args: {{ playerName: 'recorder', roomID: '{room}' }} }})); \
             w.onmessage = (m) => {{ const {{ func, args }} = JSON.parse(m.data); \
               if (func == 'state' || func == 'delta') told.push({{ func, args, source: 'broadcast', exceptPlayer: 'Ann' }}); }}; \
             await new Promise((ok) => setTimeout(ok, 1500)); return told.length; }})()"
        ));
    }

    fn middle(&mut self, id: &str) -> (f64, f64) {
        let at = self.browser.value(&format!(
            "(() => {{ const r = document.getElementById('w_{id}').getBoundingClientRect(); \
               return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"))
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let held = u8::from(kind != "mouseReleased");
        self.browser.ask(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": held, "clickCount": 1 }),
        );
    }

    fn click(&mut self, id: &str) {
        let at = self.middle(id);
        self.mouse("mousePressed", at);
        self.mouse("mouseReleased", at);
        std::thread::sleep(Duration::from_millis(1200));
    }

    /// Drags from a pixel of the page by so much of the surface.
    fn pull(&mut self, from: (f64, f64), by: (f64, f64)) {
        let scale = self.browser.value(
            "(() => { const e = document.querySelector('[id^=w_hw-board-]'); \
               return e.getBoundingClientRect().width / e.offsetWidth; })()",
        );
        let scale = scale.as_f64().expect("a number");
        self.mouse("mousePressed", from);
        for step in 1..=12 {
            let part = scale * f64::from(step) / 12.0;
            self.mouse("mouseMoved", (from.0 + by.0 * part, from.1 + by.1 * part));
            std::thread::sleep(Duration::from_millis(20));
        }
        let end = (from.0 + by.0 * scale, from.1 + by.1 * scale);
        self.mouse("mouseReleased", end);
        std::thread::sleep(Duration::from_millis(900));
    }
}

#[test]
fn a_game_is_played_at_a_real_server_and_its_planted_violation_is_found() {
    let Ok(server) = std::env::var("HEXWRIGHT_VTT") else {
        eprintln!("skipped: HEXWRIGHT_VTT names no server of virtualtabletop");
        return;
    };
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = folder.path().to_str().unwrap();
    let done = hexwright_in(root, &["build", "bridgehead", "--target", "vtt", "--out", out]);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let file = std::fs::read(folder.path().join("bridgehead/bridgehead-1.0.vtt")).unwrap();
    let room = format!("hexwright{}", std::process::id());
    let server = server.trim_end_matches('/').to_owned();
    let mut table = Table { browser, server, room };
    table.visit();
    table.load(&file, "0");
    table.visit();
    table.record();
    let start = table.state();
    let widgets = start.as_object().unwrap().len() - 1;
    assert_eq!(table.browser.count("[id^=w_]"), widgets, "every widget is on the page");
    table.click("hw-seat-lorn");
    table.click("hw-turn-next");
    assert_eq!(table.state()["hw-turn"]["text"], "Turn 1, Lorn, Movement Phase");
    // A counter goes to the hex that it is dropped near: a regiment of Kess, in the Movement Phase of Lorn.
    let at = |state: &Value, id: &str| {
        let get = |axis: &str| state[id][axis].as_f64().unwrap();
        (get("x"), get("y"))
    };
    let before = at(&start, "k-33");
    let from = table.middle("k-33");
    table.pull(from, (97.0, 44.0));
    let after = at(&table.state(), "k-33");
    let (dx, dy) = (after.0 - before.0, after.1 - before.1);
    assert_eq!((dx, dy), (90.0, 52.0), "drawn to the next hex");
    // A click turns it over.
    table.click("k-33");
    assert_eq!(table.state()["k-33"]["activeFace"], 1);
    // Dropped on another it makes a pile, which moves as one and is drawn to its hex.
    let (there, unit) = (table.middle("k-223"), table.middle("k-33"));
    let scale = {
        let (own, other) = (at(&table.state(), "k-33"), at(&table.state(), "k-223"));
        (unit.0 - there.0) / (own.0 - other.0)
    };
    table.pull(unit, ((there.0 - unit.0) / scale + 6.0, (there.1 - unit.1) / scale - 5.0));
    let state = table.state();
    let pile = state["k-33"]["parent"].as_str().expect("a pile").to_owned();
    assert_eq!(state["k-223"]["parent"], json!(pile));
    let handle = table.browser.value(&format!(
        "(() => {{ const r = document.querySelector('[id=\"w_{pile}\"] .handle').getBoundingClientRect(); \
           return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
    ));
    let was = at(&state, &pile);
    table.pull((handle[0].as_f64().unwrap(), handle[1].as_f64().unwrap()), (3.0, 99.0));
    let now = at(&table.state(), &pile);
    assert_eq!((now.0 - was.0, now.1 - was.1), (0.0, 104.0), "a pile goes from hex to hex");
    table.click("hw-roll-1d6");
    assert_eq!(table.state()["hw-die-1d6-1"]["rollCount"], 1);
    // What was recorded is audited.
    let told = table.browser.value("JSON.stringify(told)");
    let trace = folder.path().join("game.trace");
    std::fs::write(&trace, told.as_str().unwrap()).unwrap();
    let args = ["audit", trace.to_str().unwrap(), "--game", "bridgehead", "--format", "json"];
    let done = hexwright_in(root, &args);
    let report = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(1), "{}", said(&done));
    assert!(report.contains("k-33") && report.contains("BH-2.0"), "{report}");
}
