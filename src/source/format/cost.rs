//! A cell of the terrain effects chart as typed.

use super::Points;
use crate::model::Provenance;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A cell of the terrain effects chart: `2`, `"1/2"`, `"+1"`, `"all"`, `"other"`, `"prohibited"`,
/// or `{ value = 2, provenance = "reconstructed" }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostValue {
    /// The cost as typed.
    pub value: String,
    /// Where this cell comes from, when it differs from its row.
    pub provenance: Option<Provenance>,
}

impl<'de> Deserialize<'de> for CostValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CostVisitor;
        impl<'de> Visitor<'de> for CostVisitor {
            type Value = CostValue;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cost: 2, \"1/2\", \"+1\", \"all\", \"other\" or \"prohibited\"")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<CostValue, E> {
                Ok(CostValue { value: number.to_string(), provenance: None })
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<CostValue, E> {
                Ok(CostValue { value: text.to_owned(), provenance: None })
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CostValue, A::Error> {
                let mut cost = CostValue { value: String::new(), provenance: None };
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "value" => cost.value = map.next_value::<Points>()?.0,
                        "provenance" => cost.provenance = Some(map.next_value()?),
                        other => {
                            return Err(de::Error::unknown_field(other, &["value", "provenance"]));
                        }
                    }
                }
                Ok(cost)
            }
        }
        deserializer.deserialize_any(CostVisitor)
    }
}

impl JsonSchema for CostValue {
    fn schema_name() -> Cow<'static, str> {
        "Cost".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let provenance = generator.subschema_for::<Provenance>();
        json_schema!({
            "description": "2, \"1/2\", \"+1\", \"all\", \"other\" or \"prohibited\"",
            "anyOf": [
                { "type": ["integer", "string"] },
                {
                    "type": "object",
                    "properties": { "value": { "type": ["integer", "string"] }, "provenance": provenance },
                    "required": ["value"],
                    "additionalProperties": false
                }
            ]
        })
    }
}
