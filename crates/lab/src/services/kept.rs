//! What services replied, kept in the home directory, so that nothing is asked twice and results
//! outlive the services.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The replies of one service.
pub(super) struct Kept {
    path: PathBuf,
    replies: Mutex<HashMap<String, Value>>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    asked: String,
    reply: Value,
}

impl Kept {
    /// Those in a file, if there is one. A line that was cut off is left out: its question is asked again.
    pub(super) fn open(path: &Path) -> std::io::Result<Self> {
        let mut replies = HashMap::new();
        match File::open(path) {
            Ok(file) => {
                for line in BufReader::new(file).lines() {
                    if let Ok(line) = serde_json::from_str::<Line>(&line?) {
                        replies.insert(line.asked, line.reply);
                    }
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(Self {
            path: path.to_owned(),
            replies: Mutex::new(replies),
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.replies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }

    /// What was replied.
    pub(super) fn get(&self, asked: &str) -> Option<Value> {
        let replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.get(asked).cloned()
    }

    /// Keeps a reply.
    pub(super) fn keep(&self, asked: &str, reply: &Value) -> std::io::Result<()> {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut line = serde_json::to_string(&Line {
            asked: asked.to_owned(),
            reply: reply.clone(),
        })?;
        line.push('\n');
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.path)?;
        // In one piece: other processes may append, too.
        file.write_all(line.as_bytes())?;
        replies.insert(asked.to_owned(), reply.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_outlive_the_process_and_cut_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("services").join("x.jsonl");
        let kept = Kept::open(&path).unwrap();
        kept.keep("Who?", &serde_json::json!({"a": 1})).unwrap();
        kept.keep("Where?", &serde_json::json!([])).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        let again = Kept::open(&path).unwrap();
        assert_eq!(again.len(), 1);
        assert_eq!(again.get("Who?"), Some(serde_json::json!({"a": 1})));
        assert_eq!(again.get("Where?"), None);
    }
}
