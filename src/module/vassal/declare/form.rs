//! The line of a declaration: its pattern, and writing it.

use crate::model::{Answer, Declaration, Game, LinePart, Offered};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A declaration as the manifest states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclarationForm {
    /// The id in the sources.
    pub id: String,
    /// The text of its menu entry or button.
    pub menu: String,
    /// The text of the menu entry that names the target, on pieces there.
    pub here: Option<String>,
    /// Where it is offered.
    pub offered: Offered,
    /// The types of units that it is offered to, by id; all when empty.
    pub types: Vec<String>,
    /// The line, with fields in braces: `Attack: {units} -> {place}`.
    pub line: String,
    /// What may stand in the fields that are answers.
    pub answers: BTreeMap<String, AnswerForm>,
    /// The phases in which it makes sense, by id.
    pub phases: Vec<String>,
    /// The rule that needs it.
    pub rule: String,
}

/// What an answer may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerForm {
    /// Its kind.
    pub kind: Answer,
    /// One of these; anything of its kind when empty.
    pub choices: Vec<String>,
}

impl DeclarationForm {
    /// The form of a declaration.
    pub fn of(game: &Game, declaration: &Declaration) -> Self {
        let answers = declaration.questions.iter().map(|question| {
            let form = AnswerForm { kind: question.answer, choices: question.choices.clone() };
            (question.id.clone(), form)
        });
        DeclarationForm {
            id: declaration.id.clone(),
            menu: declaration.menu.clone(),
            here: super::gathers(declaration)
                .then(|| declaration.here.clone())
                .filter(|_| declaration.has_place() || declaration.has_targets()),
            offered: declaration.offered,
            types: declaration.types.iter().map(|id| game.unit_types[*id].id.clone()).collect(),
            line: pattern(declaration),
            answers: answers.collect(),
            phases: declaration.phases.clone(),
            rule: declaration.rule.clone(),
        }
    }
}

/// The line with its fields in braces.
fn pattern(declaration: &Declaration) -> String {
    let part = |part: &LinePart| match part {
        LinePart::Words(words) => words.clone(),
        LinePart::Unit => "{unit}".to_owned(),
        LinePart::Units => "{units}".to_owned(),
        LinePart::Targets => "{targets}".to_owned(),
        LinePart::Place => "{place}".to_owned(),
        LinePart::Side => "{side}".to_owned(),
        LinePart::Answer(nth) => {
            format!("{{{}}}", declaration.questions.get(*nth).map_or("", |q| q.id.as_str()))
        }
    };
    declaration.line.iter().map(part).collect()
}

/// What is said in one declaration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// The units, each with its place.
    pub units: Vec<(String, String)>,
    /// The units that are the targets, each with its place.
    pub targets: Vec<(String, String)>,
    /// The place that is the target.
    pub place: String,
    /// The name of the player's side.
    pub side: String,
    /// Answers by question.
    pub answers: BTreeMap<String, String>,
}

/// The line that VASSAL's chat shows, `* ` included.
pub fn say(declaration: &Declaration, said: &Said) -> String {
    let list = |units: &[(String, String)]| {
        let shown: Vec<String> =
            units.iter().map(|(unit, place)| format!("{unit} ({place})")).collect();
        shown.join(", ")
    };
    let part = |part: &LinePart| match part {
        LinePart::Words(words) => words.clone(),
        LinePart::Unit | LinePart::Units => list(&said.units),
        LinePart::Targets => list(&said.targets),
        LinePart::Place => said.place.clone(),
        LinePart::Side => said.side.clone(),
        LinePart::Answer(nth) => declaration
            .questions
            .get(*nth)
            .and_then(|question| said.answers.get(&question.id))
            .cloned()
            .unwrap_or_default(),
    };
    format!("* {}", declaration.line.iter().map(part).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpret::{Pattern, bare, items};
    use crate::model::Question;
    use proptest::prelude::*;

    fn declaration() -> Declaration {
        Declaration {
            id: "attack".into(),
            menu: "Join the attack".into(),
            here: "Attack this hex".into(),
            key: None,
            offered: Offered::Unit,
            types: vec![],
            questions: vec![Question {
                id: "support".into(),
                prompt: "Which support?".into(),
                choices: vec![],
                answer: Answer::Text,
            }],
            line: vec![
                LinePart::Words("Attack: ".into()),
                LinePart::Units,
                LinePart::Words(" -> ".into()),
                LinePart::Place,
                LinePart::Words(", support ".into()),
                LinePart::Answer(0),
            ],
            phases: vec![],
            rule: "6.0".into(),
        }
    }

    proptest! {
        #[test]
        fn what_is_said_is_read_back(
            units in prop::collection::vec(("[a-z][a-z0-9-]{0,8}(#[2-9])?", "[a-z]?[A-Z0-9]{2,5}"), 1..6),
            place in "[a-z]?[A-Z0-9]{1,5}",
            support in "[a-zA-Z0-9][a-zA-Z0-9 ;:'\"/é-]{0,20}[a-z]",
        ) {
            let declaration = declaration();
            let answers = BTreeMap::from([("support".to_owned(), support.clone())]);
            let said = Said { units: units.clone(), place: place.clone(), side: "Lorn".into(), answers, ..Said::default() };
            let line = say(&declaration, &said);
            let pattern = Pattern::new(&pattern(&declaration));
            let fields = pattern.read(bare(&line)).expect("the line fits its pattern");
            let names: Vec<&str> = units.iter().map(|(unit, _)| unit.as_str()).collect();
            prop_assert_eq!(items(fields["units"]).collect::<Vec<_>>(), names);
            prop_assert_eq!(fields["place"], place.as_str());
            prop_assert_eq!(fields["support"], support.as_str());
        }
    }

    #[test]
    fn a_declared_attack_reads_well() {
        let units = vec![("l-71".into(), "0505".into()), ("l-72".into(), "0506".into())];
        let said = Said { units, place: "0605".into(), ..Said::default() };
        let mut declaration = declaration();
        declaration.line.truncate(4);
        assert_eq!(say(&declaration, &said), "* Attack: l-71 (0505), l-72 (0506) -> 0605");
    }
}
