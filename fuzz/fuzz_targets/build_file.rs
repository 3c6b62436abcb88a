#![no_main]

#[path = "../../examples/fuzz/readers.rs"]
#[allow(dead_code)]
mod readers;

use hexwright::replay::Guide;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let read = readers::read(readers::Reader::Build, bytes, &Guide::default());
    assert!(read.is_ok(), "{read:?}");
});
