//! Files that are small to send and huge to read: each ends within its budget, with a reason.
//!
//! Every attack is made here, nothing large is kept. The run is measured from outside.

use hexwright::vassal::archive::pack;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a run may need at most. The program of the tests is not optimised, so its time is ten times that of a release.
const MOST_MEMORY: u64 = 560 << 20;
const MOST_CPU: Duration = Duration::from_secs(100);

struct Ran {
    code: Option<i32>,
    said: String,
    memory: u64,
    cpu: Duration,
}

/// Runs the program and measures it; ends it when it takes far too long.
fn run(folder: &Path, args: &[&str]) -> Ran {
    let log = folder.join("said.txt");
    let file = std::fs::File::create(&log).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .spawn()
        .unwrap();
    let (mut memory, mut cpu) = (0, Duration::ZERO);
    let began = Instant::now();
    let code = loop {
        let (now, spent) = measure(child.id());
        (memory, cpu) = (memory.max(now), cpu.max(spent));
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if memory > 4 * MOST_MEMORY || began.elapsed() > Duration::from_secs(240) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ran { code, said: std::fs::read_to_string(log).unwrap_or_default(), memory, cpu }
}

/// Peak memory and processor time of a process; nothing where the system does not tell.
fn measure(process: u32) -> (u64, Duration) {
    let read =
        |name: &str| std::fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default();
    let status = read("status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let peak = peak.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0);
    let stat = read("stat");
    let fields: Vec<i64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .filter_map(|field| field.parse().ok())
        .collect();
    // After the state letter: user and system time are the 11th and 12th numbers, in hundredths of a second.
    let ticks = fields.get(10).copied().unwrap_or(0) + fields.get(11).copied().unwrap_or(0);
    (peak << 10, Duration::from_millis(u64::try_from(ticks).unwrap_or(0) * 10))
}

/// An attack must end by itself within its budget, and say this.
fn withstands(attack: &str, limit: &str, folder: &Path, args: &[&str], says: &str) {
    let ran = run(folder, args);
    let first = ran.said.lines().next().unwrap_or("done");
    println!(
        "{attack:<44} | {limit:<28} | exit {:?}, {} MB, {:.1} s: {first:.90}",
        ran.code,
        ran.memory >> 20,
        ran.cpu.as_secs_f64()
    );
    assert!(
        matches!(ran.code, Some(0..=2)),
        "{attack}: ended by a signal or a panic: {}",
        ran.said
    );
    assert!(ran.memory <= MOST_MEMORY, "{attack}: {} MB", ran.memory >> 20);
    assert!(ran.cpu <= MOST_CPU, "{attack}: {:?}", ran.cpu);
    assert!(ran.said.contains(says), "{attack}: expected `{says}` in: {first}");
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let held = tempfile::tempdir().unwrap();
    let path = held.path().to_owned();
    (held, path)
}

fn log(folder: &Path, text: &str) {
    let bytes = pack([("savedGame", text.as_bytes())]).unwrap();
    assert!(bytes.len() < 3 << 20, "{} bytes are no small file", bytes.len());
    std::fs::write(folder.join("x.vlog"), bytes).unwrap();
}

#[test]
fn hundreds_of_thousands_of_chat_lines_are_read_in_linear_time() {
    let (_held, at) = folder();
    let mut text = String::from("begin_save\u{1b}end_save");
    for n in 0..140_000 {
        write!(text, "\u{1b}LOG\tCHATx{}", n % 7).unwrap();
    }
    log(&at, &text);
    withstands("140,000 lines of chat", "linear", &at, &["export", "x.vlog", "-o", "x.jsonl"], "");
}

#[test]
fn stacks_of_millions_are_refused() {
    let (_held, at) = folder();
    let members = ";1".repeat(20_000_000);
    log(&at, &format!("begin_save\u{1b}+/1/stack/Map;1;1{members}\u{1b}end_save"));
    withstands(
        "a stack of 20 million pieces",
        "--max-memory",
        &at,
        &["inspect", "x.vlog"],
        "--max-memory",
    );
}

#[test]
fn millions_of_escapes_are_refused() {
    let (_held, at) = folder();
    log(&at, &"\u{1b}".repeat(40_000_000));
    withstands(
        "40 million escape characters",
        "--max-memory",
        &at,
        &["inspect", "x.vlog"],
        "raise --max-",
    );
}

#[test]
fn parts_that_double_are_refused() {
    let (_held, at) = folder();
    let build = at.join("m/build");
    std::fs::create_dir_all(&build).unwrap();
    std::fs::write(build.join("component.xml"), "<a><?part x0?></a>").unwrap();
    for n in 0..60 {
        let next = n + 1;
        std::fs::write(
            build.join(format!("x{n}")),
            format!("<a><?part x{next}?><?part x{next}?></a>\n"),
        )
        .unwrap();
    }
    std::fs::write(build.join("x60"), "<a/>\n").unwrap();
    std::fs::write(
        at.join("m/hexwright-module.json"),
        r#"{"layout":1,"build_file":"buildFile.xml","entries":["buildFile.xml"]}"#,
    )
    .unwrap();
    withstands(
        "parts that name a part twice, 60 deep",
        "96 MB of parts",
        &at,
        &["pack", "m", "m.vmod"],
        "together",
    );
}

#[test]
fn pieces_of_one_name_are_extracted_in_linear_time() {
    let (_held, at) = folder();
    let slot = "<w.PieceSlot entryName=\"A\">+/null/x/y</w.PieceSlot>";
    let xml = format!("<m.Module name=\"M\">{}</m.Module>", slot.repeat(20_000));
    std::fs::write(at.join("x.vmod"), pack([("buildFile.xml", xml.as_bytes())]).unwrap()).unwrap();
    withstands(
        "20,000 pieces of one name",
        "linear",
        &at,
        &["extract", "x.vmod", "out"],
        "20001 components",
    );
}

/// An archive of which all entries are the same bytes of the file.
fn overlapping(entries: u32) -> Vec<u8> {
    let one = pack([("n000000", vec![b'x'; 1 << 20].as_slice())]).unwrap();
    let end = one.len() - 22;
    let central = u32::from_le_bytes(one[end + 16..end + 20].try_into().unwrap()) as usize;
    let record = &one[central..end];
    let mut bytes = one[..central].to_vec();
    for n in 0..entries {
        let mut own = record.to_vec();
        own[46..53].copy_from_slice(format!("n{n:06}").as_bytes());
        bytes.extend(own);
    }
    let size = (bytes.len() - central) as u32;
    let mut tail = one[end..].to_vec();
    tail[8..10].copy_from_slice(&(entries as u16).to_le_bytes());
    tail[10..12].copy_from_slice(&(entries as u16).to_le_bytes());
    tail[12..16].copy_from_slice(&size.to_le_bytes());
    bytes.extend(tail);
    bytes
}

#[test]
fn entries_over_each_other_are_refused() {
    let (_held, at) = folder();
    std::fs::write(at.join("x.vmod"), overlapping(16_000)).unwrap();
    withstands(
        "16,000 entries over each other",
        "none",
        &at,
        &["extract", "x.vmod", "out"],
        "over each other",
    );
    assert!(!at.join("out").exists());
}

/// A new project whose counters are drawn on this template.
fn project(at: &Path, template: &str) {
    assert_eq!(run(at, &["new", "war"]).code, Some(0));
    let templates = at.join("war/templates/counters");
    std::fs::create_dir_all(&templates).unwrap();
    for name in ["unit", "marker", "infantry", "leader"] {
        std::fs::write(templates.join(format!("{name}.svg")), template).unwrap();
    }
}

#[test]
fn templates_and_drawings_are_counted_before_they_are_drawn() {
    let chain = |kind: &str| -> String {
        (0..3000)
            .map(|n| {
                format!(
                    "<{kind} id='a{n}' {}='url(#a{})'><rect width='1' height='1'/></{kind}>",
                    if kind == "mask" { "mask" } else { "clip-path" },
                    n + 1
                )
            })
            .collect()
    };
    let tag = |words: &str| format!("<svg>{{{{ {words} }}}}</svg>");
    let attacks = [
        ("3,000 clips in a row", format!("<svg>{}</svg>", chain("clipPath")), "in a row"),
        ("3,000 masks in a row", format!("<svg>{}</svg>", chain("mask")), "in a row"),
        ("`not` 20,000 times", tag(&format!("{}1", "not ".repeat(20_000))), "words and signs"),
        ("`-` 20,000 times", tag(&format!("{}1", "-".repeat(20_000))), "words and signs"),
        ("`|abs` 20,000 times", tag(&format!("1{}", "|abs".repeat(20_000))), "words and signs"),
        (
            "a text of 200,000 letters",
            format!("<svg><text>{}</text></svg>", "a".repeat(200_000)),
            "letters",
        ),
        (
            "turbulence of 9,999 octaves",
            "<svg><filter id='f'><feTurbulence numOctaves='9999'/></filter></svg>".to_owned(),
            "numOctaves",
        ),
    ];
    for (attack, template, says) in attacks {
        let (_held, at) = folder();
        project(&at, &template);
        withstands(attack, "counted", &at, &["check", "war"], says);
    }
}
