#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lydite_promises::read_as("spider4sparql", bytes));
