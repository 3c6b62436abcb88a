//! A component's settings as a type: written to an element and read back from it.

use crate::vassal::build::Element;
use crate::vassal::traits::fields::{Colour, KeyStroke, KeyStrokes, Names};

/// A component of a VASSAL module.
pub trait Component: Sized {
    /// The Java class.
    const TAG: &'static str;
    /// The settings that VASSAL knows of it, in our order.
    const SETTINGS: &'static [&'static str];
    /// The element without parts.
    fn element(&self) -> Element;
    /// Reads the settings of an element; missing ones take their defaults.
    fn read(element: &Element) -> Self;
}

/// A value that stands in one setting.
pub trait Setting: Sized {
    /// As VASSAL writes it.
    fn write(&self) -> String;
    /// As VASSAL reads it; none when it is no such value.
    fn read(text: &str) -> Option<Self>;
}

impl Setting for String {
    fn write(&self) -> String {
        self.clone()
    }
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Setting for bool {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Self> {
        Some(text == "true")
    }
}

impl Setting for i32 {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Setting for f64 {
    fn write(&self) -> String {
        crate::vassal::traits::fields::Decimal(*self).to_string()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Setting for Colour {
    fn write(&self) -> String {
        self.encode()
    }
    fn read(text: &str) -> Option<Self> {
        Some(Colour::decode(text))
    }
}

impl Setting for KeyStroke {
    fn write(&self) -> String {
        self.encode()
    }
    fn read(text: &str) -> Option<Self> {
        Some(KeyStroke::decode(text))
    }
}

impl Setting for KeyStrokes {
    fn write(&self) -> String {
        self.encode()
    }
    fn read(text: &str) -> Option<Self> {
        Some(KeyStrokes::decode(text))
    }
}

impl Setting for Names {
    fn write(&self) -> String {
        self.encode()
    }
    fn read(text: &str) -> Option<Self> {
        Some(Names::decode(text))
    }
}

/// Declares a component: its class, and each setting with its field, type and default.
macro_rules! component {
    ($(#[$doc:meta])* $name:ident = $tag:literal { $( $(#[$field_doc:meta])* $field:ident as $setting:literal: $type:ty = $default:expr, )* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $( $(#[$field_doc])* pub $field: $type, )* }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }

        impl $crate::module::vassal::component::Component for $name {
            const TAG: &'static str = $tag;
            const SETTINGS: &'static [&'static str] = &[$( $setting, )*];

            fn element(&self) -> $crate::vassal::build::Element {
                #[allow(unused_mut, reason = "some components have no settings")]
                let mut element = $crate::vassal::build::Element::new($tag);
                $( element.set($setting, $crate::module::vassal::component::Setting::write(&self.$field)); )*
                element
            }

            fn read(element: &$crate::vassal::build::Element) -> Self {
                let _ = element;
                $name { $( $field: element.get($setting)
                    .and_then($crate::module::vassal::component::Setting::read)
                    .unwrap_or_else(|| $default), )* }
            }
        }
    };
}
pub(crate) use component;
