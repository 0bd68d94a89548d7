//! Stored experiments, compared and sliced.
