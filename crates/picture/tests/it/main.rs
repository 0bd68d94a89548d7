//! Whatever is drawn: the document is XML, texts stay inside and do not touch each other.
#![allow(clippy::unwrap_used)]

mod any_input;
mod drawing;
mod layout;
mod read;
