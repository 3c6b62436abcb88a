//! House rules: what the players of a game allow, with the reason that the report prints.

use crate::referee::Finding;
use serde::Deserialize;

/// One allowance.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// The rule, by id; a final `*` stands for any ending.
    pub rule: String,
    /// Why; printed beside what it allows.
    pub reason: String,
    /// Only at these steps; everywhere when empty.
    #[serde(default)]
    pub steps: Vec<usize>,
    /// Only of these units, by id; of all when empty.
    #[serde(default)]
    pub units: Vec<String>,
}

/// The house rules of a group of players: a TOML file with `[[allow]]` tables.
///
/// ```
/// use hexwright::audit::HouseRules;
///
/// let rules = HouseRules::parse("[[allow]]\nrule = \"BH-3.0\"\nreason = \"three to a hex\"\n")?;
/// assert_eq!(rules.allow.len(), 1);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseRules {
    /// The allowances.
    #[serde(default)]
    pub allow: Vec<Allowance>,
}

impl HouseRules {
    /// Reads a file of house rules.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The reason why a finding is allowed, if it is.
    pub fn reason(&self, finding: &Finding, step: usize) -> Option<&str> {
        let fits = |allowance: &&Allowance| {
            let rule = match allowance.rule.strip_suffix('*') {
                Some(start) => finding.rule.starts_with(start),
                None => finding.rule == allowance.rule.as_str(),
            };
            rule && (allowance.steps.is_empty() || allowance.steps.contains(&step))
                && (allowance.units.is_empty()
                    || finding.units.iter().any(|unit| allowance.units.contains(unit)))
        };
        self.allow.iter().find(fits).map(|allowance| allowance.reason.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_holds_for_its_rule_steps_and_units_only() {
        let rules = HouseRules::parse(
            "[[allow]]\nrule = \"BH-3*\"\nreason = \"why not\"\nsteps = [4]\nunits = [\"a\"]\n",
        )
        .unwrap();
        let finding = Finding::violation("BH-3.0", "too many").units(["a", "b"]);
        assert_eq!(rules.reason(&finding, 4), Some("why not"));
        assert_eq!(rules.reason(&finding, 5), None);
        assert_eq!(rules.reason(&Finding::violation("BH-4.0", "").units(["a"]), 4), None);
        assert_eq!(rules.reason(&Finding::violation("BH-3.0", "").units(["c"]), 4), None);
    }
}
