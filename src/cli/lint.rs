//! `hexwright check FILE.vmod`: what is wrong with a module.

use super::check::counted;
use super::limits::open_module;
use super::{Console, Exit, Outcome};
use crate::diagnostic::{Diagnostic, Severity, to_json, to_text};
use crate::vassal::Limits;
use crate::vassal::lint::{Linted, lint};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// What to check, and how to tell.
pub(super) struct Lint<'a> {
    pub(super) module: &'a Path,
    pub(super) deny_warnings: bool,
    pub(super) json: bool,
    pub(super) all: bool,
    pub(super) limits: Limits,
}

/// Findings of one kind beyond these are counted, not shown.
const SHOWN: usize = 10;

/// Checks a module.
pub(super) fn run(args: &Lint<'_>, console: &Console) -> Outcome {
    let mut module = open_module(args.module, &args.limits)?;
    let linted = lint(args.module, &mut module, &args.limits);
    let errors = linted.findings.iter().filter(|found| found.severity == Severity::Error).count();
    let warnings = linted.findings.len() - errors;
    if args.json {
        let document = json!({
            "file": args.module.display().to_string(),
            "errors": errors,
            "warnings": warnings,
            "diagnostics": linted.findings.iter().map(to_json).collect::<Vec<_>>(),
            "unchecked": linted.unchecked,
        });
        console.say(format_args!("{document:#}"));
    } else {
        tell(&linted, args, console);
        console.say(match (errors, warnings) {
            (0, 0) => "no mistakes found".to_owned(),
            _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        });
    }
    let found = errors > 0 || (args.deny_warnings && warnings > 0);
    Ok(if found { Exit::Findings } else { Exit::Fine })
}

fn tell(linted: &Linted, args: &Lint<'_>, console: &Console) {
    let mut by_code: BTreeMap<&str, Vec<&Diagnostic>> = BTreeMap::new();
    for found in &linted.findings {
        by_code.entry(found.code).or_default().push(found);
    }
    for (code, found) in by_code {
        let shown = if args.all { found.len() } else { SHOWN.min(found.len()) };
        for diagnostic in &found[..shown] {
            console.show(&to_text(diagnostic));
            console.note("");
        }
        if shown < found.len() {
            console.note(format_args!(
                "… and {} more {code} (--all shows them)\n",
                found.len() - shown
            ));
        }
    }
    for what in &linted.unchecked {
        console.say(format_args!("not checked: {what}"));
    }
    let (pieces, prototypes, pictures) = linted.looked_at;
    console.say(format_args!(
        "{}: {}, {}, {}",
        args.module.display(),
        counted(pieces, "piece"),
        counted(prototypes, "prototype"),
        counted(pictures, "picture"),
    ));
}
