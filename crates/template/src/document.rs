//! A summary as a document, with the keys of `docs/output.md`.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::criterion::{Criterion, Level};
use crate::summary::Summary;

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rules", &self.rules)?;
        map.serialize_entry("questions", &self.questions)?;
        map.serialize_entry("factoid", &self.factoid)?;
        map.serialize_entry("yes_no", &self.yes_no)?;
        map.serialize_entry("range_specified", &self.range_specified)?;
        map.serialize_entry("broken_origin", &self.broken_origin)?;
        map.serialize_entry("levels", &Levels(self))?;
        map.serialize_entry("criteria", &Criteria(self))?;
        map.serialize_entry("failures", &Failures(self))?;
        map.serialize_entry("reference_crashes", &self.crashes)?;
        map.serialize_entry("queries", &self.queries)?;
        map.serialize_entry("strict", &self.strict)?;
        map.serialize_entry("remarks", &self.remarks)?;
        map.serialize_entry("several", &self.several())?;
        map.end()
    }
}

struct Levels<'s>(&'s Summary);

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Share {
            count: usize,
            share: Option<f64>,
        }
        let shares = Level::ALL.into_iter().map(|level| {
            let count = self.0.level(level);
            let share = self.0.share(count);
            (level, Share { count, share })
        });
        serializer.collect_map(shares)
    }
}

struct Criteria<'s>(&'s Summary);

impl Serialize for Criteria<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shares {
            level: Level,
            count: usize,
            checked: usize,
            found: usize,
            share_of_checked: Option<f64>,
            share: Option<f64>,
        }
        let criteria = Criterion::ALL.into_iter().map(|criterion| {
            let figures = self.0.of(criterion);
            let shares = Shares {
                level: criterion.level(),
                count: figures.count,
                checked: figures.checked,
                found: figures.found,
                share_of_checked: figures.share(),
                share: self.0.share(figures.count),
            };
            (criterion, shares)
        });
        serializer.collect_map(criteria)
    }
}

struct Failures<'s>(&'s Summary);

impl Serialize for Failures<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.failures())
    }
}
