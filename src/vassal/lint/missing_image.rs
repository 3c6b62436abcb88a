//! `missing-image`: a board, button or piece shows a picture that is not in the module.
//!
//! VASSAL shows an empty square and reports bad data to everyone who opens the
//! module. Looked at are the pictures of boards, buttons and charts, of basic
//! pieces, layers, masks and the mark of having moved, also inside prototypes and
//! in pieces that traits place. VASSAL's own pictures, names worked out in
//! play, and what other people's classes do are left alone. An extension may
//! use the pictures of its module, so nothing is said about extensions.

use super::Check;
use super::bench::Bench;

pub(super) const CHECK: Check = Check {
    codes: &["missing-image"],
    looks_for: "pictures that are shown and not in the module",
    run,
};

fn run(bench: &mut Bench<'_>) {
    if bench.archive.is_none() {
        bench.leave_out("pictures: this is a build file alone");
        return;
    }
    if bench.is_extension {
        bench.leave_out("missing pictures: an extension may use those of its module");
        return;
    }
    let mut missing = Vec::new();
    for (name, mention) in &bench.pictures.named {
        if bench.pictures.is_there(name) {
            continue;
        }
        let elsewhere = match mention.times {
            1 => String::new(),
            times => format!(" (named {times} times)"),
        };
        let message = format!("there is no picture `{name}`{elsewhere}");
        let help = match bench.pictures.in_other_case(name) {
            Some(other) => format!("there is `{other}`: capitals count in names of pictures"),
            None => format!("add it as images/{name}, or choose another picture"),
        };
        missing.push((mention.place.clone(), message, help));
    }
    for (place, message, help) in missing {
        bench.error("missing-image", &place, message, &help);
    }
}
