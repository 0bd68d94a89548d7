//! Reading NLTK's model from a folder.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::{Key, NAMES, Perceptron, Slot, Weights};
use crate::{ModelError, Tag};

pub(super) fn read(folder: &Path) -> Result<Perceptron, ModelError> {
    let weights = Part::read(folder, "weights.json")?;
    let fixed = Part::read(folder, "tagdict.json")?;
    let classes = Part::read(folder, "classes")?;

    let mut tags = classes.tags()?;
    tags.sort();
    let fixed: HashMap<String, Name> = fixed.json()?;
    let fixed = fixed.into_iter().map(|(word, Name(tag))| (word, tag));
    Ok(Perceptron {
        weights: weights.weights()?,
        fixed: fixed.collect(),
        tags,
        names: NAMES.map(|name| Key::EMPTY.text(name)),
    })
}

/// A file of the model.
struct Part {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Part {
    /// The file under our name or NLTK's, compressed or not.
    fn read(folder: &Path, name: &'static str) -> Result<Self, ModelError> {
        let stems = [
            name.to_owned(),
            format!("averaged_perceptron_tagger_eng.{name}"),
        ];
        let found = stems
            .iter()
            .flat_map(|stem| {
                ["", ".gz", ".txt", ".json"].map(|end| folder.join(format!("{stem}{end}")))
            })
            .find(|path| path.is_file());
        let Some(path) = found else {
            return Err(ModelError::Missing {
                folder: folder.to_owned(),
                name,
            });
        };
        match unpacked(&path) {
            Ok(bytes) => Ok(Self { path, bytes }),
            Err(error) => Err(ModelError::Unreadable { file: path, error }),
        }
    }

    fn malformed(self, error: serde_json::Error) -> ModelError {
        ModelError::Malformed {
            file: self.path,
            error,
        }
    }

    fn json<T: for<'de> Deserialize<'de>>(self) -> Result<T, ModelError> {
        serde_json::from_slice(&self.bytes).map_err(|error| self.malformed(error))
    }

    /// The tags to choose from: a JSON list, or one in a line.
    fn tags(self) -> Result<Vec<Tag>, ModelError> {
        let names: Vec<String> = if self.bytes.starts_with(b"[") {
            match serde_json::from_slice(&self.bytes) {
                Ok(names) => names,
                Err(error) => return Err(self.malformed(error)),
            }
        } else {
            String::from_utf8_lossy(&self.bytes)
                .split_whitespace()
                .map(str::to_owned)
                .collect()
        };
        let tags = names.iter().map(|name| {
            Tag::parse(name).ok_or_else(|| ModelError::UnknownTag {
                file: self.path.clone(),
                name: name.clone(),
            })
        });
        let tags = tags.collect::<Result<Vec<_>, _>>()?;
        if tags.is_empty() {
            return Err(self.malformed(serde_json::Error::custom("no tags")));
        }
        Ok(tags)
    }

    fn weights(self) -> Result<Weights, ModelError> {
        let mut deserializer = serde_json::Deserializer::from_slice(&self.bytes);
        let weights = deserializer
            .deserialize_map(Features)
            .and_then(|weights| deserializer.end().map(|()| weights));
        weights.map_err(|error| self.malformed(error))
    }
}

fn unpacked(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|end| end == "gz") {
        GzDecoder::new(file).read_to_end(&mut bytes)?;
    } else {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// A tag by its name.
struct Name(Tag);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl Visitor<'_> for Names {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a tag of the Penn Treebank")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Name, E> {
                let tag = Tag::parse(name).map(Name);
                tag.ok_or_else(|| E::custom(format_args!("{name:?} is not a Penn Treebank tag")))
            }
        }
        deserializer.deserialize_str(Names)
    }
}

/// `{"i suffix ing": {"VBG": 1.5, …}, …}`, read straight into the table: neither the features' strings
/// nor maps of maps are kept.
struct Features;

impl<'de> Visitor<'de> for Features {
    type Value = Weights;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the weights of each feature")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Weights, A::Error> {
        let mut rows = Vec::new();
        let mut entries = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            let begin = entries.len() as u32;
            map.next_value_seed(Row(&mut entries))?;
            let end = entries.len() as u32;
            rows.push(Slot { key, begin, end });
        }
        rows.sort_by_key(|row: &Slot| row.key);
        if rows.windows(2).any(|pair| pair[0].key == pair[1].key) {
            return Err(A::Error::custom("a feature is given twice"));
        }
        Ok(Weights::new(&rows, entries))
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Feature;
        impl Visitor<'_> for Feature {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a feature")
            }

            fn visit_str<E: Error>(self, feature: &str) -> Result<Key, E> {
                Ok(Key::EMPTY.text(feature))
            }
        }
        deserializer.deserialize_str(Feature)
    }
}

/// The weights of one feature.
struct Row<'a>(&'a mut Vec<(Tag, f64)>);

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a weight for each tag")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((Name(tag), weight)) = map.next_entry()? {
            self.0.push((tag, weight));
        }
        Ok(())
    }
}
