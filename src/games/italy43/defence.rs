//! 11.0 Determined defence.

use super::breakthrough::MODIFIERS as NO_SUPPORT;
use super::combat::{Combat, CombatKind};
use super::entry;
use super::modifiers;
use super::play::Play;
use super::position::{Position, Who};
use super::special::{HOWITZER, RECON_WAIVER};
use super::tables::{Background, DefenceColumn, Kind, Outcome};
use super::words::{Crt, Quality};
use crate::hex::Hex;
use crate::model::Provenance;
use crate::referee::{Finding, Problem, RuleId, rules};

rules! {
    pub(crate) static DEFENCE = [
        /// A determined defence may cancel the retreat of D1, A1/D1, DR2, DRX and A1/DR2 if a step survives and a unit can lead.
        ///
        /// Breaks it: a determined defence after an exchange, which asks for no retreat.
        ALLOWED = "I43-11.1", "When a determined defence is allowed", "11.1, 10.1, 11.2.2, 19.2", Transition;
        /// Losses of the combat result are taken before the roll.
        LOSSES_FIRST = "I43-11.2.1a", "Losses first", "11.2.1", Sequence;
        /// City or completed fort; clear without a town; everything else.
        COLUMN = "I43-11.2.1b", "Column", "11.2.1", Resolution;
        /// An orange result costs one on the roll; a red one allows no determined defence.
        BACKGROUND = "I43-11.2.2", "Colour of the result", "11.2.2", Resolution;
        /// The lead unit is in Good Order, no artillery, and did not retreat into the hex this phase.
        LEAD = "I43-11.2.3", "Lead unit", "11.2.3, 13.2.1, 17.2, 12.5", Transition;
        /// +1 for an elite lead, −1 for a low-quality one, −1 for orange, +1 for support.
        MODIFIERS = "I43-11.2.4", "Modifiers", "11.2.4", Resolution;
        /// One ready asset in range, of the lead unit's army; division artillery needs one of its units in the hex.
        SUPPORT = "I43-11.3a", "Support of a determined defence", "11.3, 17.6.2, 15.2.7", Budget;
        /// Support counts for every further roll of the same defence.
        SUPPORT_LASTS = "I43-11.3b", "Support lasts", "11.4.3", Resolution;
        /// Losses are attacker's/defender's; F retreats, H holds and cancels retreat, disruption and advance, P is a partial success.
        ///
        /// Breaks it: a lead unit holds at the cost of a step and loses none.
        OUTCOME = "I43-11.4.1", "Applying the outcome", "11.4.1", Resolution;
        /// If holding costs the last step and the hex is empty, the attacker gets a limited advance.
        LAST_STEP = "I43-11.4.2", "Last step lost while holding", "11.4.2", Resolution;
        /// A defender who failed retreats; only if all would die he stays, the lead loses a step, and he rolls again.
        ///
        /// Breaks it: a second roll before the lead unit has paid for the first.
        NO_WAY_OUT = "I43-11.4.3", "Failing with no way out", "11.4.3", Resolution;
        /// Units that can retreat do; the others go on defending.
        MIXED_STACK = "I43-11.4.4", "Mixed stacks", "11.4.4", Transition;
        /// Partial success happens in cities and forts only.
        PARTIAL = "I43-11.5a", "Partial success", "11.5.1", Resolution;
        /// In a minor city or level 1 fort the second partial success drives the defender out.
        MINOR_CITY = "I43-11.5.2", "Battle marker in minor city and level 1", "11.5.2", Resolution;
        /// In a major city or level 2 fort the third one does.
        MAJOR_CITY = "I43-11.5.3", "Battle markers in major city and level 2", "11.5.3", Resolution;
        /// Battle markers go when the attacking side enters the hex, or when a Movement Phase ends with no enemy next to it.
        BATTLE_MARKER_OFF = "I43-11.6", "Removing battle markers", "11.6", Transition;
    ];
}

