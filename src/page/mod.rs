//! A replay and its audit as one page that any browser opens: no network, no other file.
//!
//! ```text
//! log + module ──► tale (where every piece is, step by step)
//!              ├─► boards, pictures (what it looks like)
//! audit        ├─► findings, overlays, statistics
//!              └─► document (one JSON value) ──► html (the page around it)
//! ```
//!
//! Everything that comes from a log is data in the page, never markup: the scripts under
//! `templates/page/` show it as text only.

mod boards;
mod discreet;
mod document;
mod faces;
mod findings;
mod html;
mod overlays;
mod pictures;
mod sight;
mod statistics;
mod steps;
mod strings;
mod tale;

pub use pictures::Shelf;
pub use strings::{Strings, StringsError};

use crate::audit::{Audit, AuditError, Court, Onlooker, PlayedGame, Request, Source, short};
use crate::interpret::{Mapping, Recording};
use crate::model::Game;
use crate::referee::{Hearing, Referee};
use crate::replay::{Discretion, GameSummary, Guide, PlayerEntry, Position, Replay, Step};
use crate::vassal::command::Tree;
use crate::vassal::{Limits, Unreadable};
use document::Document;

/// How a log is read as a game: what an audit rests on.
#[derive(Clone, Copy)]
struct Reading<'a> {
    game: &'a Game,
    mapping: &'a Mapping,
    referee: &'a dyn Referee,
}

/// What the reader of a page may see.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Take out the names of the players.
    pub anonymise: bool,
    /// Show also what players hid from one another.
    pub reveal: bool,
    /// The words of the page.
    pub strings: Strings,
}

/// A log with its module's pictures, without a game to read it as.
pub struct Record<'a> {
    /// The log.
    pub source: Source<'a>,
    /// The module's pictures; one shelf serves all pages of a batch.
    pub pictures: Option<&'a Shelf<'a>>,
    /// What the module tells about its logs.
    pub guide: Option<&'a Guide>,
    /// What files from strangers may cost.
    pub limits: &'a Limits,
}

/// Makes the page of a log that nobody judges; the log's name as it may be told comes first.
pub fn page(record: &Record<'_>, options: &Options) -> Result<(String, String), Unreadable> {
    let tree = record.source.saved.commands(record.limits)?;
    let mut replay = Replay::start(&tree, record.guide, record.limits)?;
    let mut draft = Draft::new(record.guide, None, (options, record.limits));
    draft.begins(&replay);
    let recording = Recording::of(&mut replay, |position, step| draft.step(position, step))?;
    draft.ends(record.source, &tree, &mut replay, &recording)?;
    let mut discretion = Discretion::default().anonymising(options.anonymise);
    discretion.learn(record.source.name, &replay.position().table, &recording.steps);
    let name = short(record.source.name).to_owned();
    let chapters = [steps::Chapter { steps: &recording.steps, base: 0, heading: None }];
    let began = recording.began.as_slice();
    let mut pages = draft.begin_page(&[(0, 0)], name, None, (None, record.pictures));
    pages.write(&chapters, began, &[], None);
    discreet::document(&mut pages.document, &discretion);
    let text = html::write(&pages.document, &options.strings);
    Ok((pages.document.log, text))
}

/// Judges logs and makes the page of them: each is played, read and heard once for both.
pub fn audited_page(
    court: &Court<'_>,
    sources: &[Source<'_>],
    chain: bool,
    request: &Request<'_>,
    pictures: Option<&Shelf<'_>>,
    options: &Options,
) -> Result<(Audit, String), AuditError> {
    let reading = Reading { game: court.game, mapping: court.mapping, referee: court.referee };
    let mut draft = Draft::new(Some(court.guide), Some(reading), (options, court.limits));
    let mut played = match (chain, sources) {
        (false, [only]) => court.play(*only, &mut draft)?,
        _ => court.play_chain(sources, &mut draft)?,
    };
    let order: Vec<(usize, usize)> = played.logs.iter().map(|log| (log.number, log.base)).collect();
    let name = played.logs.first().map(|log| short(&log.name).to_owned()).unwrap_or_default();
    let mut pages = draft.begin_page(&order, name, Some(reading), (Some(&mut played), pictures));
    let deeds = played.deeds().into_owned();
    let mut watch = overlays::Watch::new(&pages.document, court.game, &deeds);
    let mut look = |deed: Option<&crate::deeds::Deed>, hearing: &dyn Hearing| {
        watch.hears(deed, hearing);
    };
    let audit = court.judge(&played, request, Some(&mut look));
    let headings = played.logs.iter().map(|log| {
        (log.base > 0).then(|| match played.files.iter().find(|file| file.log == log.name) {
            Some(file) => crate::report::file_words(file),
            None => short(&log.name).to_owned(),
        })
    });
    let headings: Vec<Option<String>> = headings.collect();
    let chapters: Vec<steps::Chapter<'_>> = played
        .logs
        .iter()
        .zip(&headings)
        .map(|(log, heading)| steps::Chapter {
            steps: &log.recording.steps,
            base: log.base,
            heading: heading.clone(),
        })
        .collect();
    let began = played.logs.first().map(|log| log.recording.began.clone()).unwrap_or_default();
    pages.document.scenario.clone_from(&audit.scenario);
    if !court.referee.rules().is_empty() {
        pages.document.notices.clone_from(&audit.notices);
    }
    if sources.len() > 1 {
        pages.document.log = short(&audit.log).to_owned();
    }
    pages.write(&chapters, &began, &deeds, Some((reading, &audit)));
    pages.document.overlays = watch.finish();
    let discretion = played.discretion.clone().anonymising(request.anonymise);
    discreet::document(&mut pages.document, &discretion);
    let text = html::write(&pages.document, &options.strings);
    Ok((audit, text))
}

/// A page while its logs are played.
struct Draft<'a> {
    guide: Option<&'a Guide>,
    limits: &'a Limits,
    teller: tale::Teller,
    layouts: Option<boards::Layouts<'a>>,
    summaries: Vec<GameSummary>,
}

