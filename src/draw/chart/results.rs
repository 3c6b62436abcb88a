//! Combat results tables and every other chart.

use super::flow::Flow;
use super::table::{Cell, Table};
use crate::model::words::{signed, upper};
use crate::model::{Chart, ChartKind, CombatRules, Game, Provenance, Trust};

/// About as many letters of a remark go into a line.
const LETTERS: usize = 110;
/// Behind a cell that nobody can vouch for.
const OPEN: &str = "#d3c7a8";

/// Draws the game's charts in their order.
pub fn draw(game: &Game, flow: &mut Flow) {
    for chart in &game.charts {
        draw_chart(game, chart, flow);
    }
}

fn draw_chart(game: &Game, chart: &Chart, flow: &mut Flow) {
    let columns = chart.headings.first().map(|h| h.columns.as_slice()).unwrap_or_default();
    let labelled = chart.headings.iter().any(|h| !h.label.is_empty());
    let headings = chart
        .headings
        .iter()
        .map(|heading| {
            let first = if labelled { heading.label.clone() } else { chart.row_title.clone() };
            std::iter::once(first).chain(heading.columns.iter().cloned()).collect()
        })
        .collect();
    let mut doubtful = chart.provenance == Provenance::Reconstructed;
    let rows = chart
        .rows
        .iter()
        .map(|row| {
            let mut cells = vec![Cell::bold(row.label.clone())];
            for (i, words) in row.cells.iter().enumerate() {
                let mark = chart
                    .marks
                    .iter()
                    .find(|m| m.row == row.label && columns.get(i) == Some(&m.column));
                let mut cell = Cell::new(words.clone());
                match row.trust.get(i) {
                    Some(Trust::Firm) => cell.bold = true,
                    Some(Trust::Open) => cell.fill = Some(OPEN.to_owned()),
                    Some(Trust::Likely) | None => {}
                }
                if let Some(mark) = mark {
                    cell.fill = mark.colour.as_deref().filter(|c| is_colour(c)).map(str::to_owned);
                    if mark.provenance == Some(Provenance::Reconstructed) {
                        doubtful = true;
                        cell.words.push('†');
                    }
                }
                cells.push(cell);
            }
            cells
        })
        .collect();
    // A table that is read across the board is set larger.
    let scale = match (chart.kind, columns.len()) {
        (ChartKind::CombatResults | ChartKind::FireResults, 0..=9) => 1.4,
        (_, 0..=4) => 1.15,
        _ => 1.0,
    };
    let table = Table { wide: columns.len() > 4, scale, ..Table::new(headings, rows, 1) };
    // What is said below a table stays with it.
    let lines = |text: &str| text.chars().count().div_ceil(LETTERS);
    let results = chart.results.iter().map(|(code, meaning)| lines(code) + lines(meaning));
    let below = results.chain(chart.notes.iter().map(|note| lines(note))).sum::<usize>()
        + usize::from(doubtful);
    flow.keep_whole(16.0 + table.height(flow) + below as f64 * 4.0);
    let title = match chart.provenance {
        Provenance::Reconstructed => format!("{} †", chart.title),
        _ => chart.title.clone(),
    };
    flow.heading_before(&title, 6.0 + table.opening(flow));
    let muted = flow.style.paper.muted.clone();
    if let Some(dice) = &chart.dice {
        let name = game.dice.get(dice).map_or(dice.as_str(), |die| die.name.as_str());
        flow.paragraph(&format!("Roll: {name}."), 2.7, 0.0, &muted);
        flow.skip(1.2);
    }
    table.draw(game, flow);
    flow.skip(-2.5);
    // Results that the chart does not explain are explained by the combat rules.
    let combat = game.rules.combat.as_ref().filter(|combat| combat.chart == chart.id);
    let codes = match combat {
        Some(combat) if chart.results.is_empty() => &combat.results,
        _ => &chart.results,
    };
    for (code, meaning) in codes {
        flow.paragraph(&format!("{code}: {meaning}"), 3.0, 0.0, &muted);
    }
    if let Some(combat) = combat {
        shifts(combat, flow, &muted);
    }
    for note in &chart.notes {
        flow.paragraph(note, 2.7, 0.0, &muted);
    }
    if chart.rows.iter().any(|row| !row.trust.is_empty()) {
        let key = "Bold cells are firm, plain ones the likeliest reading of a damaged source, shaded ones open.";
        flow.paragraph(key, 2.6, 0.0, &muted);
    }
    if doubtful {
        flow.paragraph(
            "† reconstructed: consistent with the rules as published, but not the published table.",
            2.6,
            0.0,
            &muted,
        );
    }
    flow.skip(6.0);
}

/// The column shifts, below the table on which the columns are counted.
fn shifts(combat: &CombatRules, flow: &mut Flow, muted: &str) {
    if combat.shifts.is_empty() {
        return;
    }
    let ink = flow.style.paper.ink.clone();
    flow.skip(1.2);
    flow.need(3.2 * 2.8);
    let most = combat.most_shifts.map(|most| format!(" (together at most {most} either way)"));
    let title = format!("Column shifts{}", most.unwrap_or_default());
    flow.paragraph(&title, 3.2, 0.0, &ink);
    for shift in &combat.shifts {
        let words = format!("{}  {}", signed(shift.columns), upper(&shift.when));
        flow.paragraph(&words, 3.0, 2.0, muted);
    }
}

/// Colour words of the rules become paint only when they are plain names or hex codes.
fn is_colour(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphabetic());
    let code = word.strip_prefix('#').is_some_and(|hex| {
        matches!(hex.len(), 3 | 6) && hex.chars().all(|c| c.is_ascii_hexdigit())
    });
    !word.is_empty() && (plain || code)
}
