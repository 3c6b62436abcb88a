//! Stands for the traits of a prototype definition.

use super::fields::Field;
use super::{Kind, Named};
use crate::vassal::sequence::{Joiner, Split};

/// Stands for the traits of a prototype definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsePrototype {
    /// The prototype.
    pub name: String,
    /// Parameters for the prototype, as written. Only without any, not even an empty list, does VASSAL leave
    /// `$…$` in the prototype alone; else it puts parameters in their place, or their bare names.
    pub parameters: Option<String>,
}

impl Kind for UsePrototype {
    const ID: &'static str = "prototype;";

    fn read(mut fields: Split<'_>) -> Self {
        let name = String::read(&mut fields, String::new());
        UsePrototype { name, parameters: fields.next().map(std::borrow::Cow::into_owned) }
    }

    fn write(&self) -> String {
        let mut fields = Joiner::after(Self::ID, ';');
        fields.push(&self.name);
        if let Some(parameters) = &self.parameters {
            fields.push(parameters);
        }
        fields.finish()
    }
}

impl Named for UsePrototype {}

#[cfg(test)]
mod tests {
    use super::super::round_trips;
    use super::*;

    #[test]
    fn is_written_as_it_was_read() {
        round_trips::<UsePrototype>("prototype;Unit");
        round_trips::<UsePrototype>("prototype;Unit;");
        round_trips::<UsePrototype>("prototype;Unit;a=1,b=2");
    }

    #[test]
    fn a_prototype_without_parameters_has_no_empty_list_of_them() {
        let plain = UsePrototype { name: "Unit".into(), parameters: None };
        assert_eq!(plain.write(), "prototype;Unit");
    }
}
