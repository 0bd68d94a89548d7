//! Components by name.

use std::sync::Arc;

use lydite_model::nearest;

use super::{Component, Task};
use crate::components::chat::{self, LanguageModel};

/// Components by name: those of the program, and whatever is added.
///
/// ```
/// use lydite_compose::component::{Registry, Task};
///
/// let registry = Registry::shipped();
/// let linkers = registry.of(Task::LinkEntities).count();
/// assert!(linkers > 0);
/// let chosen = registry.parse("ned-longest+cl-labels")?;
/// assert_eq!(chosen.len(), 2);
/// assert!(registry.parse("nobody").is_err());
/// # Ok::<(), lydite_compose::component::UnknownComponent>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    components: Vec<(String, Component)>,
}

/// No component has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no component named `{name}`{}; `lydite component list` lists them", hint(.nearest))]
pub struct UnknownComponent {
    /// The name.
    pub name: String,
    /// A component with a similar name.
    pub nearest: Option<String>,
}

fn hint(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

impl Registry {
    /// One without components.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The components of the program.
    pub fn shipped() -> Self {
        let mut registry = Self::empty();
        for component in crate::components::all() {
            registry.add(component);
        }
        registry
    }

    /// The same with components that ask this language model.
    #[must_use]
    pub fn with_language_model(mut self, model: &Arc<dyn LanguageModel>) -> Self {
        for component in chat::all(Some(model)) {
            self.add(component);
        }
        self
    }

    /// Adds a component; one of the same name gives way to it.
    pub fn add(&mut self, component: Component) {
        let name = component.description().name;
        match self.components.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = component,
            None => self.components.push((name, component)),
        }
    }

    /// All of them, in the order in which they were added.
    pub fn list(&self) -> impl Iterator<Item = &Component> {
        self.components.iter().map(|(_, component)| component)
    }

    /// All for one task.
    pub fn of(&self, task: Task) -> impl Iterator<Item = &Component> {
        self.list()
            .filter(move |component| component.task() == task)
    }

    /// The component of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, name: &str) -> Result<&Component, UnknownComponent> {
        let found = self.components.iter().find(|(known, _)| known == name);
        found.map(|(_, component)| component).ok_or_else(|| {
            let names = self.components.iter().map(|(known, _)| known.as_str());
            UnknownComponent {
                name: name.to_owned(),
                nearest: nearest(name, names).map(str::to_owned),
            }
        })
    }

    /// The components of a list like `ned-longest+rl-labels`, in the order of their tasks.
    ///
    /// # Errors
    /// One of them is unknown.
    pub fn parse(&self, text: &str) -> Result<Vec<&Component>, UnknownComponent> {
        let names = text.split(['+', ',']).map(str::trim);
        let mut components = names
            .map(|name| self.get(name))
            .collect::<Result<Vec<_>, _>>()?;
        components.sort_by_key(|component| component.task());
        Ok(components)
    }
}
