//! Where Lydite keeps its data, and the place of each fetched file in it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Entry;

/// No home directory is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cannot determine the data directory")]
pub struct NoHome;

/// The home directory of Lydite: the flag, else `LYDITE_HOME`, else the platform's data directory.
/// Whoever starts Lydite says what the variables of the environment are.
///
/// That is `$XDG_DATA_HOME/lydite` or `~/.local/share/lydite`; on macOS
/// `~/Library/Application Support/lydite`; on Windows `%LOCALAPPDATA%\lydite`.
///
/// # Errors
/// [`NoHome`] if none of them is set and the user has no home directory.
pub fn home_dir(
    flag: Option<PathBuf>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, NoHome> {
    let user = env::home_dir().filter(|home| !home.as_os_str().is_empty());
    choose(flag, variable, user, env::consts::OS)
}

fn choose(
    flag: Option<PathBuf>,
    variable: impl Fn(&str) -> Option<OsString>,
    user: Option<PathBuf>,
    os: &str,
) -> Result<PathBuf, NoHome> {
    let set = |name| {
        variable(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(home) = flag.or_else(|| set("LYDITE_HOME")) {
        return Ok(home);
    }
    let data = match os {
        "windows" => set("LOCALAPPDATA").or_else(|| user.map(|user| user.join("AppData/Local"))),
        "macos" => user.map(|user| user.join("Library/Application Support")),
        // The XDG specification tells programs to ignore a relative path.
        _ => set("XDG_DATA_HOME")
            .filter(|data| data.is_absolute())
            .or_else(|| user.map(|user| user.join(".local/share"))),
    };
    data.map(|data| data.join("lydite")).ok_or(NoHome)
}

/// Where the entry's file lies once it has been fetched.
pub fn place(home: &Path, entry: &Entry) -> PathBuf {
    let digest = entry.sha256.to_string();
    home.join("datasets")
        .join(&digest[..12])
        .join(entry.file_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_is_set_wins() {
        // Flag, variables, the user's home, the system and the directory; empty is unset.
        let cases = [
            ("flag", "LYDITE_HOME=/env", "/me", "linux", "flag"),
            (
                "",
                "LYDITE_HOME=/env XDG_DATA_HOME=/xdg",
                "/me",
                "linux",
                "/env",
            ),
            (
                "",
                "LYDITE_HOME= XDG_DATA_HOME=/xdg",
                "/me",
                "linux",
                "/xdg/lydite",
            ),
            (
                "",
                "XDG_DATA_HOME=relative",
                "/me",
                "linux",
                "/me/.local/share/lydite",
            ),
            ("", "", "/me", "freebsd", "/me/.local/share/lydite"),
            (
                "",
                "XDG_DATA_HOME=/xdg",
                "/me",
                "macos",
                "/me/Library/Application Support/lydite",
            ),
            ("", "LOCALAPPDATA=/local", "/me", "windows", "/local/lydite"),
            ("", "", "/me", "windows", "/me/AppData/Local/lydite"),
            ("", "", "", "linux", ""),
        ];
        let set = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
        for (flag, variables, user, os, expected) in cases {
            let variable = |name: &str| {
                let mut pairs = variables.split(' ').filter_map(|pair| pair.split_once('='));
                pairs
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| OsString::from(value))
            };
            let home = choose(set(flag), variable, set(user), os);
            assert_eq!(home.ok(), set(expected), "{variables:?} on {os}");
        }
    }
}
