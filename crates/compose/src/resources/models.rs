//! What components have learned.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::component::ComponentError;

/// What a component has learned: its own business, kept as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// The component.
    pub component: String,
    /// How many questions it has learned from.
    pub examples: usize,
    /// What it has learned, in its own layout.
    pub body: serde_json::Value,
}

impl Model {
    /// A model of a component.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn new<T: Serialize>(
        component: &str,
        examples: usize,
        learned: &T,
    ) -> Result<Self, ComponentError> {
        let body = serde_json::to_value(learned).map_err(|error| ComponentError::BadModel {
            component: component.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Self {
            component: component.to_owned(),
            examples,
            body,
        })
    }
}

/// Models by component.
#[derive(Default)]
pub struct Models {
    models: BTreeMap<String, Model>,
    /// Each as the component reads it.
    read: Mutex<FxHashMap<String, Arc<dyn Any + Send + Sync>>>,
}

impl Models {
    /// Adds one; an older one of the same component gives way.
    pub fn add(&mut self, model: Model) {
        self.forget(&model.component);
        self.models.insert(model.component.clone(), model);
    }

    /// Adds all of others.
    pub fn extend(&mut self, others: Self) {
        for model in others.models.into_values() {
            self.add(model);
        }
    }

    /// All of them.
    pub fn list(&self) -> impl Iterator<Item = &Model> {
        self.models.values()
    }

    fn forget(&self, component: &str) {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.remove(component);
    }

    pub(super) fn get<T: DeserializeOwned + Send + Sync + 'static>(
        &self,
        component: &str,
    ) -> Result<Arc<T>, ComponentError> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(component)
            && let Ok(known) = Arc::clone(known).downcast::<T>()
        {
            return Ok(known);
        }
        let model = self
            .models
            .get(component)
            .ok_or_else(|| ComponentError::NotTrained {
                component: component.to_owned(),
            })?;
        let learned: T = T::deserialize(&model.body).map_err(|error| ComponentError::BadModel {
            component: component.to_owned(),
            reason: error.to_string(),
        })?;
        let learned = Arc::new(learned);
        read.insert(component.to_owned(), learned.clone());
        Ok(learned)
    }
}
