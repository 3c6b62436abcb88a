//! Values that remember where they were typed, and the small spellings shared by all files.

use compact_str::CompactString;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};

/// A value with the stretch of its file where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Byte offsets in the file.
    pub span: Span,
}

/// A byte range that can be ordered, so that [`At`] can be a map key. Half as wide as a
/// `Range<usize>`: files are far smaller than 4 GB, and large maps have many of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// Where it starts.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

impl<T> At<T> {
    /// The stretch as a range.
    pub fn span(&self) -> Range<usize> {
        self.span.start as usize..self.span.end as usize
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<T>::deserialize(deserializer)?;
        let offset = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let span = Span { start: offset(spanned.span().start), end: offset(spanned.span().end) };
        Ok(At { value: spanned.into_inner(), span })
    }
}

impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A short text as typed: ids, hexes and names stay inside the value, so that reading
/// thousands of them costs no allocation each.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(CompactString);

impl Text {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq<Text> for String {
    fn eq(&self, other: &Text) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text(CompactString::new(text))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl Visitor<'_> for TextVisitor {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Text, E> {
                Ok(text.into())
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

impl JsonSchema for Text {
    fn inline_schema() -> bool {
        String::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Words in one string (`"0304 0405-0409"`) or in a list of strings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(pub SmallVec<[At<Text>; 1]>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        enum Raw {
            One(Text),
            Many(SmallVec<[At<Text>; 1]>),
        }
        struct RawVisitor;
        impl<'de> Visitor<'de> for RawVisitor {
            type Value = Raw;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of texts")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Raw, E> {
                Ok(Raw::One(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
                let mut words = SmallVec::new();
                while let Some(word) = seq.next_element()? {
                    words.push(word);
                }
                Ok(Raw::Many(words))
            }
        }
        impl<'de> Deserialize<'de> for Raw {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(RawVisitor)
            }
        }
        let at = At::<Raw>::deserialize(deserializer)?;
        Ok(match at.value {
            Raw::One(text) => Words(smallvec![At { value: text, span: at.span }]),
            Raw::Many(words) => Words(words),
        })
    }
}

impl JsonSchema for Words {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Words".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
        })
    }
}

/// A number of points: `2`, `"1/2"`, `"1 1/2"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points(pub String);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PointsVisitor;
        impl Visitor<'_> for PointsVisitor {
            type Value = Points;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or a fraction such as \"1/2\"")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Points, E> {
                Ok(Points(number.to_string()))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Points, E> {
                Ok(Points(text.to_owned()))
            }
        }
        deserializer.deserialize_any(PointsVisitor)
    }
}

impl JsonSchema for Points {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"] })
    }
}
