//! Measures from their names: `macro_f1`, `hits@3`, `F(beta=2)`, `success(f1>=0.5)`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::parametrised::{Made, families};
use super::{Measure, measure, measures};

/// Measures with a parameter stay for as long as the program runs, so there is an end to them.
const MOST: usize = 1000;

/// Why a text does not name a measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// No measure is called this.
    #[error("there is no measure `{name}`{}", suggestion(.nearest))]
    Unknown {
        /// The name as given.
        name: String,
        /// The measure with the most similar name, if one is similar.
        nearest: Option<&'static str>,
    },
    /// The parameter is not one that the measure can have.
    #[error("`{given}` is not a parameter of `{measure}`; write {notation}")]
    Parameter {
        /// The measure.
        measure: &'static str,
        /// The parameter as given.
        given: String,
        /// How it should be written.
        notation: &'static str,
    },
    /// The measure cannot be used without a parameter.
    #[error("`{measure}` needs a parameter; write {notation}")]
    NoParameter {
        /// The measure.
        measure: &'static str,
        /// How it should be written.
        notation: &'static str,
    },
    /// So many measures have been made that there must be a mistake.
    #[error("more than {MOST} measures with different parameters")]
    TooMany,
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

impl Measure {
    /// The measure that a text names, in upper or lower case.
    ///
    /// ```text
    /// measure   = name [ "@" places ] | name "(" parameter ")"
    /// places    = a whole number from 1
    /// parameter = "beta=" number | score ( ">=" | ">" ) number
    /// score     = "f1" | "precision" | "recall"
    /// ```
    ///
    /// ```
    /// use lydite_judge::{Measure, MeasureError};
    /// assert_eq!(Measure::parse("F1")?.name, "macro_f1");
    /// assert_eq!(Measure::parse("Hits@3")?.name, "hits@3");
    /// assert_eq!(Measure::parse("F( beta = 2.0 )")?.name, "f(beta=2)");
    /// assert_eq!(Measure::parse("success(F1 >= 0.5)")?.name, "success(f1>=0.5)");
    /// let error = Measure::parse("marco_f1").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no measure `marco_f1`; did you mean `macro_f1`?");
    /// # Ok::<(), MeasureError>(())
    /// ```
    pub fn parse(text: &str) -> Result<&'static Self, MeasureError> {
        let text = text.trim();
        if let Some(known) = measure(text) {
            return Ok(known);
        }
        let (name, parameter) = Parameter::split(text);
        let called = families().iter().filter(|family| family.is_called(name));
        let mut made = called.clone().filter_map(|family| match parameter {
            Parameter::At(places) => family.at(places),
            Parameter::With(given) => family.with(given),
            Parameter::None => None,
        });
        if let Some(made) = made.next() {
            return made.and_then(interned);
        }
        if let Some(family) = called.clone().next() {
            let (measure, notation) = (family.name, family.notation);
            return Err(match parameter {
                Parameter::None => MeasureError::NoParameter { measure, notation },
                Parameter::At(given) | Parameter::With(given) => MeasureError::Parameter {
                    measure,
                    given: given.to_owned(),
                    notation,
                },
            });
        }
        Err(MeasureError::Unknown {
            name: text.to_owned(),
            nearest: nearest(text),
        })
    }
}

/// What stands behind a name.
#[derive(Clone, Copy)]
enum Parameter<'t> {
    None,
    At(&'t str),
    With(&'t str),
}

impl<'t> Parameter<'t> {
    fn split(text: &'t str) -> (&'t str, Self) {
        if let Some((name, rest)) = text.split_once('(')
            && let Some(given) = rest.trim_end().strip_suffix(')')
        {
            return (name.trim(), Self::With(given));
        }
        match text.split_once('@') {
            Some((name, places)) => (name.trim(), Self::At(places)),
            None => (text, Self::None),
        }
    }
}

/// The one measure with this name: whoever parses the same text gets the same measure.
fn interned(made: Made) -> Result<&'static Measure, MeasureError> {
    static KNOWN: Mutex<Option<HashMap<&'static str, &'static Measure>>> = Mutex::new(None);
    let (name, family, parts) = match made {
        Made::Known(measure) => return Ok(measure),
        Made::New {
            name,
            family,
            parts,
        } => (name, family, parts),
    };
    if let Some(built_in) = measure(&name) {
        return Ok(built_in);
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(measure) = known.get(name.as_str()) {
        return Ok(measure);
    }
    if known.len() >= MOST {
        return Err(MeasureError::TooMany);
    }
    let name: &'static str = name.leak();
    let measure: &'static Measure = Box::leak(Box::new(parts.measure(name, family)));
    known.insert(name, measure);
    Ok(measure)
}

/// The name that is most like this one, if one is; of equally near ones a proper name.
fn nearest(text: &str) -> Option<&'static str> {
    let names = measures().iter().map(|measure| measure.name);
    let aliases = measures().iter().flat_map(|measure| measure.aliases);
    let examples = families().iter().map(|family| family.example);
    lydite_model::nearest(text, names.chain(examples).chain(aliases.copied()))
}

