//! `hexwright schema`: JSON Schemas of the source files, for editors.

use super::{Console, Exit, Failure, Outcome};
use crate::output;
use crate::source::{SCHEMAS, schema};
use std::path::{Path, PathBuf};

/// Print or write the JSON Schemas of all source files, so that editors complete and check them
///
/// Projects made by `hexwright new` refer to them in .hexwright/schema.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One kind of file: project, game, charts, rules, map or scenario (default: all, as one object)
    kind: Option<String>,
    /// Write each schema to a file in this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "kind")]
    write: Option<PathBuf>,
}

/// Prints or writes the schemas.
pub fn run(args: &Args, console: &Console) -> Outcome {
    if let Some(folder) = &args.write {
        write_all(folder)?;
        console.say(format_args!("{} schemas written to {}", SCHEMAS.len(), folder.display()));
        return Ok(Exit::Fine);
    }
    match &args.kind {
        Some(name) => {
            let (kind, _) = SCHEMAS.iter().find(|(_, known)| known == name).ok_or_else(|| {
                let names = SCHEMAS.map(|(_, name)| name).join(", ");
                Failure::new(format_args!("there is no kind of source file `{name}`"))
                    .help(format_args!("kinds: {names}"))
            })?;
            console.say(format_args!("{:#}", schema(*kind)));
        }
        None => {
            let all: serde_json::Map<_, _> = SCHEMAS
                .iter()
                .map(|(kind, name)| ((*name).to_owned(), schema(*kind).clone()))
                .collect();
            console.say(format_args!("{:#}", serde_json::Value::Object(all)));
        }
    }
    Ok(Exit::Fine)
}

/// Writes one file a schema.
pub(super) fn write_all(folder: &Path) -> Result<(), Failure> {
    for (kind, name) in SCHEMAS {
        let text = format!("{:#}\n", schema(kind));
        output::write_whole(&folder.join(format!("{name}.json")), text.as_bytes())?;
    }
    Ok(())
}
