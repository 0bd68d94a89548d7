#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| lydite_promises::query(text));
