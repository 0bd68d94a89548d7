//! Normalised vectors: every feature between 0 and 1, equal vectors kept once.

use rayon::prelude::*;

/// Distances that differ by less than this are equal: the order in which a computer adds must not
/// decide which question is chosen.
pub(crate) const TOLERANCE: f64 = 1e-9;

/// Points are handed to threads in portions of this size; fewer are not worth a thread.
const PORTION: usize = 8192;

/// The different vectors (*points*) of a pool, with the questions at each.
///
/// A value is divided by the largest one of its column (QaldGen, section 2.2); a column of zeros
/// stays zero. Where a query computes negative values, the largest absolute value is meant.
#[derive(Clone, Debug)]
pub struct Vectors {
    width: usize,
    /// Column by column, so that distances to all points are computed in one sweep each.
    coordinates: Vec<f64>,
    maxima: Vec<f64>,
    /// The point of each question. Points are numbered in the order of their first question.
    point_of: Vec<u32>,
    /// The questions of point `p` are `members[starts[p]..starts[p + 1]]`, ascending.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Vectors {
    /// `values` has the different rows, `rows` says which one a question has.
    pub(crate) fn new(width: usize, values: &[f64], rows: &[u32]) -> Self {
        let mut point_of_row = vec![u32::MAX; values.len() / width];
        let mut row_of_point = Vec::with_capacity(point_of_row.len());
        let point_of: Vec<u32> = rows
            .iter()
            .map(|row| {
                let point = &mut point_of_row[*row as usize];
                if *point == u32::MAX {
                    *point = row_of_point.len() as u32;
                    row_of_point.push(*row as usize);
                }
                *point
            })
            .collect();
        let points = row_of_point.len();
        let mut coordinates = Vec::with_capacity(points * width);
        let mut maxima = Vec::with_capacity(width);
        for column in 0..width {
            let column_values = || row_of_point.iter().map(|row| values[row * width + column]);
            let largest = column_values().fold(0.0, |max: f64, value| max.max(value.abs()));
            coordinates.extend(column_values().map(|value| match largest {
                0.0 => 0.0,
                _ => value / largest,
            }));
            maxima.push(largest);
        }
        let mut starts = vec![0_u32; points + 1];
        for point in &point_of {
            starts[*point as usize + 1] += 1;
        }
        for point in 0..points {
            starts[point + 1] += starts[point];
        }
        let mut next = starts.clone();
        let mut members = vec![0; point_of.len()];
        for (question, point) in point_of.iter().enumerate() {
            let place = &mut next[*point as usize];
            members[*place as usize] = question as u32;
            *place += 1;
        }
        Self {
            width,
            coordinates,
            maxima,
            point_of,
            starts,
            members,
        }
    }

    /// How many features a vector has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many questions there are.
    pub fn questions(&self) -> usize {
        self.point_of.len()
    }

    /// How many different vectors there are.
    pub fn points(&self) -> usize {
        self.starts.len() - 1
    }

    /// What the values of each feature were divided by.
    pub fn maxima(&self) -> &[f64] {
        &self.maxima
    }

    /// The point at which a question lies.
    pub fn point_of(&self, question: usize) -> usize {
        self.point_of[question] as usize
    }

    /// The questions at a point, in order.
    pub fn members(&self, point: usize) -> &[u32] {
        &self.members[self.starts[point] as usize..self.starts[point + 1] as usize]
    }

    /// How many questions lie at a point.
    pub fn weight(&self, point: usize) -> f64 {
        f64::from(self.starts[point + 1] - self.starts[point])
    }

    /// One value of a point.
    pub fn coordinate(&self, point: usize, column: usize) -> f64 {
        self.coordinates[column * self.points() + point]
    }

    /// The values of a point.
    pub fn row(&self, point: usize) -> Vec<f64> {
        (0..self.width)
            .map(|column| self.coordinate(point, column))
            .collect()
    }

    /// The points one after another.
    pub(crate) fn rows(&self) -> Vec<f64> {
        let mut rows = Vec::with_capacity(self.coordinates.len());
        for point in 0..self.points() {
            rows.extend((0..self.width).map(|column| self.coordinate(point, column)));
        }
        rows
    }

    /// The mean vector of all questions.
    pub fn mean(&self) -> Vec<f64> {
        let points = self.points();
        (0..self.width)
            .map(|column| {
                let values = &self.coordinates[column * points..][..points];
                let sum: f64 = values
                    .iter()
                    .enumerate()
                    .map(|(point, value)| value * self.weight(point))
                    .sum();
                sum / self.questions() as f64
            })
            .collect()
    }

    /// Gives the distances between `target` and all points to `each`, portion by portion: it gets
    /// the number of the first point, the distances, and its portion of `state`.
    pub(crate) fn sweep<T: Send>(
        &self,
        target: &[f64],
        state: &mut [T],
        each: impl Fn(usize, &[f64], &mut [T]) + Sync,
    ) {
        let portion = |(number, state): (usize, &mut [T])| {
            let first = number * PORTION;
            let mut start = 0;
            // Small enough for the first-level cache.
            let mut buffer = [0.0; 512];
            while start < state.len() {
                let end = (start + buffer.len()).min(state.len());
                let distances = &mut buffer[..end - start];
                self.distances(target, first + start, distances);
                each(first + start, distances, &mut state[start..end]);
                start = end;
            }
        };
        if state.len() > 2 * PORTION {
            state.par_chunks_mut(PORTION).enumerate().for_each(portion);
        } else {
            state.chunks_mut(PORTION).enumerate().for_each(portion);
        }
    }

    /// The Euclidean distances between `target` and the points from `first` on.
    pub(crate) fn distances(&self, target: &[f64], first: usize, distances: &mut [f64]) {
        distances.fill(0.0);
        let points = self.points();
        for (column, value) in target.iter().enumerate() {
            let coordinates = &self.coordinates[column * points + first..][..distances.len()];
            for (distance, coordinate) in distances.iter_mut().zip(coordinates) {
                let difference = coordinate - value;
                *distance += difference * difference;
            }
        }
        for distance in distances {
            *distance = distance.sqrt();
        }
    }
}

/// The Euclidean distance of two vectors.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    squared_distance(a, b).sqrt()
}

/// The square of the Euclidean distance of two vectors.
pub(crate) fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
