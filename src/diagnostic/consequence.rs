//! Which mistakes only follow from others: who sets up a unit whose sheet could not be read made no mistake.

use super::Diagnostics;

/// Something that a source defines and that was lost to a mistake which is reported already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lost {
    kind: String,
    /// Its name, where that could be read.
    name: Option<String>,
}

/// Kinds that lie within others, and are lost with them.
const WITHIN: [(&str, &str); 3] = [("hex", "map"), ("box", "map"), ("area", "map")];

impl Diagnostics {
    /// Notes that something of that kind and name (or of any name) cannot be found, for a reason that is reported.
    pub fn lose(&mut self, kind: &str, name: Option<&str>) {
        let lost = Lost { kind: kind.to_owned(), name: name.map(str::to_owned) };
        if !self.lost.contains(&lost) {
            self.lost.push(lost);
        }
    }

    /// Whether anything of that kind was lost.
    pub fn has_lost(&self, kind: &str) -> bool {
        self.lost.iter().any(|lost| lost.kind == kind)
    }

    /// Marks the mistakes that follow from others: they miss what was lost.
    pub fn trace(&mut self) {
        if self.lost.is_empty() {
            return;
        }
        for diagnostic in &mut self.list {
            let Some((kind, name)) = &diagnostic.lacks else { continue };
            diagnostic.follows |= self.lost.iter().any(|lost| {
                let itself =
                    lost.kind == *kind && lost.name.as_ref().is_none_or(|lost| lost == name);
                itself || WITHIN.contains(&(kind, &lost.kind))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Diagnostic, Diagnostics};
    use std::path::Path;

    #[test]
    fn what_misses_something_lost_follows_and_what_misses_something_else_does_not() {
        let mut all = Diagnostics::default();
        for (kind, name) in
            [("counter", "one"), ("counter", "two"), ("hex", "0101"), ("side", "red")]
        {
            all.push(Diagnostic::about("unknown", Path::new("a"), name).lacks(kind, name));
        }
        all.lose("counter", Some("one"));
        all.lose("map", None);
        all.trace();
        let follows: Vec<bool> = all.list.iter().map(|one| one.follows).collect();
        assert_eq!(follows, [true, false, true, false]);
        assert_eq!(all.following(), 2);
    }
}
