//! Combat results tables and every other chart.

use super::flow::Flow;
use super::table::{Cell, Table};
use crate::model::{Chart, ChartKind, Game, Provenance};

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
    flow.keep_whole(16.0 + table.height(flow));
    flow.need(30.0);
    match chart.provenance {
        Provenance::Reconstructed => flow.heading(&format!("{} †", chart.title)),
        _ => flow.heading(&chart.title),
    }
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
    for note in &chart.notes {
        flow.paragraph(note, 2.7, 0.0, &muted);
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

/// Colour words of the rules become paint only when they are plain names or hex codes.
fn is_colour(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphabetic());
    let code = word.strip_prefix('#').is_some_and(|hex| {
        matches!(hex.len(), 3 | 6) && hex.chars().all(|c| c.is_ascii_hexdigit())
    });
    !word.is_empty() && (plain || code)
}
