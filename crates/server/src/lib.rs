//! The web page of Lydite: experiments to configure, watch, look into, compare and cite.
//!
//! Pages are made on the server and work without scripts. Nothing is computed here that
//! [`lab`](lydite_lab) does not compute: a handler reads what is asked for, hands it to `lab` on a
//! thread that may block, and shows what comes back.
//!
//! | to | see |
//! | --- | --- |
//! | say where it listens and who may do what | [`Settings`] |
//! | start it | [`Server::open`], [`Server::run`] |

mod access;
mod api;
mod app;
mod assets;
mod bridges;
mod connections;
mod error;
mod gerbil;
mod graphs;
mod guard;
mod jobs;
mod layout;
mod listed;
mod media;
mod metrics;
mod naming;
mod pages;
mod recent;
mod running;
mod settings;
mod shelf;

pub use access::{Role, Token};
pub use error::ServeError;
pub use running::Server;
pub use settings::{Settings, TokenSetting};
