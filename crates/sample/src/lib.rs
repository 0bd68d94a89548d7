//! Question features, vectors, clusters and micro-benchmarks.