impl Position<'_> {
    /// I43 11.2.1.
    pub(super) fn defence_column(&self, hex: Hex) -> DefenceColumn {
        let facts = self.ground.hex(hex);
        if facts.terrain.city() || self.fort_level(hex) > 0 {
            DefenceColumn::CityOrFort
        } else if facts.terrain == super::ground::Terrain::Clear && !facts.town {
            DefenceColumn::Clear
        } else {
            DefenceColumn::Other
        }
    }

    /// I43 11.5: how many partial successes the hex takes before the defender must go.
    fn partial_successes(&self, hex: Hex) -> u8 {
        let major = self.ground.terrain(hex) == super::ground::Terrain::MajorCity;
        if major || self.fort_level(hex) == 2 { 2 } else { 1 }
    }
}

impl Play<'_> {
    pub(super) fn determined_defence(&mut self, entry: &entry::Defence) -> Result<(), Problem> {
        let index = self.defended(entry)?;
        let lead = match &entry.lead {
            Some(id) => Some(self.who(id)?),
            None => None,
        };
        let hex = self.combats[index].target;
        self.judge_allowed(index, entry);
        self.judge_repeat(index);
        self.judge_lead(index, lead);
        let column = self.position.defence_column(hex);
        self.now.value("dd-column", column.word());
        if let Some(announced) = entry.dd_column
            && announced != column
        {
            let name = self.position.ground.hex_name(hex);
            let message =
                format!("{name} uses the column {}, not {}", column.word(), announced.word());
            self.violation(COLUMN, &[], message);
        }
        self.judge_defence_support(index, entry, lead);
        let modifier = self.defence_modifier(index, entry, lead);
        self.now.value("modifier", modifier);
        let dice = self.judge_dice(index, entry, lead);
        let total = dice.map(|dice| dice + modifier);
        if let Some(total) = total {
            self.now.value("total", total);
            if entry.total.is_some_and(|announced| announced != total) {
                let message =
                    format!("the total is {total}, not {}", entry.total.unwrap_or_default());
                let also: &[RuleId] = if self.combats[index].defence.supported.is_empty() {
                    &[]
                } else {
                    &[SUPPORT_LASTS]
                };
                self.violation_or(MODIFIERS, also, &lead.into_iter().collect::<Vec<_>>(), message);
            }
        }
        self.judge_outcome(index, entry, lead, column, total);
        Ok(())
    }

    /// The combat that is defended; made up from the entry when the log does not show it.
    fn defended(&mut self, entry: &entry::Defence) -> Result<usize, Problem> {
        let hex = match &entry.at {
            Some(_) => Some(self.hex_at(entry.at.as_ref())?),
            None => None,
        };
        let same = |index: &usize| hex.is_none_or(|hex| self.combats[*index].target == hex);
        if let Some(index) = self.current.filter(same) {
            if entry.crt.is_some() && self.combats[index].result.is_none() {
                self.combats[index].result = entry.crt;
                self.combats[index].assumed = true;
            }
            return Ok(index);
        }
        let lead = entry.lead.as_ref().map(|id| self.who(id)).transpose()?;
        let hex = hex
            .or(lead.and_then(|who| self.position.units[who].hex()))
            .ok_or_else(|| Problem::new("where is the determined defence?"))?;
        let mut combat = Combat::new(CombatKind::Attack, hex);
        let phasing = self.position.when.side;
        combat.defenders = self
            .position
            .in_hex(hex)
            .filter(|who| phasing.is_none_or(|side| self.position.units[*who].side != side))
            .collect();
        combat.result = entry.crt;
        combat.assumed = true;
        self.combats.push(combat);
        self.current = Some(self.combats.len() - 1);
        Ok(self.combats.len() - 1)
    }

    fn judge_allowed(&mut self, index: usize, entry: &entry::Defence) {
        let combat = self.combats[index].clone();
        let result = entry.crt.or(combat.result);
        let defenders = combat.defenders.clone();
        if let Some(result) = result
            && !result.allows_defence()
        {
            let message = format!("{} allows no determined defence", result.word());
            self.violation(ALLOWED, &defenders, message);
            return;
        }
        if entry.background.or(combat.background) == Some(Background::Red) {
            let message = "a red result allows no determined defence".to_owned();
            self.violation_or(BACKGROUND, &[ALLOWED], &defenders, message);
        }
        if combat.defence.rolls > 0 {
            return;
        }
        let recon = self.recon_only(&combat);
        let owes = combat.defender_owes() > 0;
        let took = combat.defender_losses > 0;
        if recon && matches!(result, Some(Crt::D1 | Crt::Ds)) && !combat.assumed {
            if owes {
                let message =
                    "recon units that ignore the loss make no determined defence".to_owned();
                self.violation_or(RECON_WAIVER, &[LOSSES_FIRST, ALLOWED], &defenders, message);
            } else if took {
                let message = "recon units took the loss and defend".to_owned();
                self.suspect(
                    RECON_WAIVER,
                    &[],
                    &defenders,
                    message,
                    "A-27: the waiver may be declined",
                );
            }
        } else if owes {
            let message = "the loss of the combat result comes before the roll".to_owned();
            self.violation(LOSSES_FIRST, &defenders, message);
        }
    }

    /// I43 11.4.3, 11.4.4: rolling again.
    fn judge_repeat(&mut self, index: usize) {
        let combat = self.combats[index].clone();
        let Some(last) = combat.defence.last else { return };
        let defenders: Vec<Who> =
            combat.defenders.iter().filter(|who| self.defends(index, **who)).copied().collect();
        if combat.defence.lead_owes > 0 {
            let message = "the lead unit pays for the failure before the next roll".to_owned();
            self.violation(NO_WAY_OUT, &defenders, message);
        }
        if combat.held() {
            let message = format!("the defence had come out as {}", last.word());
            self.violation(NO_WAY_OUT, &defenders, message);
            return;
        }
        if self.position.facts.no_retreat || combat.attackers.is_empty() {
            return;
        }
        let free: Vec<Who> =
            defenders.iter().filter(|who| self.position.can_retreat(**who, 2)).copied().collect();
        if !free.is_empty() {
            let all = free.len() == defenders.len();
            let message = format!("{} can retreat and must", self.position.names(&free));
            let (rule, also) =
                if all { (NO_WAY_OUT, MIXED_STACK) } else { (MIXED_STACK, NO_WAY_OUT) };
            self.violation_or(rule, &[also], &free, message);
        }
    }

    fn judge_lead(&mut self, index: usize, lead: Option<Who>) {
        let breakthrough = self.combats[index].kind == CombatKind::Breakthrough;
        let Some(who) = lead else {
            let combat = &self.combats[index];
            let able = combat.defenders.iter().any(|who| {
                let unit = &self.position.units[*who];
                !unit.artillery() && unit.good_order() && (!unit.retreated || breakthrough)
            });
            if !able && !combat.defenders.is_empty() {
                let defenders = combat.defenders.clone();
                self.violation(LEAD, &defenders, "no unit in the hex can lead".to_owned());
            }
            return;
        };
        if self.phase.waived.contains(&who) {
            let message = format!("{} ignored a loss this phase", self.id(who));
            self.violation_or(RECON_WAIVER, &[ALLOWED], &[who], message);
        }
        let unit = &self.position.units[who];
        let why = if unit.artillery() {
            "is artillery"
        } else if !unit.good_order() {
            "is not in Good Order"
        } else if unit.retreated && !breakthrough {
            "retreated into the hex this phase"
        } else if !self.defends(index, who) {
            "is not in the hex"
        } else {
            return;
        };
        let message = format!("{} {why} and cannot lead", unit.id);
        self.violation(LEAD, &[who], message);
    }

    fn judge_defence_support(&mut self, index: usize, entry: &entry::Defence, lead: Option<Who>) {
        let combat = &self.combats[index];
        let known = combat.defence.supported.clone();
        let fresh: Vec<String> =
            entry.support.iter().filter(|word| !known.contains(word)).cloned().collect();
        let units: Vec<Who> =
            combat.defenders.iter().filter(|who| self.defends(index, **who)).copied().collect();
        let hex = combat.target;
        let breakthrough = combat.kind == CombatKind::Breakthrough;
        if entry.support.len() > 1 || (!known.is_empty() && !fresh.is_empty()) {
            let message = "one asset supports a determined defence".to_owned();
            self.violation(SUPPORT, &units, message);
        }
        if breakthrough && !entry.support.is_empty() {
            let message = "support of a determined defence in breakthrough combat".to_owned();
            self.suspect(
                SUPPORT,
                &[NO_SUPPORT],
                &units,
                message,
                "A-20: breakthrough bars this support as well",
            );
        }
        let side = units.first().map(|who| self.position.units[*who].side);
        for word in &fresh {
            if let Some(side) = side {
                for (rule, mut also, message) in
                    self.defence_support_wrongs(word, side, lead, &units, hex)
                {
                    also.retain(|other| *other != modifiers::DEFENSIVE_ARTILLERY);
                    also.insert(0, rule);
                    self.violation_or(SUPPORT, &also, &units, message);
                }
            }
            self.use_asset(word);
            self.combats[index].defence.supported.push(word.clone());
        }
    }

    fn defence_modifier(&self, index: usize, entry: &entry::Defence, lead: Option<Who>) -> i32 {
        let combat = &self.combats[index];
        let quality = match lead.map(|who| self.position.units[who].quality) {
            Some(Quality::Elite) => 1,
            Some(Quality::Low) => -1,
            _ => 0,
        };
        let orange = entry.background.or(combat.background) == Some(Background::Orange);
        quality - i32::from(orange) + i32::from(!combat.defence.supported.is_empty())
    }

    /// I43 19.4: with the heavy howitzers every natural six is rolled again, once.
    fn judge_dice(
        &mut self,
        index: usize,
        entry: &entry::Defence,
        lead: Option<Who>,
    ) -> Option<i32> {
        if entry.dice.is_empty() {
            return None;
        }
        let combat = &self.combats[index];
        let howitzer = combat.howitzer.is_some()
            || combat.attacker_support.iter().any(|word| {
                self.position
                    .who(word)
                    .is_some_and(|who| self.position.units[who].is(Kind::HeavyHowitzer))
            });
        let sixes = entry.dice.iter().filter(|die| **die == 6).count();
        let units: Vec<Who> = lead.into_iter().collect();
        if howitzer && entry.rerolls.len() != sixes {
            let message =
                format!("{sixes} natural sixes are rolled again, not {}", entry.rerolls.len());
            self.violation(HOWITZER, &units, message);
        } else if !howitzer && !entry.rerolls.is_empty() {
            let message = "no heavy howitzers make the defender roll again".to_owned();
            self.violation(HOWITZER, &units, message);
        }
        let rerolled = entry.rerolls.len().min(sixes) as i32;
        let sum: u32 = entry.dice.iter().chain(entry.rerolls.iter().take(sixes)).sum();
        Some(sum as i32 - 6 * rerolled)
    }

    fn judge_outcome(
        &mut self,
        index: usize,
        entry: &entry::Defence,
        lead: Option<Who>,
        column: DefenceColumn,
        total: Option<i32>,
    ) {
        let cell = total.and_then(|total| self.position.tables.defence(column, total));
        let announced = entry.losses.as_deref().and_then(read_losses);
        let units: Vec<Who> = lead.into_iter().collect();
        if let Some(cell) = cell {
            let star = if cell.attacker == 1 && cell.lead == 1 { "*" } else { "" };
            self.now.value("losses", format!("{}{star}/{}", cell.attacker, cell.lead));
            self.now.value("outcome", cell.outcome.word());
            let wrong_losses = announced.is_some_and(|losses| losses != (cell.attacker, cell.lead));
            let wrong_outcome = entry.outcome.is_some_and(|outcome| outcome != cell.outcome);
            if wrong_losses || wrong_outcome {
                let message = format!(
                    "the table gives {}/{} {}",
                    cell.attacker,
                    cell.lead,
                    cell.outcome.word()
                );
                if cell.provenance == Provenance::Reconstructed {
                    self.report(Finding::note(OUTCOME, message).rests_on(cell.provenance));
                } else {
                    self.violation(OUTCOME, &units, message);
                }
            }
        } else if let Some(outcome) = entry.outcome {
            self.now.value("outcome", outcome.word());
        }
        let outcome = entry.outcome.or(cell.map(|cell| cell.outcome));
        let losses = announced.or(cell.map(|cell| (cell.attacker, cell.lead)));
        let (attacker, mut lead_loses) = losses.unwrap_or((0, 0));
        if outcome == Some(Outcome::Partial) && column != DefenceColumn::CityOrFort {
            let message = "partial success happens in cities and forts only".to_owned();
            self.violation(PARTIAL, &units, message);
        }
        let no_way_out = self.no_way_out(index);
        let combat = &mut self.combats[index];
        let again = combat.defence.rolls > 0;
        combat.defence.rolls += 1;
        combat.defence.last = outcome;
        if lead.is_some() {
            combat.defence.lead = lead;
        } else if lead_loses > 0 && combat.defence.lead.is_none() {
            combat.defence.lead = combat.defenders.first().copied();
        }
        if outcome == Some(Outcome::Fail) && lead_loses == 0 && (no_way_out || again) {
            lead_loses = 1;
        }
        combat.defence.lead_owes = lead_loses;
        combat.defence.attacker_owes += attacker;
        if outcome == Some(Outcome::Partial) {
            self.partial_success(index);
        }
    }

    /// Whether every defender would die retreating.
    pub(super) fn no_way_out(&self, index: usize) -> bool {
        if self.position.facts.no_retreat {
            return true;
        }
        let combat = &self.combats[index];
        !combat.attackers.is_empty()
            && combat
                .defenders
                .iter()
                .filter(|who| self.defends(index, **who))
                .all(|who| !self.position.can_retreat(*who, 2))
    }

    /// I43 11.5.2, 11.5.3.
    fn partial_success(&mut self, index: usize) {
        let hex = self.combats[index].target;
        let so_far = self.position.facts.battle_markers.get(&hex).copied().unwrap_or(0);
        let sustained = self.position.partial_successes(hex);
        let defence = &mut self.combats[index].defence;
        if so_far >= sustained {
            defence.forced = true;
            defence.marker = Some(0);
        } else {
            defence.forced = false;
            defence.marker = Some(so_far + 1);
        }
    }

    /// The rule about battle markers in a hex.
    pub(super) fn battle_rule(&self, hex: Hex) -> [RuleId; 2] {
        if self.position.partial_successes(hex) == 2 {
            [MAJOR_CITY, MINOR_CITY]
        } else {
            [MINOR_CITY, MAJOR_CITY]
        }
    }

    /// What a determined defence left undone.
    pub(super) fn close_defence(&mut self, index: usize, combat: &Combat) {
        let lead: Vec<Who> = combat.defence.lead.into_iter().collect();
        let alive = lead.iter().all(|who| self.defends(index, *who));
        if combat.defence.lead_owes > 0 && alive {
            let message = "the lead unit did not lose its step".to_owned();
            self.violation_or(OUTCOME, &[NO_WAY_OUT], &lead, message);
        }
        if combat.defence.attacker_owes > 0 {
            let message = "the attacker did not lose the step that the defence cost him".to_owned();
            self.violation(OUTCOME, &combat.attackers.clone(), message);
        }
        if let Some(number) = combat.defence.marker {
            let hex = combat.target;
            let lies = self.position.facts.battle_markers.get(&hex).copied().unwrap_or(0);
            if lies != number {
                let [rule, other] = self.battle_rule(hex);
                let name = self.position.ground.hex_name(hex);
                let message = match number {
                    0 => format!("the Battle marker in {name} goes"),
                    number => format!("{name} needs a Battle {number} marker"),
                };
                self.violation_or(rule, &[other], &[], message);
            }
        }
    }
}

/// `0/1`, `1*/1`.
fn read_losses(text: &str) -> Option<(u32, u32)> {
    let (attacker, defender) = text.split_once('/')?;
    Some((attacker.trim_end_matches('*').parse().ok()?, defender.parse().ok()?))
}
