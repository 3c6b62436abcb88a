//! Gathers menu commands.

use super::fields::Names;
use super::{Named, record};

record! {
    /// Gathers menu commands.
    SubMenu = "submenu;" {
        /// The menu.
        name: String = String::new(),
        /// What it gathers.
        commands: Names = Names::default(),
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for SubMenu {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<SubMenu>(r"submenu;More;Flip,Delete;");
    }
}
