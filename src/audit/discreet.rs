//! What may not be told is taken out of an audit when all is judged: the referee read what was really there.

use super::coverage::Coverage;
use super::{Audit, Entry, Explanation, Link};
use crate::referee::{Evidence, Finding, Judgement};
use crate::replay::Discretion;

impl Audit {
    /// Takes out what may not be told.
    pub(super) fn hush(&mut self, discretion: &Discretion) {
        let hush = |text: &mut String| discretion.hush(text);
        hush(&mut self.log);
        for file in &mut self.files {
            hush(&mut file.log);
            match &mut file.link {
                Link::First => {}
                Link::Gap { file, differences } => {
                    differences.iter_mut().chain([file]).for_each(hush);
                }
                Link::Follows { file }
                | Link::Midway { file, .. }
                | Link::Save { file }
                | Link::Copy { file } => hush(file),
            }
        }
        for Entry { log, player, owner, subject, finding: found, .. } in &mut self.findings {
            [log, player, owner].into_iter().flatten().chain([subject]).for_each(hush);
            finding(found, discretion);
        }
        self.gaps.hush(discretion);
        discretion.hush_counts(&mut self.account.unchecked);
        discretion.hush_counts(&mut self.account.aside);
        self.coverage.hush(discretion);
        self.notices.iter_mut().for_each(hush);
        for Explanation { log, subject, judgement: told, .. } in &mut self.explanations {
            log.iter_mut().chain([subject]).for_each(hush);
            judgement(told, discretion);
        }
    }
}

impl Coverage {
    fn hush(&mut self, discretion: &Discretion) {
        self.reword(|reason| discretion.text(reason).into_owned());
    }
}

fn finding(finding: &mut Finding, discretion: &Discretion) {
    let Finding { message, units, remedy, reading, .. } = finding;
    units.iter_mut().for_each(|unit| discretion.hush_value(unit));
    let texts = remedy.iter_mut().chain(reading).chain([message]);
    texts.for_each(|text| discretion.hush(text));
    evidence(&mut finding.evidence, discretion);
}

fn evidence(lines: &mut [Evidence], discretion: &Discretion) {
    lines
        .iter_mut()
        .flat_map(|line| [&mut line.what, &mut line.value])
        .for_each(|text| discretion.hush(text));
}

fn judgement(judgement: &mut Judgement, discretion: &Discretion) {
    judgement.findings.iter_mut().for_each(|found| finding(found, discretion));
    for unchecked in &mut judgement.unchecked {
        if let std::borrow::Cow::Owned(told) = discretion.text(&unchecked.reason) {
            unchecked.reason = told.into();
        }
    }
    judgement.values.values_mut().for_each(|value| discretion.hush_json(value));
    judgement.events.iter_mut().for_each(|event| discretion.hush_json(event));
    evidence(&mut judgement.working, discretion);
}
