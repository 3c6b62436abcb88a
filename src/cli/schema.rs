//! `hexwright schema`: JSON Schemas of the source files, for editors.

use super::out::ForceArgs;
use super::{Console, Exit, Failure, Outcome};
use crate::output::{OutputError, Stage};
use crate::source::{SCHEMAS, SchemaKind, schema};
use std::path::PathBuf;

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
    #[command(flatten)]
    force: ForceArgs,
}

/// Prints or writes the schemas.
pub fn run(args: &Args, console: &Console) -> Outcome {
    if let Some(folder) = &args.write {
        for (kind, name) in SCHEMAS {
            args.force.write(&folder.join(format!("{name}.json")), text(kind).as_bytes())?;
        }
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

fn text(kind: SchemaKind) -> String {
    format!("{:#}\n", schema(kind))
}

/// The schemas as files of a project, by path.
pub(super) fn files() -> impl Iterator<Item = (String, String)> {
    SCHEMAS.into_iter().map(|(kind, name)| (format!(".hexwright/schema/{name}.json"), text(kind)))
}

/// Puts the schemas into a new project.
pub(super) fn stage(stage: &Stage) -> Result<(), OutputError> {
    files().try_for_each(|(path, text)| stage.write(path, text.as_bytes()))
}
