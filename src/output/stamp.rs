//! How the file system knows a file, so that an output which nobody touched since it was last read need not be read again.
//!
//! Nobody but the system itself sets the time of a file's last change, so a file with the same stamp has the same
//! content, unless it was changed again within one tick of the clock. A file that changed just now gets no stamp.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// Where a file lies on its disk, how long it is, and when it was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp(String);

/// The content of a file that had this stamp.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
    stamp: Stamp,
    pub(super) content: String,
}

impl Seen {
    /// Whether the file is still as it was then.
    pub(super) fn still(&self, now: Option<&Stamp>) -> bool {
        now == Some(&self.stamp)
    }
}

impl Stamp {
    /// What may be remembered of a file of this content that had this stamp before it was read.
    pub(super) fn seen(self, content: &str) -> Option<Seen> {
        Some(Seen { stamp: self, content: content.to_owned() })
    }

    /// The stamp of a regular file; none where the system does not tell enough, or where the file is so young that
    /// another change might not show.
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        use std::time::{Duration, SystemTime, UNIX_EPOCH};
        /// Clocks of disks tick every hundredth of a second, those of the plainest every other second.
        const TICK: Duration = Duration::from_millis(50);
        const PLAIN_TICK: Duration = Duration::from_secs(3);
        let data = path.symlink_metadata().ok().filter(|data| data.is_file())?;
        let (seconds, nanoseconds) = (data.ctime(), data.ctime_nsec());
        let since = Duration::new(seconds.try_into().ok()?, nanoseconds.try_into().ok()?);
        let age = SystemTime::now().duration_since(UNIX_EPOCH + since).ok()?;
        if age < if nanoseconds == 0 { PLAIN_TICK } else { TICK } {
            return None;
        }
        let (device, node, length) = (data.dev(), data.ino(), data.len());
        let (modified, part) = (data.mtime(), data.mtime_nsec());
        Some(Stamp(format!("{device} {node} {length} {modified}.{part} {seconds}.{nanoseconds}")))
    }

    #[cfg(not(unix))]
    pub(super) fn of(_: &Path) -> Option<Self> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_file_keeps_its_stamp_until_it_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        std::fs::write(&file, "one").unwrap();
        assert_eq!(Stamp::of(&file), None, "too young");
        let settled = || {
            std::thread::sleep(Duration::from_millis(80));
            Stamp::of(&file).unwrap()
        };
        let seen = settled().seen("one").unwrap();
        assert!(seen.still(Some(&settled())));
        // The same length, and the time of its last writing put back: it still shows.
        let then = std::fs::metadata(&file).unwrap().modified().unwrap();
        std::fs::write(&file, "two").unwrap();
        std::fs::File::options().write(true).open(&file).unwrap().set_modified(then).unwrap();
        assert!(!seen.still(Some(&settled())));
        // Another file in its place, and a link to one.
        std::fs::rename(&file, folder.path().join("b.txt")).unwrap();
        assert_eq!(Stamp::of(&file), None);
        std::os::unix::fs::symlink(folder.path().join("b.txt"), &file).unwrap();
        assert_eq!(Stamp::of(&file), None);
    }
}
