//! Reading, checking and writing benchmark files, on real, random and damaged ones.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod bad_input;
mod conformance;
mod damage;
mod modern;
mod roundtrip;
mod upkeep;
mod variants;
mod xml;
