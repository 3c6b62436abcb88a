//! What is wrong, where exactly, and what to do next.
//!
//! Every check of sources ends here: all mistakes of a project are gathered in
//! one [`Diagnostics`] and shown together.

mod consequence;
mod digest;
mod render;
mod suggest;
mod visible;

pub use digest::{Digest, SHOWN_OF_A_KIND, Shown};
pub use render::{shown_to_text, to_json, to_text};
pub use suggest::nearest;
pub use visible::{Painted, on_one_line, visible};

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A source file as read: its path within the project and its text.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the project root, with forward slashes.
    pub path: PathBuf,
    /// The text, without a byte order mark; of a sheet of a workbook, its rows as CSV.
    pub text: String,
    /// The name of the sheet, if the file is a workbook.
    pub sheet: Option<String>,
}

impl SourceFile {
    /// What tells it from all others: its path, and the sheet of a workbook.
    pub fn name(&self) -> PathBuf {
        match &self.sheet {
            Some(sheet) => PathBuf::from(format!("{}#{sheet}", self.path.display())),
            None => self.path.clone(),
        }
    }

    /// The cell of a workbook that a byte offset lies in, as `C7`.
    pub fn cell(&self, offset: usize) -> Option<String> {
        self.sheet.as_ref()?;
        let before = self.text.get(..offset.min(self.text.len()))?;
        let line = before.rsplit('\n').next().unwrap_or_default();
        let mut quoted = false;
        let parts = line.bytes().filter(|&byte| {
            quoted ^= byte == b'"';
            byte == b',' && !quoted
        });
        let (mut column, mut letters) = (parts.count() + 1, Vec::new());
        while column > 0 {
            letters.insert(0, b'A' + ((column - 1) % 26) as u8);
            column = (column - 1) / 26;
        }
        Some(format!("{}{}", String::from_utf8_lossy(&letters), self.line_column(offset).0))
    }

    /// The 1-based line and column (in characters) of a byte offset.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        // Continuation bytes (10xxxxxx) belong to the character before them.
        let column = before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        (line, column)
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing can be made of the sources until it is mended.
    Error,
    /// Probably not meant; the sources still work.
    Warning,
}

/// A stretch of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Arc<SourceFile>,
    /// Byte offsets in its text.
    pub span: Range<usize>,
}

impl Place {
    /// A stretch of a file.
    pub fn new(file: &Arc<SourceFile>, span: Range<usize>) -> Self {
        let end = span.end.min(file.text.len());
        Place { file: Arc::clone(file), span: span.start.min(end)..end }
    }

    /// The 1-based line and column where it starts.
    pub fn line_column(&self) -> (usize, usize) {
        self.file.line_column(self.span.start)
    }

    /// `Units.xlsx, sheet 'Units', cell C7`, if it lies in a workbook.
    pub fn cell(&self) -> Option<String> {
        let (sheet, cell) = (self.file.sheet.as_ref()?, self.file.cell(self.span.start)?);
        Some(format!("{}, sheet '{sheet}', cell {cell}", self.file.path.display()))
    }
}

/// One mistake or doubt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable name for the kind of mistake (`unknown-terrain`).
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where; a mistake about a whole file or folder has only a path.
    pub place: Option<Place>,
    /// The path, when there is no place in a text.
    pub path: Option<PathBuf>,
    /// The component of a module, when the path is one: `Pieces / Red / Tank`.
    pub component: Option<String>,
    /// Words under the underlined excerpt.
    pub label: String,
    /// A second place that matters, with its words ("first defined here").
    pub related: Option<(Place, String)>,
    /// What to do next.
    pub help: Option<String>,
    /// What is not there, when that is the mistake: its kind and its name.
    pub lacks: Option<(&'static str, String)>,
    /// Whether it probably only follows from another mistake.
    pub follows: bool,
    /// The part of the message that names one of many that share a mistake.
    pub subject: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: Some(place),
            path: None,
            component: None,
            label: String::new(),
            related: None,
            help: None,
            lacks: None,
            follows: false,
            subject: None,
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, place, message) }
    }

    /// An error about a whole file or folder.
    pub fn about(code: &'static str, path: &Path, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            path: Some(path.to_owned()),
            component: None,
            label: String::new(),
            related: None,
            help: None,
            lacks: None,
            follows: false,
            subject: None,
        }
    }

    /// A doubt about a whole file or folder.
    pub fn doubt(code: &'static str, path: &Path, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::about(code, path, message) }
    }

    /// Adds the component of a module that it is about.
    #[must_use]
    pub fn component(mut self, component: impl Into<String>) -> Self {
        self.component = Some(component.into());
        self
    }

    /// Adds words under the excerpt.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what to do next, if there is something to say.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Adds what is not there.
    #[must_use]
    pub fn lacks(mut self, kind: &'static str, name: impl Into<String>) -> Self {
        self.lacks = Some((kind, name.into()));
        self
    }

    /// Says which part of the message names one of many that share a mistake.
    #[must_use]
    pub fn subject(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn related(mut self, place: Place, words: impl Into<String>) -> Self {
        self.related = Some((place, words.into()));
        self
    }

    /// The file it is about.
    pub fn path(&self) -> &Path {
        match (&self.place, &self.path) {
            (Some(place), _) => &place.file.path,
            (None, Some(path)) => path,
            (None, None) => Path::new(""),
        }
    }
}

/// All mistakes found so far.
#[derive(Debug, Default, Clone)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    lost: Vec<consequence::Lost>,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds those found elsewhere.
    pub fn append(&mut self, mut others: Diagnostics) {
        self.list.append(&mut others.list);
        self.lost.append(&mut others.lost);
    }

    /// How many errors.
    pub fn errors(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// How many warnings.
    pub fn warnings(&self) -> usize {
        self.list.len() - self.errors()
    }

    /// Whether nothing at all was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many of them probably only follow from others.
    pub fn following(&self) -> usize {
        self.list.iter().filter(|d| d.follows).count()
    }

    /// All of them: causes before what follows from them, errors before doubts, then in the order in which
    /// sources build on each other, by file and by place.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<_> = self.list.iter().collect();
        sorted.sort_by_key(|d| {
            let start = d.place.as_ref().map(|p| p.span.start);
            (d.follows, d.severity, layer(d.path()), d.path(), start)
        });
        sorted
    }
}

/// How far up a source stands: what lies on a lower layer is used by what lies above it.
fn layer(path: &Path) -> usize {
    const LAYERS: [&str; 6] =
        ["hexwright.toml", "games", "templates", "counters", "maps", "scenarios"];
    let first = path.components().next().map(|first| first.as_os_str());
    LAYERS.iter().position(|layer| first == Some((*layer).as_ref())).unwrap_or(LAYERS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_workbook_have_letters_and_numbers() {
        let text = format!("id\n\"a,b\",{}x\n", ",".repeat(26));
        let file = SourceFile { path: "u.xlsx".into(), text, sheet: Some("Units".into()) };
        assert_eq!(file.cell(0).as_deref(), Some("A1"));
        assert_eq!(file.cell(9).as_deref(), Some("B2"));
        let x = file.text.find('x');
        assert_eq!(x.and_then(|at| file.cell(at)).as_deref(), Some("AB2"));
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let file =
            SourceFile { path: "a.csv".into(), text: "id,name\nx,Łódź,y\n".into(), sheet: None };
        assert_eq!(file.line_column(0), (1, 1));
        assert_eq!(file.line_column(8), (2, 1));
        let y = file.text.find(",y").map(|at| at + 1);
        assert_eq!(y.map(|at| file.line_column(at)), Some((2, 8)));
    }
}
