//! Logs of ASL Starter Kit #2, by hand: legal play is clean, what is not is found under its rule.

mod fire;
mod losses;
mod movement;
mod play;
mod possession;
mod rout;
