//! Player passwords: readable by anyone with the file, shown by us to no one.

use std::borrow::Cow;
use std::fmt;

/// A player's password or an id that is one. It can be written back into a
/// saved game and compared, but neither printed nor exported.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Secret<'a>(Cow<'a, str>);

impl<'a> Secret<'a> {
    /// Takes a password out of a file.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Secret(text.into())
    }

    /// The password itself, only for writing it back where it came from, and for finding where else it stands.
    pub(crate) fn for_encoding(&self) -> &str {
        &self.0
    }

    /// A number that is the same for the same password, for telling players
    /// apart that the file does not name. Not the password, nor a hash of it:
    /// the order of first appearance in `seen`.
    pub fn ordinal(&self, seen: &mut Vec<Secret<'static>>) -> usize {
        let found = seen.iter().position(|other| other.0 == self.0);
        found.unwrap_or_else(|| {
            seen.push(self.to_static());
            seen.len() - 1
        })
    }

    /// A copy that does not borrow.
    pub fn to_static(&self) -> Secret<'static> {
        Secret(Cow::Owned(self.0.clone().into_owned()))
    }

    /// Whether this text is the password.
    pub fn is(&self, text: &str) -> bool {
        self.0 == text
    }
}

impl fmt::Debug for Secret<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_does_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", Secret::new("alicepw")), "Secret(…)");
    }
}
