//! Coming.
use super::{Console, Exit, Outcome};
/// Coming
#[derive(Debug, clap::Args)]
pub struct Args {}
/// Coming.
pub fn run(_args: &Args, _console: &Console) -> Outcome { Ok(Exit::Fine) }
