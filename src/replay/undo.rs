//! Which step takes back which.

use super::step::Step;
use std::collections::HashSet;

const REPORT: &str = "* UNDO: ";

/// Links every undo with the step it takes back: by the report it repeats, or
/// else by the pieces it touches, the latest such step that still stands.
pub fn resolve(steps: &mut [Step]) {
    for index in 0..steps.len() {
        if !steps[index].is_undo {
            continue;
        }
        let said = steps[index].lines().find_map(|line| line.strip_prefix(REPORT)).map(str::to_owned);
        let touched: HashSet<String> = steps[index].touched().map(str::to_owned).collect();
        let standing = || steps[..index].iter().rev().filter(|step| step.stands());
        let by_report = said.as_ref().and_then(|said| standing().find(|step| step.lines().any(|line| line == said)));
        let by_pieces = || {
            standing().find(|step| {
                let own: HashSet<&str> = step.touched().collect();
                !touched.is_empty() && touched.iter().all(|id| own.contains(id.as_str()))
            })
        };
        let target = by_report.or_else(by_pieces).map(|step| step.number);
        let number = steps[index].number;
        steps[index].undoes = target;
        if let Some(undone) = target.and_then(|target| steps.iter_mut().find(|step| step.number == target)) {
            undone.undone_by = Some(number);
        }
    }
}

/// Whether a line is the report of an undo.
pub fn is_report(line: &str) -> bool {
    line.starts_with(REPORT)
}
