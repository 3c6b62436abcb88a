//! Audits as text, JSON, SARIF and JUnit, each a function from audits to a string; rules shown by an example.

mod count;
mod example;
mod junit;
mod sarif;
mod text;

pub use count::{at_words, file_words, headline, sure_words, who_words};
pub use example::{Example, Played, example};
pub use junit::junit;
pub use sarif::sarif;
pub use text::{explanation_text, finding_text, summary_table, text};

use crate::audit::Audit;
use serde_json::{Value, json};

/// An audit as a JSON value.
pub fn json(audit: &Audit) -> Value {
    let mut value = serde_json::to_value(audit).unwrap_or(Value::Null);
    if let Value::Object(map) = &mut value {
        use crate::referee::Severity::{Note, Suspect, Violation};
        let counts = json!({
            "violations": audit.count(Violation),
            "suspects": audit.count(Suspect),
            "notes": audit.count(Note),
        });
        map.insert("counts".to_owned(), counts);
        map.insert("verdict".to_owned(), json!(audit.conclusion().word()));
        map.insert("headline".to_owned(), json!(headline(audit)));
    }
    value
}
