//! ASL Starter Kit #2: the referee, in the order of its rulebook.
//!
//! | section | file |
//! |---|---|
//! | 1 terrain, boards, counters | `terrain`, `ground`, `units`, `table` |
//! | 3.1 rally | `rally` |
//! | 3.2 fire, sight, morale | `fire`, `modifiers`, `sight`, `morale` |
//! | 3.2.4, 4.4, 6 ordnance | `ordnance`, `arc`, `manhandling` |
//! | 3.3 movement, stacking | `movement`, `stacking` |
//! | 3.3.1 first fire, residual | `fire`, `defensive` |
//! | 3.6 rout | `rout` |
//! | 3.7, 3.8 advance, close combat | `close_combat` |
//! | S9–S16 | `scenarios` |

mod arc;
mod boards;
pub mod bot;
mod close_combat;
mod counters;
mod defensive;
mod fire;
mod ground;
mod hearing;
mod manhandling;
mod modifiers;
mod morale;
mod movement;
mod number;
mod ordnance;
mod rally;
mod rout;
mod rules;
mod ruling;
mod scenarios;
mod sight;
mod stacking;
mod table;
mod tables;
mod terrain;
mod units;
mod words;

use crate::hex::{Grid, distance};
use crate::model::Game;
use crate::referee::case::{Node, Situation};
use crate::referee::{Hearing, Judgement, Problem, Referee, Rule};
use ruling::Ruling;
use serde_json::Value;
use table::{Phase, Table};

/// The referee of ASL Starter Kit #2.
#[derive(Debug)]
pub struct AslSk2<'a> {
    grid: Result<Grid, Problem>,
    /// The game, for logs; cases tell all they need themselves.
    game: Option<&'a Game>,
}

impl<'a> AslSk2<'a> {
    /// A referee of cases.
    pub fn new() -> Self {
        AslSk2 { grid: ground::board_grid(), game: None }
    }

    /// A referee of a loaded game, of its cases and its logs.
    pub fn of(game: &'a Game) -> Self {
        AslSk2 { grid: ground::board_grid(), game: Some(game) }
    }
}

impl Default for AslSk2<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl Referee for AslSk2<'_> {
    fn rules(&self) -> Vec<&Rule> {
        rules::all().collect()
    }

    fn play(&self, situation: &Situation, log: &[Node]) -> Result<Vec<Judgement>, Problem> {
        let grid = self.grid.as_ref().map_err(Clone::clone)?;
        let mut table = Table::read(situation, grid)?;
        scenarios::fortify(&mut table);
        table.script = log.into();
        let mut judgements = Vec::new();
        for (index, entry) in log.iter().enumerate() {
            words::known(entry, &table)?;
            let before = table.clone();
            table.line = index;
            let mut ruling = Ruling::default();
            judge(&mut table, entry, &mut ruling)?;
            // What breaks a rule is taken back, unless the players let it stand; what is only suspect stays.
            if ruling.is_breached() && !situation.stands.contains(&(index + 1)) {
                table = before;
            }
            judgements.push(ruling.judgement);
        }
        Ok(judgements)
    }

    fn hearing(&self, scenario: Option<&str>) -> Option<Box<dyn Hearing + '_>> {
        let log = hearing::Log::new(self.game?, scenario)?;
        Some(Box::new(log))
    }

    fn same_value(&self, name: &str, expected: &Node, computed: &Value) -> bool {
        match (name, &self.grid) {
            // A range is asked of any two hexes, also of those that the entry does not touch.
            ("range", Ok(grid)) => expected.pairs().iter().all(|(pair, told)| {
                let mut ends = pair.split('/').map(|id| grid.parse(id).ok());
                let (Some(Some(a)), Some(Some(b))) = (ends.next(), ends.next()) else {
                    return false;
                };
                told.read() == Ok(distance(a, b))
            }),
            _ => ruling::same(expected, computed),
        }
    }
}

