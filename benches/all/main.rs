//! Benchmarks: `cargo xtask bench`, or `cargo xtask bench NAME...` for some of them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

mod audit;
mod cost;
mod counters;
mod load;
mod maps;
mod module;
mod sight;
mod vassal;

use cost::Cost;

const ALL: [(&str, fn()); 7] = [
    ("load", load::run),
    ("counters", counters::run),
    ("maps", maps::run),
    ("module", module::run),
    ("vassal", vassal::run),
    ("sight", sight::run),
    ("audit", audit::run),
];

fn main() {
    // Cargo adds flags of its own.
    let names: Vec<String> =
        std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    for name in &names {
        let known = ALL.map(|(name, _)| name);
        assert!(known.contains(&name.as_str()), "no benchmark `{name}`: {}", known.join(", "));
    }
    Cost::head();
    for (name, run) in ALL {
        if names.is_empty() || names.iter().any(|own| own == name) {
            println!("{name}");
            run();
        }
    }
}
