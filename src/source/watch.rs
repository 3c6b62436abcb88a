//! Watching sources: one notice for each burst of saves.

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Editors save in several steps (write, rename, touch); quiet for this long is done.
const QUIET: Duration = Duration::from_millis(120);

/// Why a folder cannot be watched.
#[derive(Debug)]
pub struct WatchError(notify::Error);

impl fmt::Display for WatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the sources cannot be watched: {}", self.0)
    }
}

impl std::error::Error for WatchError {}

/// What was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The files, sorted, each once.
    pub files: Vec<PathBuf>,
}

/// Watches a folder and everything below it.
pub struct Watch {
    events: Receiver<notify::Result<notify::Event>>,
    // Dropping the watcher ends the watch.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Watches `folder`. Saves are noticed from now on, also while nobody waits for them.
    pub fn new(folder: &Path) -> Result<Self, WatchError> {
        let (sender, events) = channel();
        let mut watcher = notify::recommended_watcher(move |event| {
            // The receiver is gone only when the watch is over.
            let _ = sender.send(event);
        })
        .map_err(WatchError)?;
        watcher.watch(folder, RecursiveMode::Recursive).map_err(WatchError)?;
        Ok(Watch { events, _watcher: watcher })
    }

    /// Waits for saves, then until they are over; saves below any of the `ignored` folders (the
    /// outputs) count for nothing. `None` when `patience` ran out first or the watch ended.
    pub fn next(&self, ignored: &[PathBuf], patience: Option<Duration>) -> Option<Change> {
        let real = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let ignored: Vec<PathBuf> = ignored.iter().map(real).collect();
        let mut files = Vec::new();
        // Only saves put the end off: a program that keeps reading the outputs must not.
        let mut end = patience.map(|patience| Instant::now() + patience);
        loop {
            let event = match end {
                Some(end) => {
                    self.events.recv_timeout(end.saturating_duration_since(Instant::now()))
                }
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Ok(event)) => {
                    let before = files.len();
                    files.extend(saved(event, &ignored));
                    if files.len() > before {
                        end = Some(Instant::now() + QUIET);
                    }
                }
                Ok(Err(_)) => {}
                Err(_) if files.is_empty() => return None,
                Err(_) => break,
            }
        }
        files.sort();
        files.dedup();
        Some(Change { files })
    }
}

/// The sources among the files of an event.
fn saved(event: notify::Event, ignored: &[PathBuf]) -> Vec<PathBuf> {
    if !matches!(event.kind, EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)) {
        return Vec::new();
    }
    let is_source = |path: &PathBuf| {
        let hidden = path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with('.') || name.ends_with('~') || name.ends_with(".swp")
        });
        let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
        let real = match (parent, path.file_name()) {
            (Some(parent), Some(name)) => parent.join(name),
            _ => path.clone(),
        };
        !hidden && !ignored.iter().any(|folder| real.starts_with(folder))
    };
    event.paths.into_iter().filter(is_source).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_of_saves_is_one_change_and_outputs_are_none() {
        let root = tempfile::tempdir().unwrap();
        let build = root.path().join("build");
        std::fs::create_dir(&build).unwrap();
        let watch = Watch::new(root.path()).unwrap();
        let next = |patience| watch.next(std::slice::from_ref(&build), Some(patience));

        std::fs::write(build.join("counters.pdf"), "output").unwrap();
        std::fs::write(root.path().join(".units.csv.swp"), "editor").unwrap();
        assert_eq!(next(Duration::from_millis(400)), None);

        for text in ["a", "ab", "abc"] {
            std::fs::write(root.path().join("units.csv"), text).unwrap();
        }
        std::fs::write(root.path().join("game.toml"), "x").unwrap();
        let change = next(Duration::from_secs(5)).expect("a change");
        let names: Vec<_> = change.files.iter().filter_map(|f| f.file_name()?.to_str()).collect();
        assert_eq!(names, ["game.toml", "units.csv"]);
        assert_eq!(next(Duration::from_millis(400)), None);
    }

    #[test]
    fn reading_the_outputs_all_the_time_does_not_put_a_build_off() {
        let root = tempfile::tempdir().unwrap();
        let build = root.path().join("build");
        std::fs::create_dir(&build).unwrap();
        let output = build.join("manifest.csv");
        std::fs::write(&output, "output").unwrap();
        let watch = Watch::new(root.path()).unwrap();
        std::fs::write(root.path().join("units.csv"), "x").unwrap();
        let over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(std::sync::atomic::Ordering::Relaxed) {
                    let _ = std::fs::read(&output);
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
            let started = Instant::now();
            let change = watch.next(std::slice::from_ref(&build), Some(Duration::from_secs(20)));
            over.store(true, std::sync::atomic::Ordering::Relaxed);
            assert!(change.is_some());
            assert!(started.elapsed() < Duration::from_secs(10));
        });
    }
}
