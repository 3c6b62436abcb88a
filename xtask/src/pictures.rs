//! The pictures of reports and pages in docs/: what the program writes, as a browser shows it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A log with a violation, a suspect and a note.
const LOG: &str = "tests/logs/bridgehead-three-gravities.vlog";
const GAME: &str = "bridgehead";

/// Writes `docs/pictures/referee-report.png` and `referee-page.png` with a built program.
pub fn write(program: &Path, root: &Path) -> Result<(), String> {
    let passing = root.join("target").join("pictures");
    std::fs::create_dir_all(&passing).map_err(|error| error.to_string())?;
    let pictures = root.join("docs").join("pictures");
    let audit = |more: &[&str]| {
        let out = Command::new(program)
            .current_dir(root)
            .args(["audit", LOG, "--game", GAME])
            .args(more)
            .output();
        out.map_err(|error| format!("{}: {error}", program.display()))
    };
    let report = audit(&[])?;
    let text = String::from_utf8_lossy(&report.stdout).into_owned();
    for gravity in ["violation:", "suspect:", "note:"] {
        if !text.contains(gravity) {
            return Err(format!("the report of {LOG} has no {gravity}\n{text}"));
        }
    }
    let sheet = passing.join("report.html");
    std::fs::write(&sheet, as_sheet(&text)).map_err(|error| error.to_string())?;
    let lines = u32::try_from(text.lines().count()).unwrap_or(60);
    shoot(&sheet, "", (1120, lines * 20 + 72), &pictures.join("referee-report.png"))?;
    let page = passing.join("page.html");
    let made = audit(&["--format", "html", "--force", "--out", &page.to_string_lossy()])?;
    if !page.is_file() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    shoot(&page, "#finding=1", (1280, 800), &pictures.join("referee-page.png"))
}

/// A report as a terminal shows it.
fn as_sheet(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html><meta charset=utf-8><style>body{{margin:0;background:#14181d;color:#dfe5ea}}\
         pre{{font:14px/20px 'DejaVu Sans Mono',monospace;padding:24px;margin:0;white-space:pre-wrap}}</style><pre>{text}</pre>"
    )
}

fn shoot(file: &Path, part: &str, (width, height): (u32, u32), to: &Path) -> Result<(), String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success())
    });
    let browser = browser.ok_or("no chromium here: install it, or set up a link of that name")?;
    let address = format!("file://{}{part}", absolute(file).display());
    let shot = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .args(["--force-device-scale-factor=1", "--virtual-time-budget=4000"])
        .args(["--run-all-compositor-stages-before-draw"])
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--screenshot={}", absolute(to).display()))
        .arg(address)
        .output()
        .map_err(|error| error.to_string())?;
    if shot.status.success() {
        println!("{}", to.display());
        return Ok(());
    }
    Err(String::from_utf8_lossy(&shot.stderr).into_owned())
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
