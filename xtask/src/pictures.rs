//! The pictures of reports, pages, maps and sheets in docs/: what the program writes, as a browser shows it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A log with a violation, a suspect and a note.
const LOG: &str = "tests/logs/bridgehead-three-gravities.vlog";
const GAME: &str = "bridgehead";

/// Writes the pictures with a built program.
pub fn write(program: &Path, root: &Path) -> Result<(), String> {
    let passing = root.join("target").join("pictures");
    std::fs::create_dir_all(&passing).map_err(|error| error.to_string())?;
    referee(program, root, &passing)?;
    sicily(program, root, &passing)
}

/// `docs/pictures/sicily-map.png`, `sicily-counters.png` and `sicily-finding.png`.
fn sicily(program: &Path, root: &Path, passing: &Path) -> Result<(), String> {
    let pictures = root.join("docs").join("pictures");
    let run = |args: &[&str]| {
        let out = Command::new(program).current_dir(root).args(args).output();
        out.map_err(|error| format!("{}: {error}", program.display()))
    };
    let out = passing.to_string_lossy();
    let made = run(&["build", "sicily", "--target", "map,sheets", "--force", "--out", &out])?;
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    let built = passing.join("sicily");
    let map = built.join("map").join("sicily.png");
    shoot_part(&map, (1700, 0), (1700, 938), passing, &pictures.join("sicily-map.png"))?;
    let sheet = built.join("sheets").join("counters-1-front.png");
    shoot_part(&sheet, (1400, 120), (1400, 1010), passing, &pictures.join("sicily-counters.png"))?;
    let page = passing.join("sicily-finding.html");
    let log = "tests/logs/sicily/stays-put.vlog";
    let written = page.to_string_lossy();
    let made =
        run(&["audit", log, "--game", "sicily", "--format", "html", "--force", "--out", &written])?;
    if !page.is_file() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    shoot(&page, "#finding=1", (1280, 800), &pictures.join("sicily-finding.png"))
}

/// A picture so many pixels wide, from so far below its top: as much of it as fits.
fn shoot_part(
    picture: &Path,
    (width, above): (u32, u32),
    size: (u32, u32),
    passing: &Path,
    to: &Path,
) -> Result<(), String> {
    let sheet = passing.join("picture.html");
    let shown = format!(
        "<!doctype html><style>body{{margin:0;overflow:hidden}}img{{display:block;width:{width}px;margin-top:-{above}px}}</style>\
         <img src=\"file://{}\">",
        absolute(picture).display()
    );
    std::fs::write(&sheet, shown).map_err(|error| error.to_string())?;
    shoot(&sheet, "", size, to)
}

/// `docs/pictures/referee-report.png` and `referee-page.png`.
fn referee(program: &Path, root: &Path, passing: &Path) -> Result<(), String> {
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
