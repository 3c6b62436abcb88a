//! Reading a node into the typed deeds and facts of a game.

use super::node::{Node, Tree};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};
use std::fmt;

/// A mistake found while reading, with its place.
#[derive(Debug)]
pub(super) struct Mistake {
    pub(super) message: String,
    pub(super) at: Option<(usize, usize)>,
    pub(super) help: Option<String>,
}

impl Mistake {
    fn new(message: String, at: Option<(usize, usize)>) -> Self {
        Mistake { message, at, help: None }
    }

    fn placed(mut self, at: (usize, usize)) -> Self {
        self.at.get_or_insert(at);
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

impl de::Error for Mistake {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Mistake::new(message.to_string(), None)
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        let help = crate::diagnostic::nearest(word, known.iter().copied());
        Mistake { help, ..Mistake::new(format!("`{word}` is no word for this"), None) }
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        let help = crate::diagnostic::nearest(key, known.iter().copied());
        Mistake { help, ..Mistake::new(format!("`{key}` is no part of this"), None) }
    }
}

/// A node as serde reads it. Scalars are what the type asks for; one item is as good as a list of one.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a Node);

impl<'a> IntoDeserializer<'a, Mistake> for Reader<'a> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'a> Reader<'a> {
    fn scalar(self, wanted: &str) -> Result<&'a str, Mistake> {
        match &self.0.tree {
            Tree::Text(text) => Ok(text),
            _ => Err(Mistake::new(format!("{wanted} is wanted here"), Some(self.0.at))),
        }
    }

    fn number<T: std::str::FromStr>(self) -> Result<T, Mistake> {
        let text = self.scalar("a number")?;
        text.trim_start_matches('+').parse().map_err(|_| {
            Mistake::new(format!("`{text}` is not a number that fits here"), Some(self.0.at))
        })
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident),*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Mistake> {
            visitor.$visit(self.number()?)
        }
    )*};
}

impl<'a> Deserializer<'a> for Reader<'a> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match &self.0.tree {
            Tree::Nothing => visitor.visit_unit(),
            Tree::Text(text) => visitor.visit_borrowed_str(text),
            Tree::List(_) => self.deserialize_seq(visitor),
            Tree::Map(_) => self.deserialize_map(visitor),
        }
        .map_err(|mistake: Mistake| mistake.placed(self.0.at))
    }

    numbers!(
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32,
        deserialize_i64 visit_i64, deserialize_u8 visit_u8, deserialize_u16 visit_u16,
        deserialize_u32 visit_u32, deserialize_u64 visit_u64, deserialize_f32 visit_f32,
        deserialize_f64 visit_f64
    );

    fn deserialize_bool<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self.scalar("true or false")? {
            "true" | "yes" => visitor.visit_bool(true),
            "false" | "no" => visitor.visit_bool(false),
            other => {
                Err(Mistake::new(format!("`{other}` is neither true nor false"), Some(self.0.at)))
            }
        }
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self.0.tree {
            Tree::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let items = self.0.items().iter().map(Reader);
        visitor.visit_seq(SeqDeserializer::new(items)).map_err(|e: Mistake| e.placed(self.0.at))
    }

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let pairs = match &self.0.tree {
            Tree::Map(pairs) => pairs.as_slice(),
            Tree::Nothing => &[],
            _ => {
                return Err(Mistake::new(
                    "keys and values are wanted here".to_owned(),
                    Some(self.0.at),
                ));
            }
        };
        let entries = pairs.iter().map(|(key, node)| (key.as_str(), Reader(node)));
        visitor.visit_map(MapDeserializer::new(entries)).map_err(|e: Mistake| e.placed(self.0.at))
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        visitor.visit_enum(Word(self)).map_err(|e: Mistake| e.placed(self.0.at))
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'a>>
        char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

/// A word of an enumeration.
struct Word<'a>(Reader<'a>);

impl<'a> EnumAccess<'a> for Word<'a> {
    type Error = Mistake;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Mistake> {
        let word = self.0.scalar("a word")?;
        let value = seed.deserialize(IntoDeserializer::<Mistake>::into_deserializer(word))?;
        Ok((value, self))
    }
}

impl<'a> VariantAccess<'a> for Word<'a> {
    type Error = Mistake;

    fn unit_variant(self) -> Result<(), Mistake> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, _seed: S) -> Result<S::Value, Mistake> {
        Err(de::Error::custom("a plain word is wanted here"))
    }

    fn tuple_variant<V: Visitor<'a>>(self, _len: usize, _visitor: V) -> Result<V::Value, Mistake> {
        Err(de::Error::custom("a plain word is wanted here"))
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Mistake> {
        Err(de::Error::custom("a plain word is wanted here"))
    }
}
