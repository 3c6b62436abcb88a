//! `undefined-prototype`, `circular-prototype`: pieces that come out with fewer traits than meant.
//!
//! A piece that uses a prototype which is not there silently lacks its traits;
//! one that uses itself is cut short by VASSAL with an error dialog. The
//! prototypes of an extension may be those of its module, so only what runs in
//! a circle is told of extensions.

use super::Check;
use super::bench::Bench;
use crate::diagnostic::nearest;
use crate::vassal::build::PrototypeFault;
use std::collections::BTreeMap;

pub(super) const CHECK: Check = Check {
    codes: &["undefined-prototype", "circular-prototype"],
    looks_for: "prototypes that are used and not there, or that use themselves",
    run,
};

fn run(bench: &mut Bench<'_>) {
    if bench.is_extension {
        bench.leave_out("undefined prototypes: an extension may use those of its module");
    }
    // The first place of each, and how many there are.
    let mut undefined: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut circular: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for piece in &bench.pieces {
        let mut faults = piece.faults.clone();
        faults.dedup();
        for fault in faults {
            let (list, name) = match fault {
                PrototypeFault::Undefined(name) => (&mut undefined, name),
                PrototypeFault::Circular(name) => (&mut circular, name),
                PrototypeFault::TooLarge => (&mut circular, String::new()),
            };
            list.entry(name).or_insert_with(|| (piece.place.clone(), 0)).1 += 1;
        }
    }
    undefined.retain(|name, _| !bench.is_extension && !name.contains(['$', '{']));
    for (name, (place, count)) in undefined {
        let pieces = if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") };
        let message = format!("there is no prototype `{name}`; {pieces} would have it");
        let known = bench.prototypes.by_name.keys().map(String::as_str);
        let help = nearest(&name, known).filter(|help| help.starts_with("did you mean"));
        let help = help.unwrap_or_else(|| "define it, or take the trait out".to_owned());
        bench.error("undefined-prototype", &place, message, &help);
    }
    for (name, (place, _)) in circular {
        let message = if name.is_empty() {
            "prototypes multiply each other beyond any use".to_owned()
        } else {
            format!("the prototype `{name}` uses itself, directly or through others")
        };
        bench.error("circular-prototype", &place, message, "take one of the uses out");
    }
}
