//! A browser at the other end of the DevTools protocol: just enough to open a page, press keys and look.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

const PATIENCE: Duration = Duration::from_secs(60);

/// A running browser with one page.
pub struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    next: u64,
    /// Everything that the browser reported by itself.
    pub events: Vec<Value>,
    _profile: tempfile::TempDir,
}

/// The browser of this machine, if there is one.
fn program() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .flat_map(|folder| usual.map(|name| folder.join(name)))
        .find(|path| path.is_file());
    named.or(found)
}

impl Browser {
    /// Starts a browser; none when there is none, and says so.
    pub fn start() -> Option<Self> {
        let Some(program) = program() else {
            eprintln!("skipped: no chromium on this machine");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"])
            .args(["--disable-background-networking", "--window-size=1280,820"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let port = wait(|| {
            let told = std::fs::read_to_string(profile.path().join("DevToolsActivePort")).ok()?;
            told.lines().next()?.parse::<u16>().ok()
        });
        let path = wait(|| page_of(port));
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) =
            tungstenite::client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        let mut browser =
            Browser { process, socket, next: 0, events: Vec::new(), _profile: profile };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let command = json!({ "id": self.next, "method": method, "params": params });
        self.socket.send(Message::text(command.to_string())).unwrap();
        loop {
            let message = self.socket.read().unwrap();
            let Message::Text(text) = message else { continue };
            let value: Value = serde_json::from_str(&text).unwrap();
            if value["id"] == self.next {
                assert!(value["error"].is_null(), "{method}: {}", value["error"]);
                return value["result"].clone();
            }
            self.events.push(value);
        }
    }

    /// Opens a file and waits until the page has built itself.
    pub fn open(&mut self, file: &Path, hash: &str) {
        let file = std::fs::canonicalize(file).unwrap();
        self.ask("Page.navigate", json!({ "url": format!("file://{}{hash}", file.display()) }));
        let started = Instant::now();
        while self.value("document.documentElement?.dataset.ready ?? ''") != "true" {
            assert!(started.elapsed() < PATIENCE, "the page is not ready: {:?}", self.complaints());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The value of an expression in the page; promises are waited for.
    pub fn value(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask("Runtime.evaluate", params);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        answer["result"]["value"].clone()
    }

    /// The text of the first element that fits.
    pub fn text(&mut self, selector: &str) -> String {
        let found = self.value(&format!("document.querySelector({selector:?})?.innerText ?? ''"));
        found.as_str().unwrap_or_default().to_owned()
    }

    /// How many elements fit and are shown.
    pub fn count(&mut self, selector: &str) -> usize {
        let shown = format!(
            "[...document.querySelectorAll({selector:?})].filter((e) => e.checkVisibility()).length"
        );
        self.value(&shown).as_u64().unwrap_or_default() as usize
    }

    /// Presses a key.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "ArrowRight" => 39,
            "ArrowLeft" => 37,
            "ArrowDown" => 40,
            "ArrowUp" => 38,
            "Home" => 36,
            "End" => 35,
            "Tab" => 9,
            "Enter" => 13,
            one => i64::from(u32::from(one.to_uppercase().chars().next().unwrap())),
        };
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let params = json!({
                "type": kind, "key": key, "text": if kind == "keyDown" { text } else { "" },
                "windowsVirtualKeyCode": code,
            });
            self.ask("Input.dispatchKeyEvent", params);
        }
    }

    /// Clicks into the middle of the first element that fits.
    pub fn click(&mut self, selector: &str) {
        let middle = format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'nearest'}}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        let at = self.value(&middle);
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let params =
                json!({ "type": kind, "x": at[0], "y": at[1], "button": button, "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", params);
        }
    }

    /// Light or dark, and how wide.
    pub fn look_like(&mut self, scheme: &str, (width, height): (u32, u32)) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask("Emulation.setEmulatedMedia", json!({ "features": features }));
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.ask("Emulation.setDeviceMetricsOverride", size);
    }

    /// Errors in the console, and exceptions.
    pub fn complaints(&mut self) -> Vec<String> {
        // Anything still under way is told before the answer to this.
        self.ask("Runtime.evaluate", json!({ "expression": "0" }));
        let bad = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                matches!(event["params"]["type"].as_str(), Some("error" | "warning" | "assert"))
            }
            Some("Log.entryAdded") => {
                matches!(event["params"]["entry"]["level"].as_str(), Some("error" | "warning"))
            }
            _ => false,
        };
        self.events.iter().filter(bad).map(ToString::to_string).collect()
    }

    /// Addresses that the page asked for, besides itself and what it carries with it.
    pub fn requests(&mut self) -> Vec<String> {
        self.ask("Runtime.evaluate", json!({ "expression": "0" }));
        let asked =
            self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let addresses = asked.filter_map(|event| event["params"]["request"]["url"].as_str());
        addresses
            .filter(|url| !url.starts_with("data:") && !url.starts_with("about:"))
            .filter(|url| {
                !(url.starts_with("file:") && url.split('#').next().unwrap().ends_with(".html"))
            })
            .map(str::to_owned)
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn wait<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "the browser does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Where the page's own socket is, asked for in plain HTTP.
fn page_of(port: u16) -> Option<String> {
    use std::io::{Read, Write};
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    let request =
        format!("GET /json/list HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let list: Value = serde_json::from_str(&answer[answer.find("\r\n\r\n")? + 4..]).ok()?;
    let page = list.as_array()?.iter().find(|target| target["type"] == "page")?;
    let url = page["webSocketDebuggerUrl"].as_str()?;
    Some(url[url.find("/devtools")?..].to_owned())
}
