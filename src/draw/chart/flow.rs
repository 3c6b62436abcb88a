//! Pages that fill from the top and break where a block no longer fits.

use super::ChartPaper;
use crate::draw::map::lettering::{Anchor, Face, text};
use crate::draw::map::pen::num;
use crate::draw::map::picture::EVERYWHERE;
use crate::draw::map::{Picture, Style};
use crate::hex::Point;
use crate::model::Game;

const MARGIN: f64 = 14.0;

/// Pages in the making.
pub struct Flow<'a> {
    pub style: &'a Style,
    pub width: f64,
    game: &'a Game,
    paper: ChartPaper,
    title: String,
    /// How many pages other aids take before this one.
    before: usize,
    pages: Vec<Picture>,
    topics: Vec<Vec<String>>,
    y: f64,
    /// Where the page begins, below its titles.
    top: f64,
    /// The heading that a new page goes on with.
    under: Option<String>,
    /// How many samples were drawn: each needs a name of its own.
    pub samples: usize,
}

impl<'a> Flow<'a> {
    /// An empty aid with its title, after so many pages of others.
    pub fn new(
        game: &'a Game,
        style: &'a Style,
        paper: ChartPaper,
        title: &str,
        before: usize,
    ) -> Self {
        let width = paper.width - 2.0 * MARGIN;
        let mut flow = Flow {
            style,
            width,
            game,
            paper,
            title: title.to_owned(),
            before,
            pages: Vec::new(),
            topics: Vec::new(),
            y: 0.0,
            top: 0.0,
            under: None,
            samples: 0,
        };
        flow.turn();
        flow
    }

    /// Starts a new page.
    fn turn(&mut self) {
        let style = self.style;
        let mut page = Picture::new(self.paper.width, self.paper.height);
        page.put(
            EVERYWHERE,
            format!(
                "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                num(self.paper.width),
                num(self.paper.height),
                style.paper.sheet
            ),
        );
        let right = self.paper.width - MARGIN;
        let title = Face::bold(&style.fonts.title);
        let body = Face::regular(&style.fonts.body);
        let mut size = 7.6;
        while title.width(&self.title, size) > self.width * 0.66 && size > 3.0 {
            size *= 0.95;
        }
        page.put(
            EVERYWHERE,
            text(
                Point::new(MARGIN, MARGIN + 5.6),
                &self.title,
                title,
                size,
                &style.paper.accent,
                Anchor::Start,
            ) + &text(
                Point::new(right, MARGIN + 5.6),
                &self.game.title,
                body,
                3.2,
                &style.paper.muted,
                Anchor::End,
            ) + &format!(
                "<path d=\"M{} {}H{}\" stroke=\"{}\" stroke-width=\".6\"/>",
                num(MARGIN),
                num(MARGIN + 9.4),
                num(right),
                style.paper.accent
            ),
        );
        let number = (self.before + self.pages.len() + 1).to_string();
        page.put(
            EVERYWHERE,
            text(
                Point::new(right, self.paper.height - MARGIN + 5.0),
                &number,
                body,
                2.8,
                &style.paper.muted,
                Anchor::End,
            ),
        );
        self.pages.push(page);
        self.topics.push(Vec::new());
        self.y = MARGIN + 14.5;
        if let Some(words) = &self.under {
            let words = format!("{words}, continued");
            let face = Face::regular(&style.fonts.title);
            let at = Point::new(MARGIN, self.y + 3.0);
            self.put(text(at, &words, face, 3.6, &style.paper.muted, Anchor::Start));
            self.skip(6.0);
        }
        self.top = self.y;
    }

    /// How much room is left on the page.
    pub fn room(&self) -> f64 {
        self.paper.height - MARGIN - self.y
    }

    /// Makes sure that a block of this height fits, on a new page if need be.
    pub fn need(&mut self, height: f64) {
        if self.room() < height && self.y > self.top + 0.5 {
            self.turn();
        }
    }

    /// What follows stands under no heading.
    pub fn leave_heading(&mut self) {
        self.under = None;
    }

    /// Starts a new page for a block of its own that would be torn here but not there.
    pub fn keep_whole(&mut self, height: f64) {
        self.leave_heading();
        if height <= self.paper.height - 2.0 * MARGIN - 14.5 {
            self.need(height);
        }
    }

    /// Moves on.
    pub fn skip(&mut self, height: f64) {
        self.y += height;
    }

    /// Where the next block starts.
    pub fn at(&self) -> Point {
        Point::new(MARGIN, self.y)
    }

    /// Adds to the page.
    pub fn put(&mut self, svg: impl Into<String>) {
        if let Some(page) = self.pages.last_mut() {
            page.put(EVERYWHERE, svg);
        }
    }

    /// Adds a drawing to the page.
    pub fn place(&mut self, drawing: &Picture, at: Point) {
        if let Some(page) = self.pages.last_mut() {
            page.place(drawing, &format!("translate({} {})", num(at.x), num(at.y)), EVERYWHERE);
            page.layer("");
        }
    }

    /// A heading within the aid, on the page on which the `first` millimetres below it are; the pages that what is
    /// below runs over name it again.
    pub fn heading_before(&mut self, words: &str, first: f64) {
        self.leave_heading();
        self.need(7.6 + first.max(14.4));
        let topic = words.trim_end_matches([' ', '†']);
        if let Some(topics) = self.topics.last_mut() {
            topics.push(topic.to_owned());
        }
        self.under = Some(topic.to_owned());
        let face = Face::bold(&self.style.fonts.title);
        let at = Point::new(self.at().x, self.y + 4.4);
        let ink = self.style.paper.ink.clone();
        self.put(text(at, words, face, 4.6, &ink, Anchor::Start));
        self.skip(7.6);
    }

    /// Wrapped text, indented; returns nothing and moves on.
    pub fn paragraph(&mut self, words: &str, size: f64, indent: f64, colour: &str) {
        let family = self.style.fonts.body.clone();
        let face = Face::regular(&family);
        for line in face.wrap(words, size, self.width - indent) {
            self.need(size * 1.4);
            let at = Point::new(self.at().x + indent, self.y + size);
            self.put(text(at, &line, face, size, colour, Anchor::Start));
            self.skip(size * 1.38);
        }
    }

    /// The pages, and the headings on each; a page that only goes on with something has the heading of that.
    pub fn finish(mut self) -> (Vec<Picture>, Vec<Vec<String>>) {
        for page in 1..self.topics.len() {
            if self.topics[page].is_empty() {
                self.topics[page] = self.topics[page - 1].last().cloned().into_iter().collect();
            }
        }
        (self.pages, self.topics)
    }
}