#[cfg(test)]
mod tests {
    use lydite_model::{Counts, Outcome, Status};

    use super::*;

    fn outcomes() -> [Outcome; 3] {
        let outcome = |precision, recall, f1, rank, counts| Outcome {
            precision,
            recall,
            f1,
            rank,
            counts,
            ..Outcome::new("1", Status::Answered)
        };
        [
            outcome(0.5, 1.0, 2.0 / 3.0, Some(2), Counts::of(1, 2, 1)),
            outcome(1.0, 0.5, 2.0 / 3.0, Some(1), Counts::of(1, 1, 2)),
            outcome(0.0, 0.0, 0.0, Some(0), Counts::of(0, 1, 1)),
        ]
    }

    #[test]
    fn names_lead_to_measures() {
        for (text, name, value) in [
            ("macro_F1", "macro_f1", 4.0 / 9.0),
            (" accuracy ", "exact_match", 0.0),
            ("hits@1", "hits_at_1", 1.0 / 3.0),
            ("success@1", "hits_at_1", 1.0 / 3.0),
            ("hits@2", "hits@2", 2.0 / 3.0),
            ("success@ 2", "hits@2", 2.0 / 3.0),
            ("mrr@1", "mrr@1", 1.0 / 3.0),
            // 5PR / (4P + R): 5/6, 5/9 and 0.
            ("F(beta=2)", "f(beta=2)", (5.0 / 6.0 + 5.0 / 9.0) / 3.0),
            ("macro_f(beta=1)", "macro_f1", 4.0 / 9.0),
            // 2 of 4 given, 2 of 4 wanted.
            ("micro_f(beta=0.5)", "micro_f(beta=0.5)", 0.5),
            ("success(f1>=0.5)", "success(f1>=0.5)", 2.0 / 3.0),
            ("success(P > 0.5)", "success(precision>0.5)", 1.0 / 3.0),
            ("success(recall>0.99)", "success(recall>0.99)", 1.0 / 3.0),
        ] {
            let measure = Measure::parse(text).unwrap();
            assert_eq!(measure.name, name, "{text}");
            let ours = measure.of(&outcomes());
            assert!((ours - value).abs() < 1e-12, "{text}: {ours}");
            // A name leads to the measure that has it.
            assert!(std::ptr::eq(Measure::parse(name).unwrap(), measure));
        }
    }

    #[test]
    fn what_is_no_measure_is_refused_with_advice() {
        for (text, says) in [
            ("macro_f2", "did you mean `macro_f1`?"),
            ("exactmatch", "did you mean `exact_match`?"),
            ("succes(f1>=0.5)", "did you mean `success(f1>=0.5)`?"),
            ("hits@0", "write hits@k"),
            ("hits@-1", "write hits@k"),
            ("hits@3.5", "write hits@k"),
            ("hits", "needs a parameter; write hits@k"),
            ("F(beta=0)", "write F(beta=β)"),
            ("F(beta=nan)", "write F(beta=β)"),
            ("F(2)", "write F(beta=β)"),
            ("F@2", "write F(beta=β)"),
            ("success(f1>=2)", "write success("),
            ("success(f1<0.5)", "write success("),
            ("success(tp>0.5)", "write success("),
            ("hits(k=3)", "write hits@k"),
            ("", "there is no measure ``"),
            ("nonsense", "there is no measure `nonsense`"),
            ("F(beta=2", "there is no measure"),
        ] {
            let error = Measure::parse(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