impl Onlooker for Draft<'_> {
    fn begins(&mut self, replay: &Replay<'_, '_>) {
        let position = replay.position();
        let guide = self.guide;
        self.layouts.get_or_insert_with(|| boards::Layouts::of(&position.table, guide));
        self.teller.begins(position);
    }

    fn step(&mut self, position: &Position, step: &Step) {
        self.teller.step(position, step);
    }

    fn ends(
        &mut self,
        source: Source<'_>,
        tree: &Tree<'_>,
        replay: &mut Replay<'_, '_>,
        recording: &Recording,
    ) -> Result<(), Unreadable> {
        self.teller.ends(replay);
        let steps = &recording.steps;
        let summary = GameSummary::of(source.saved, tree, replay, steps, self.limits)?;
        self.summaries.push(summary);
        Ok(())
    }
}

impl<'a> Draft<'a> {
    fn new(
        guide: Option<&'a Guide>,
        reading: Option<Reading<'a>>,
        (options, limits): (&'a Options, &'a Limits),
    ) -> Self {
        Draft {
            guide,
            limits,
            teller: tale::Teller::new(options.reveal, reading.map(|reading| reading.mapping)),
            layouts: None,
            summaries: Vec::new(),
        }
    }

    /// All that can be said before the log is heard.
    fn begin_page(
        self,
        order: &[(usize, usize)],
        name: String,
        reading: Option<Reading<'a>>,
        (played, shelf): (Option<&mut PlayedGame<'_>>, Option<&'a Shelf<'a>>),
    ) -> Pages<'a> {
        let mut codebook = played.map(|played| &mut played.codebook);
        let told = self.teller.finish(order, codebook.as_deref_mut());
        let mut summary = self.summaries.first().cloned();
        let mut players: Vec<PlayerEntry> = Vec::new();
        for player in self.summaries.iter().flat_map(|summary| &summary.players) {
            if !players.iter().any(|known| known.name == player.name && known.side == player.side) {
                players.push(player.clone());
            }
        }
        if let Some(summary) = &mut summary {
            summary.players = players;
        }
        let mut document = Document::new(&name, summary.as_ref(), reading);
        let layouts = self.layouts.unwrap_or_default();
        let mut pictures = pictures::Pictures::new(shelf);
        document.maps = boards::maps(&layouts, &told, codebook.as_deref_mut(), &mut pictures);
        document.pieces = tale::pieces(&told, reading, codebook.as_deref());
        document.spots = told.spots();
        document.conditions = told.conditions.list().to_vec();
        Pages { document, told, pictures }
    }
}

/// A page being written.
struct Pages<'a> {
    document: Document,
    told: tale::Told,
    pictures: pictures::Pictures<'a>,
}

impl Pages<'_> {
    fn write(
        &mut self,
        chapters: &[steps::Chapter<'_>],
        began: &[(String, Option<String>, String)],
        deeds: &[crate::deeds::Deed],
        judged: Option<(Reading<'_>, &Audit)>,
    ) {
        let document = &mut self.document;
        document.faces = faces::draw(self.told.looks.list(), &mut self.pictures);
        let script = steps::Script { chapters, secret: &self.told.secret_steps, deeds };
        steps::write(document, &script, began, judged.map(|(reading, _)| reading));
        if let Some((reading, audit)) = judged {
            // A game without rules has nobody who could find something.
            if !reading.referee.rules().is_empty() {
                findings::write(document, reading, audit);
            }
            statistics::of_deeds(document, reading.game, deeds);
        }
        let numbered = chapters.iter().flat_map(|chapter| {
            chapter.steps.iter().map(move |step| (chapter.base + step.number, step))
        });
        statistics::of_dice(document, numbered);
        document.pictures = self.pictures.finish();
    }
}
