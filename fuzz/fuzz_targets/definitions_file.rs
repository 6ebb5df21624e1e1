#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz_bodies::definitions_file(input));
