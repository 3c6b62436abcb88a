//! The entries of a log, typed.

use super::tables::{Background, DefenceColumn, Outcome};
use super::words::{Crt, Nation, Order, ReplacementType, Side, Weather};
use crate::referee::Problem;
use crate::referee::case::{Node, Tree};
use serde::Deserialize;
use std::collections::BTreeMap;

macro_rules! entries {
    ($( $(#[$meta:meta])* $name:ident { $( $field:ident : $type:ty ),* $(,)? } )*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Default, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub(super) struct $name { $( #[serde(default)] pub(super) $field: $type ),* }
    )* };
}

type Text = Option<String>;

/// The units of an entry: `unit: a` or `units: [a, b]`.
pub(super) trait Named {
    fn named(&self) -> Vec<&str>;
}

macro_rules! named {
    ($($name:ident),*) => { $(
        impl Named for $name {
            fn named(&self) -> Vec<&str> {
                self.unit.iter().chain(&self.units).map(String::as_str).collect()
            }
        }
    )* };
}

named!(Move, Units, Retreat, Advance, Disengage, Mark);

entries! {
    Move { unit: Text, units: Vec<String>, path: Vec<String>, from: Text, to: Text, mode: Text }
    Units { unit: Text, units: Vec<String> }
    Support { attacker: Vec<String>, defender: Vec<String> }
    Attack {
        with: Vec<String>, maf: Text, attached: Vec<String>, against: Text, support: Option<Support>,
        defenders: Option<Vec<String>>, roll: Option<u32>, announced_column: Text, claimed_strength: Option<i32>,
    }
    /// A combat under way when the log starts.
    Underway {
        with: Vec<String>, maf: Text, attached: Vec<String>, against: Text, support: Option<Support>,
        crt: Option<Crt>, advance: Text, vacated: Text, kind: Text, howitzer: Text,
    }
    Announced { crt: Option<Crt>, advance: Text, column: Text, background: Option<Background> }
    Roll { dice: Vec<u32> }
    MajorAssault { extra_dice: u32, spend: Option<u32> }
    Apply { die: u32 }
    /// Which side it serves makes no difference to whether it is there to be used.
    #[allow(dead_code)]
    Commit { asset: Text, r#as: Text }
    Lose { unit: Text, from: Text, to: Text }
    Swap { out: Text, out_to: Text, r#in: Text, step: Text, at: Text }
    Defence {
        at: Text, crt: Option<Crt>, background: Option<Background>, dd_column: Option<DefenceColumn>, lead: Text,
        dice: Vec<u32>, rerolls: Vec<u32>, support: Vec<String>, total: Option<i32>, losses: Text,
        outcome: Option<Outcome>,
    }
    Retreat { unit: Text, units: Vec<String>, hexes: Option<u32>, path: Vec<String>, eliminated: bool }
    Advance { unit: Text, units: Vec<String>, path: Vec<String>, to: Text, allowance: Text, vacated: Text }
    Join { unit: Text, at: Text }
    Disengage { unit: Text, units: Vec<String>, roll: Option<i32>, modifier: Option<i32> }
    Mark { unit: Text, units: Vec<String>, r#as: Text, marker: Text, value: Option<i32>, change: Option<i32> }
    Unmark { unit: Text, marker: Text }
    Place { unit: Text, marker: Text, at: Text }
    Remove { unit: Text, marker: Text, at: Text }
    Withdraw { unit: Text, returns: Option<i32>, steps_before: Option<u32>, steps_after: Option<u32> }
    Replace { unit: Text, r#type: Option<ReplacementType>, from_nation: Option<Nation>, of_turn: Option<i32> }
    Return { unit: Text, at: Text, step: Text, face: Text, r#type: Option<ReplacementType> }
    Build { action: Text, level: Option<u8>, at: Text, roll: Option<u32>, result: Text }
    Relocate { unit: Text, to: Text, mark: Option<Order> }
    Flip { unit: Text, marker: Text, to: Text, spend: Option<i32>, free: bool }
    Rally { unit: Text, roll: Option<i32> }
    Attrition { unit: Text, roll: Option<i32>, traces_to: Option<Vec<String>> }
    RollWeather { roll: Option<u32>, to: Option<Weather> }
    SetPoints { german: Option<i32>, allied: Option<i32> }
    Observe { unit: Text, shows: Vec<String>, at: Text, marker: Text }
    Pass { turn: Option<i32>, side: Text, phase: Text }
    Check {
        what: Text, side: Option<Side>, unit: Text, at: Text, attack: Option<i32>, defence: Option<i32>,
        odds: Text, net_shift: i32, turn: Option<i32>, weather: Option<Weather>,
        before: Option<BTreeMap<String, i32>>, held: Vec<i32>, cut_off: Vec<i32>,
        eliminated: BTreeMap<String, i32>, scenario: Text, vp: Option<i32>, benchmark: Option<i32>,
    }
}

/// An entry of a log.
#[derive(Debug, Clone)]
pub(super) enum Entry {
    Move(Move),
    Truck(Units),
    Attack(Attack),
    AutoDs(Attack),
    Breakthrough(Attack),
    Result(Announced),
    Roll(Roll),
    MajorAssault(MajorAssault),
    Apply(Apply),
    Support(Commit),
    Lose(Lose),
    Eliminate(Units),
    Swap(Swap),
    Defence(Defence),
    Retreat(Retreat),
    Stay(Units),
    Advance(Advance),
    Join(Join),
    EndCombat,
    Disengage(Disengage),
    Mark(Mark),
    Unmark(Unmark),
    Place(Place),
    Remove(Remove),
    Withdraw(Withdraw),
    Replace(Replace),
    Return(Return),
    Build(Build),
    Relocate(Relocate),
    Flip(Flip),
    Rally(Rally),
    Attrition(Attrition),
    Weather(RollWeather),
    SupplyPoints(SetPoints),
    Observe(Observe),
    Phase(Pass),
    Check(Check),
}

impl Entry {
    pub(super) fn read(node: &Node) -> Result<Entry, Problem> {
        let verb = node.word("do").ok_or_else(|| Problem::at(node, "what was done?"))?;
        let rest = node.pairs().iter().filter(|(key, _)| key != "do").cloned().collect();
        let rest = Node { tree: Tree::Map(rest), at: node.at };
        Ok(match verb {
            "move" => Entry::Move(rest.read()?),
            "truck" => Entry::Truck(rest.read()?),
            "attack" => Entry::Attack(rest.read()?),
            "auto-ds" => Entry::AutoDs(rest.read()?),
            "breakthrough" => Entry::Breakthrough(rest.read()?),
            "result" => Entry::Result(rest.read()?),
            "roll" => Entry::Roll(rest.read()?),
            "major-assault" => Entry::MajorAssault(rest.read()?),
            "apply" => Entry::Apply(rest.read()?),
            "support" => Entry::Support(rest.read()?),
            "lose" => Entry::Lose(rest.read()?),
            "eliminate" => Entry::Eliminate(rest.read()?),
            "swap" => Entry::Swap(rest.read()?),
            "determined-defence" => Entry::Defence(rest.read()?),
            "retreat" => Entry::Retreat(rest.read()?),
            "stay" => Entry::Stay(rest.read()?),
            "advance" => Entry::Advance(rest.read()?),
            "join" => Entry::Join(rest.read()?),
            "end-combat" => Entry::EndCombat,
            "disengage" => Entry::Disengage(rest.read()?),
            "mark" => Entry::Mark(rest.read()?),
            "unmark" => Entry::Unmark(rest.read()?),
            "place" => Entry::Place(rest.read()?),
            "remove" => Entry::Remove(rest.read()?),
            "withdraw" => Entry::Withdraw(rest.read()?),
            "replace" => Entry::Replace(rest.read()?),
            "return" => Entry::Return(rest.read()?),
            "build" => Entry::Build(rest.read()?),
            "relocate" => Entry::Relocate(rest.read()?),
            "flip" => Entry::Flip(rest.read()?),
            "rally" => Entry::Rally(rest.read()?),
            "attrition" => Entry::Attrition(rest.read()?),
            "weather" => Entry::Weather(rest.read()?),
            "supply-points" => Entry::SupplyPoints(rest.read()?),
            "observe" => Entry::Observe(rest.read()?),
            "phase" => Entry::Phase(rest.read()?),
            "check" => Entry::Check(rest.read()?),
            other => {
                return Err(Problem::at(node, format!("`{other}` is nothing that can be done")));
            }
        })
    }
}
