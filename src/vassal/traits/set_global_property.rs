//! Sets a property of the module, map or zone.

use super::{Named, record};

record! {
    /// Sets a property of the module, map or zone.
    SetGlobalProperty = "setprop;" {
        /// The property.
        name: String = String::new(),
        /// Numeric, least, most, wraps around.
        constraints: String = String::new(),
        /// Menu commands that set it, as written.
        commands: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
        /// Whose property.
        level: String = String::new(),
        /// The zone or map.
        search_name: String = String::new(),
    }
}

impl Named for SetGlobalProperty {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<SetGlobalProperty>(
            r"setprop;VP;true,0,9,false;Win:86\,130:I\,1;;Current Zone/Current Map/Module;",
        );
    }
}
