//! `hexwright print`: pages that belong to a printer, not to a game.

use super::out::ForceArgs;
use super::{Console, Exit, Failure, Outcome};
use crate::draw::studio::StudioError;
use crate::print::{Orientation, Paper, PrintError, calibration_pdf};
use std::path::PathBuf;

/// Make the pages that measure your printer's duplex offset
///
/// Counters printed on both sides rarely meet by themselves: most home printers set the back a
/// little off the front. Print the two calibration pages on one sheet, pierce the crosses, read
/// the offset on the back, and give it to `hexwright build --back-offset`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  hexwright print --calibrate\n  hexwright print --calibrate --paper Letter --out calibrate.pdf"
)]
pub struct Args {
    /// Write the calibration pages
    #[arg(long, required = true)]
    calibrate: bool,
    /// The paper: A4, Letter, A3, Tabloid or a size such as 200x250mm
    #[arg(long, default_value = "A4")]
    paper: Paper,
    /// Which way the paper lies: an offset holds for the way it was measured
    #[arg(long, value_enum, default_value = "portrait")]
    orientation: Orientation,
    /// Where to write
    #[arg(long, value_name = "FILE", default_value = "calibration.pdf")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
}

/// Writes the calibration pages.
pub fn run(args: &Args, console: &Console) -> Outcome {
    let pdf = calibration_pdf(&args.paper, args.orientation)?;
    args.force.write(&args.out, &pdf)?;
    console.say(args.out.display());
    console.note(
        "Print both pages on one sheet, duplex, at 100 %; the first page says how to read them.",
    );
    Ok(Exit::Fine)
}

impl From<PrintError> for Failure {
    fn from(error: PrintError) -> Self {
        let failure = Failure::new(&error);
        error.help().into_iter().fold(failure, Failure::help)
    }
}

impl From<StudioError> for Failure {
    fn from(error: StudioError) -> Self {
        PrintError::from(error).into()
    }
}
