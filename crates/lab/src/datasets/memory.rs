//! Questions in memory, written as a file.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use lydite_formats::Target;
use lydite_model::{DatasetInfo, Question};

use crate::{Error, Lab};

impl Lab {
    /// Questions as QALD-JSON, which every evaluator reads.
    ///
    /// # Errors
    /// A question cannot be written.
    pub fn qald_json(&self, info: &DatasetInfo, questions: &[Question]) -> Result<Vec<u8>, Error> {
        let kept = Kept::default();
        let write = || -> io::Result<()> {
            let target = Target::named("qald-json")
                .ok_or_else(|| io::Error::other("QALD-JSON is not among the formats"))?;
            let mut writer = target.start(Box::new(kept.clone()), info)?;
            for question in questions {
                writer.question(question, &mut |_| {})?;
            }
            writer.finish(info, &mut |_| {})
        };
        write().map_err(Error::Write)?;
        let mut bytes = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *bytes))
    }
}

/// Bytes that can be looked at after a writer that owned their sink is done.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
