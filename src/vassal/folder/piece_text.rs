//! A piece, a trait to a line.

use super::PIECE;
use crate::vassal::command::AddPiece;
use crate::vassal::nested::{join_chain, split_chain};
use std::borrow::Cow;

const STATE: &str = "  = ";

/// The text of a slot or prototype, a trait to a line; none when it would not come back exactly.
pub(super) fn spread(text: &str) -> Option<String> {
    let (add, faithful) = AddPiece::decode(text.strip_prefix("+/")?)?;
    let types = split_chain('\t', &add.kind, usize::MAX);
    let states = split_chain('\t', &add.state, types.links.len());
    let plain = |link: &Cow<'_, str>| {
        !link.is_empty() && !link.contains(['\n', '\r']) && !link.starts_with([' ', '<'])
    };
    if !faithful
        || add.id != "null"
        || !types.links.iter().all(plain)
        || types.links.len() != states.links.len()
    {
        return None;
    }
    let mut lines = String::from(PIECE);
    for (kind, state) in types.links.iter().zip(&states.links) {
        lines.push_str(kind);
        lines.push('\n');
        if !state.is_empty() {
            lines.push_str(STATE);
            lines.push_str(state);
            lines.push('\n');
        }
    }
    (gather(&lines).as_deref() == Some(text)).then_some(lines)
}

/// The text from its lines.
pub(super) fn gather(lines: &str) -> Option<String> {
    let mut types: Vec<&str> = Vec::new();
    let mut states: Vec<&str> = Vec::new();
    for line in lines.strip_prefix(PIECE)?.split_terminator('\n') {
        match line.strip_prefix(STATE) {
            Some(state) => *states.last_mut()? = state,
            None => {
                types.push(line);
                states.push("");
            }
        }
    }
    let kind = join_chain('\t', &types);
    let state = join_chain('\t', &states);
    let add = AddPiece { id: "null".into(), kind: kind.into(), state: state.into() };
    Some(add.encode())
}
