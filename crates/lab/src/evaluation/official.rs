//! By which rules a dataset was officially evaluated.

use lydite_judge::{RuleSet, rule_set};
use lydite_model::DatasetInfo;

/// The rule set by which this dataset was officially evaluated, if that can be told from what the
/// file says about itself.
///
/// ```
/// use lydite_lab::official_rules;
/// use lydite_model::DatasetInfo;
///
/// let named = |id: &str| {
///     let info = DatasetInfo { id: Some(id.to_owned()), ..DatasetInfo::default() };
///     official_rules(&info).map(|rules| rules.name)
/// };
/// assert_eq!(named("qald-9-test-multilingual"), Some("qald"));
/// assert_eq!(named("qald-5_train"), Some("qald-5"));
/// assert_eq!(named("https://text2sparql.aksw.org/2025/dbpedia/"), Some("text2sparql"));
/// assert_eq!(named("mine"), None);
/// ```
pub fn official_rules(info: &DatasetInfo) -> Option<&'static RuleSet> {
    let id = info.id.as_deref().unwrap_or_default().to_lowercase();
    if id.contains("text2sparql") {
        return rule_set("text2sparql");
    }
    let edition = &id[id.find("qald-")? + "qald-".len()..];
    let digits = edition.find(|c: char| !c.is_ascii_digit());
    let edition: u32 = edition[..digits.unwrap_or(edition.len())].parse().ok()?;
    match edition {
        1..=5 => rule_set(&format!("qald-{edition}")),
        6..=10 => rule_set("qald"),
        _ => None,
    }
}
