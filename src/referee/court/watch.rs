//! Looking on while a log is heard.

use super::super::Hearing;
use crate::deeds::Deed;

/// Is called before each deed is heard, and once with none when all are: what the referee sees on the table is then
/// as the deeds before left it.
pub type Watch<'w> = dyn FnMut(Option<&Deed>, &dyn Hearing) + 'w;
