//! A property that players change.

use super::{Named, Properties, record};

record! {
    /// A property that players change.
    DynamicProperty = "PROP;" {
        /// The property.
        name: String = String::new(),
        /// Numeric, least, most, wraps around.
        constraints: String = String::new(),
        /// Menu commands that set it, as written.
        commands: String = String::new(),
        /// The designer's note.
        description: String = String::new(),
    }
}

impl Named for DynamicProperty {
    fn properties(&self, state: &str, properties: &mut Properties) {
        properties.push((self.name.clone(), state.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<DynamicProperty>(r"PROP;Fuel;true,0,10,false;More:43\,130:I\,1;");
    }
}
