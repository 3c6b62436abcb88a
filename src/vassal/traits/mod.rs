//! Traits: a piece is a chain of them, each adding one ability.
//!
//! Every trait has a *type* (constant, the record in its file) and a *state*
//! (what changes in play). A type of another VASSAL version may have fewer or
//! more fields; then its text is kept beside its meaning.

pub mod area_of_effect;
pub mod attachment;
pub mod basic_name;
pub mod border;
pub mod button;
pub mod calculated;
pub mod comment;
pub mod copy;
pub mod delete;
pub mod deselect;
pub mod dynamic_property;
pub mod fields;
pub mod global_hotkey;
pub mod global_key;
pub mod immobilized;
pub mod invisible;
pub mod label;
pub mod layer;
pub mod location_command;
pub mod marker;
pub mod mask;
pub mod mat;
pub mod mat_cargo;
pub mod menu_separator;
pub mod moved;
pub mod non_rectangular;
pub mod pivot;
pub mod place_marker;
pub mod property_commands;
pub mod property_sheet;
pub mod prototype;
pub mod report;
pub mod restrict_commands;
pub mod restricted;
pub mod return_to_deck;
pub mod rotator;
pub mod send_to;
pub mod set_global_property;
pub mod set_piece_property;
pub mod sound;
pub mod submenu;
pub mod table;
pub mod trail;
pub mod translatable;
pub mod translate;
pub mod trigger;

use super::sequence::{Split, split};

/// Named values of a piece.
pub type Properties = Vec<(String, String)>;

/// A trait's type: reading and writing.
pub trait Kind: Sized {
    /// How its text begins, with the semicolon.
    const ID: &'static str;
    /// Reads the fields after the id. Missing fields take their defaults.
    fn read(fields: Split<'_>) -> Self;
    /// Writes id and fields as VASSAL 3.7 does.
    fn write(&self) -> String;
}

/// What a trait adds to the named values of a piece.
pub trait Named {
    /// Adds the values that this state gives.
    fn properties(&self, _state: &str, _properties: &mut Properties) {}
}

/// Declares a trait whose type is a record of fields joined by semicolons.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident = $id:literal { $( $(#[$field_doc:meta])* $field:ident: $type:ty = $default:expr, )* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $( $(#[$field_doc])* pub $field: $type, )* }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }

        impl $crate::vassal::traits::Kind for $name {
            const ID: &'static str = $id;

            fn read(mut fields: $crate::vassal::sequence::Split<'_>) -> Self {
                $name { $( $field: $crate::vassal::traits::fields::Field::read(&mut fields, $default), )* }
            }

            fn write(&self) -> String {
                let mut fields = $crate::vassal::sequence::Joiner::after(Self::ID, ';');
                $( $crate::vassal::traits::fields::Field::write(&self.$field, &mut fields); )*
                fields.finish()
            }
        }
    };
}
pub(crate) use record;

/// Declares the list of all known traits.
macro_rules! known_traits {
    ($( $module:ident :: $name:ident, )*) => {
        /// A trait's meaning.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Meaning {
            $( #[doc = concat!("[`", stringify!($module), "::", stringify!($name), "`]")] $name(Box<$module::$name>), )*
            /// Not one of VASSAL's own: a custom class, or a version to come.
            Unknown,
        }

        impl Meaning {
            fn read(text: &str) -> Self {
                $( if let Some(rest) = text.strip_prefix($module::$name::ID) {
                    return Meaning::$name(Box::new($module::$name::read(split(';', rest))));
                } )*
                Meaning::Unknown
            }

            /// Writes the type as VASSAL 3.7 does; nothing for an unknown one.
            pub fn write(&self) -> Option<String> {
                match self {
                    $( Meaning::$name(known) => Some(known.write()), )*
                    Meaning::Unknown => None,
                }
            }

            /// Whether its state is part of the piece's name.
            pub fn renames(&self) -> bool {
                matches!(self, Meaning::Layer(_) | Meaning::Label(_))
            }

            fn properties(&self, state: &str, properties: &mut Properties) {
                match self {
                    $( Meaning::$name(known) => known.properties(state, properties), )*
                    Meaning::Unknown => {}
                }
            }
        }

        $( impl From<$module::$name> for Trait {
            fn from(known: $module::$name) -> Self {
                Trait { spelling: None, meaning: Meaning::$name(Box::new(known)) }
            }
        } )*
    };
}