/// Judges one entry and carries it out.
fn judge(table: &mut Table, entry: &Node, ruling: &mut Ruling) -> Result<(), Problem> {
    if let Some(phase) = entry.get("phase") {
        let phase: Phase = phase.read()?;
        if phase < table.phase {
            ruling.breach("SK2-3-PHASES", format!("the {} phase is over", phase.word()));
            return Ok(());
        }
        table.go_to(phase);
    }
    let dice = ["dice", "die"].into_iter().filter_map(|key| entry.get(key));
    let odd = |die: &Node| die.read::<i32>().is_ok_and(|face| !(1..=6).contains(&face));
    if dice.flat_map(Node::items).any(odd) {
        ruling.breach("SK2-1.4-DICE", "a die has the numbers from one to six");
        return Ok(());
    }
    let verb = entry.word("do").ok_or_else(|| Problem::at(entry, "an entry needs `do`"))?;
    let rule: &'static str = match verb {
        "fire" => {
            fire::judge(table, entry, ruling)?;
            "SK2-3.2.3-IFT-RESULT"
        }
        "effect-roll" => {
            ordnance::judge_effect(table, entry, ruling)?;
            "SK2-3.2.3-IFT-RESULT"
        }
        "residual-attack" => {
            defensive::judge_residual_attack(table, entry, ruling)?;
            "SK2-3.3.1-RES-ATTACK"
        }
        "demolition-attack" | "place-demolition-charge" => {
            defensive::judge_demolition(table, entry, verb == "place-demolition-charge", ruling)?;
            "SK2-4.3-DC-ATTACK"
        }
        "backblast" => {
            defensive::judge_backblast(table, entry, ruling)?;
            "SK2-4.4.2-BACKBLAST"
        }
        "morale-check" => {
            morale::judge_check(table, entry, ruling)?;
            "SK2-3.2.3-MC"
        }
        "pin-check" => {
            morale::judge_pin_check(table, entry, ruling)?;
            "SK2-3.2.3-PTC"
        }
        "wound-roll" => {
            morale::judge_wound(table, entry, ruling)?;
            "SK2-3.2.3-WOUND"
        }
        "leader-creation" => {
            morale::judge_leader_creation(table, entry, ruling)?;
            "SK2-5.3-PROMO"
        }
        "weapon-destruction-roll" => {
            morale::judge_weapon_destruction(table, entry, ruling)?;
            "SK2-4.0-KIA-WPN"
        }
        "break" | "pin" | "eliminate" => {
            morale::judge_given(table, entry, verb, ruling)?;
            "SK2-3.2.3-KIA"
        }
        "apply" => {
            counters::judge_apply(table, entry, ruling)?;
            "SK2-3.2.3-IFT-RESULT"
        }
        "move" => {
            movement::judge_move(table, entry, ruling)?;
            "SK2-3.3-MF-COST"
        }
        "enter" => {
            movement::judge_enter(table, entry, ruling)?;
            "SK2-3.3-ENTRY"
        }
        "exit" => {
            scenarios::judge_exit(table, entry, ruling)?;
            "SK2-3.3-EXIT"
        }
        "manhandle" => {
            manhandling::judge(table, entry, ruling)?;
            "SK2-6.5-MH-DR"
        }
        "smoke-grenade" => {
            movement::judge_grenade(table, entry, ruling)?;
            "SK2-3.3-SMK-GREN"
        }
        "put-back" => {
            movement::judge_put_back(table, entry, ruling)?;
            "SK2-6.4-HIP-ENTER"
        }
        "rout" => {
            rout::judge(table, entry, ruling)?;
            "SK2-3.6-DEST"
        }
        "stay" => {
            rout::judge_stay(table, entry, ruling)?;
            "SK2-3.6-MUST"
        }
        "interdiction-check" => {
            rout::judge_interdiction(table, entry, ruling)?;
            "SK2-3.6-INTERDICT"
        }
        "advance" => {
            close_combat::judge_advance(table, entry, ruling)?;
            "SK2-3.7-ELIG"
        }
        "ambush-roll" => {
            close_combat::judge_ambush(table, entry, ruling)?;
            "SK2-3.8-AMBUSH-DR"
        }
        "close-combat" => {
            close_combat::judge(table, entry, ruling)?;
            "SK2-3.8-RESULT"
        }
        "rally" | "self-rally" => {
            rally::judge(table, entry, verb == "self-rally", ruling)?;
            "SK2-3.1f-RALLY-DR"
        }
        "recover" => {
            rally::judge_recover(table, entry, ruling)?;
            "SK2-3.1b-RECOVER"
        }
        "repair" => {
            rally::judge_repair(table, entry, ruling)?;
            "SK2-3.1c-REPAIR"
        }
        "transfer" => {
            rally::judge_transfer(table, entry, ruling)?;
            "SK2-3.1d-TRANSFER"
        }
        "drop-weapon" | "destroy-weapon" => {
            rally::judge_drop(table, entry, verb == "destroy-weapon", ruling)?;
            "SK2-4.0-DROP"
        }
        "turn-gun" => {
            ordnance::judge_turn(table, entry, ruling)?;
            "SK2-3.2.4-CA-FREE"
        }
        "reveal" | "stay-hidden" => {
            counters::judge_hidden(table, entry, verb == "reveal", ruling)?;
            "SK2-6.4-HIP-LOSE-ACT"
        }
        "mark" => {
            counters::judge_mark(table, entry)?;
            "SK2-3.2.5-PREP-MARK"
        }
        "place-counter" => {
            counters::judge_place(table, entry, ruling)?;
            "SK2-6.10-ACQ-GAIN"
        }
        "move-counter" => {
            counters::judge_move_counter(table, entry, ruling)?;
            "SK2-6.10-ACQ-TRACK"
        }
        "set-up" => {
            scenarios::judge_set_up(table, entry, ruling)?;
            "SK2-1.3-OB"
        }
        "claim-victory" | "end-game" => {
            scenarios::judge_victory(table, entry, ruling);
            "SK2-2-CONTROL"
        }
        "end-phase" | "end-step" => {
            counters::judge_end(table, entry, verb == "end-step", ruling)?;
            "SK2-3-PHASES"
        }
        "advance-turn" => {
            counters::judge_turn(table, entry, ruling)?;
            "SK2-3.9-TURN"
        }
        "check" => {
            counters::judge_check(table, entry, ruling)?;
            "SK2-1.1-HEX"
        }
        other => {
            return Err(Problem::at(
                entry,
                format!("`{other}` is not something one does in this game"),
            ));
        }
    };
    ruling.close(table, entry, rule);
    Ok(())
}
