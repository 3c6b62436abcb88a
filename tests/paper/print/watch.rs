//! `hexwright build --watch`, as a process.

use hexwright::embedded;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ends the watch with the test, however the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_for(what: &str, log: &Path, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        let told = String::from_utf8_lossy(&read(log)).into_owned();
        assert!(started.elapsed() < Duration::from_secs(120), "waited in vain for {what}: {told}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_default()
}

#[test]
fn a_save_builds_again_and_a_mistake_does_not_end_the_watch() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in embedded::starter("skirmish", "Skirmish") {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let log = elsewhere.path().join("log");
    let _watch = Running(
        Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .args(["build", "--target", "sheets", "--no-png", "--watch"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn()
            .unwrap(),
    );
    let csv = folder.path().join("build/skirmish/manifest.csv");
    let units = folder.path().join("counters/skirmish/units.csv");
    let has = |text: &str| String::from_utf8_lossy(&read(&csv)).contains(text);
    wait_for("the first build", &log, || has("1st Foot"));

    let sources = std::fs::read_to_string(&units).unwrap();
    std::fs::write(&units, sources.replace("1st Foot", "7th Foot")).unwrap();
    wait_for("the second build", &log, || has("7th Foot"));

    std::fs::write(&units, sources.replace("infantry", "infantrie")).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(has("7th Foot"), "a mistake leaves the outputs as they were");
    std::fs::write(&units, sources.replace("1st Foot", "8th Foot")).unwrap();
    wait_for("the build after the mistake", &log, || has("8th Foot"));
}