known_traits! {
    layer::Layer,
    marker::Marker,
    prototype::UsePrototype,
    label::Label,
    delete::Delete,
    copy::Copy,
    report::Report,
    moved::Moved,
    trail::Trail,
    rotator::Rotator,
    invisible::Invisible,
    mask::Mask,
    dynamic_property::DynamicProperty,
    calculated::Calculated,
    send_to::SendTo,
    trigger::Trigger,
    place_marker::PlaceMarker,
    place_marker::Replace,
    immobilized::Immobilized,
    restricted::Restricted,
    return_to_deck::ReturnToDeck,
    set_global_property::SetGlobalProperty,
    set_piece_property::SetPieceProperty,
    global_key::GlobalKey,
    translate::Translate,
    restrict_commands::RestrictCommands,
    submenu::SubMenu,
    mat::Mat,
    mat_cargo::MatCargo,
    attachment::Attachment,
    table::Table,
    property_sheet::PropertySheet,
    basic_name::BasicName,
    comment::Comment,
    non_rectangular::NonRectangular,
    pivot::Pivot,
    area_of_effect::AreaOfEffect,
    sound::Sound,
    button::Button,
    border::Border,
    global_hotkey::GlobalHotkey,
    deselect::Deselect,
    translatable::Translatable,
    location_command::LocationCommand,
    menu_separator::MenuSeparator,
}

/// One trait of a piece: its meaning, and how it was written if we would write it differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Trait {
    spelling: Option<String>,
    /// What it is.
    pub meaning: Meaning,
}

impl Trait {
    /// Reads a trait's type.
    pub fn decode(text: &str) -> Self {
        let meaning = Meaning::read(text);
        let spelling =
            if meaning.write().as_deref() == Some(text) { None } else { Some(text.to_owned()) };
        Trait { spelling, meaning }
    }

    /// Writes the trait's type as it was written.
    pub fn encode(&self) -> String {
        self.spelling.clone().or_else(|| self.meaning.write()).unwrap_or_default()
    }

    /// Whether we would write it just as it was written.
    pub fn is_canonical(&self) -> bool {
        self.spelling.is_none()
    }

    /// The id of the trait: `emb2;`.
    pub fn id(&self) -> String {
        let text = self.encode();
        id_of(&text).to_owned()
    }

    /// Adds the named values of this trait in this state.
    pub fn properties(&self, state: &str, properties: &mut Properties) {
        self.meaning.properties(state, properties);
    }
}

/// The id a trait's text starts with: up to and including the first semicolon, or all of it.
pub fn id_of(text: &str) -> &str {
    text.find(';').map_or(text, |at| &text[..=at])
}

#[cfg(test)]
pub(crate) fn round_trips<T: Kind>(text: &str) {
    let rest = text.strip_prefix(T::ID).expect("the trait's own id");
    assert_eq!(T::read(split(';', rest)).write(), text);
    assert!(Trait::decode(text).is_canonical(), "{text}");
    // A record cut short is understood and kept as it was.
    let cut = format!("{}{}", T::ID, split(';', rest).text());
    assert_eq!(Trait::decode(&cut).encode(), cut);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_trait_is_kept_as_it_is() {
        let odd = Trait::decode("VASLthing;a;b");
        assert_eq!(odd.meaning, Meaning::Unknown);
        assert_eq!(odd.encode(), "VASLthing;a;b");
        assert_eq!(odd.id(), "VASLthing;");
    }
}
