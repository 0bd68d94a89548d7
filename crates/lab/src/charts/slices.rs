//! Slices as a heat map of features and systems.

use std::path::Path;

use lydite_picture::{Chart, HeatMap};

use super::{file_in_words, measure_in_words, questions};
use crate::{Slice, Slices};

impl Slices {
    /// The scores as a heat map: a row for each value of a feature, a column for each system.
    pub fn chart(&self, gold: &Path) -> Chart {
        let systems = self.all.systems.iter().map(|score| score.system.as_str());
        let mut map = HeatMap::new(measure_in_words(&self.measure), systems);
        map = row(map, &self.all, "all questions");
        let mut feature = "";
        for slice in &self.slices {
            if slice.feature != feature {
                feature = &slice.feature;
                map = map.heading(feature);
            }
            map = row(map, slice, &slice.value);
        }
        let gold = file_in_words(&gold.display().to_string());
        let subtitle = format!("{}, rules {}", questions(self.all.n as u64), self.rules);
        let chart = Chart::new(format!("Scores on {gold} by feature of the question"), map)
            .subtitle(subtitle);
        let note = "The number of questions is shown beside each value.";
        if self.slices.iter().any(|slice| slice.flips) {
            chart.note(format!(
                "{note} ⇅ a different system leads here than overall; ‼ and the difference is \
                 significant."
            ))
        } else {
            chart.note(note)
        }
    }
}

fn row(map: HeatMap, slice: &Slice, value: &str) -> HeatMap {
    let label = match (slice.flips, slice.significant) {
        (true, true) => format!("{value} ⇅‼"),
        (true, false) => format!("{value} ⇅"),
        _ => value.to_owned(),
    };
    let cells = slice.systems.iter().map(|score| score.score);
    map.row(label, slice.n.to_string(), cells)
}
