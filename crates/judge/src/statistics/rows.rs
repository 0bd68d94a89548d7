//! The questions as rows of what they add, equal ones together, and the rounds of draws from them.

use std::cmp::Ordering;

use lydite_model::random::SplitMix64;

use super::columns::{BLOCK, Block, Columns, Source};
use super::draws::{Draws, two};
use super::rounds;
use super::spread::Spread;

/// The rows of a sample, equal ones together: most questions are all right or all wrong.
pub(super) struct Rows {
    questions: usize,
    /// How often each of the different rows occurs, the most frequent one first.
    counts: Vec<usize>,
    /// The different rows, each with a cell for every column that has to be summed up.
    kinds: Vec<Vec<f64>>,
    /// The sums of all questions, as far as scores depend on them.
    sums: Vec<f64>,
    /// The columns of those sums that vary, with their places among the cells.
    varied: Vec<(usize, usize)>,
}

impl Rows {
    /// The rows, of the columns only that these scores depend on.
    pub(super) fn of(columns: &Columns<'_>, sources: &[Source]) -> Self {
        let drawn = sources.iter().filter(|source| source.fixed.is_none());
        let mut read: Vec<usize> = drawn.flat_map(|source| &source.reads).copied().collect();
        read.sort_unstable();
        read.dedup();
        let mut sums = vec![0.0; columns.width()];
        let (mut cells, mut varied) = (Vec::new(), Vec::new());
        for column in read {
            if columns.is_constant(column) {
                sums[column] = columns.constant_sum(column);
                continue;
            }
            let first = columns.first(column);
            let known = cells.iter().position(|cell| *cell == first);
            let place = known.unwrap_or_else(|| {
                cells.push(first);
                cells.len() - 1
            });
            varied.push((column, place));
        }
        let (counts, kinds) = kinds(&columns.cells(&cells), cells.len());
        for &(column, place) in &varied {
            let cells = kinds.iter().zip(&counts);
            sums[column] = cells.map(|(row, count)| row[place] * *count as f64).sum();
        }
        Self {
            questions: columns.questions(),
            counts,
            kinds,
            sums,
            varied,
        }
    }

    /// How often questions are drawn.
    pub(super) fn rounds(&self) -> usize {
        match self.counts.len() {
            // There is nothing to draw from.
            0 | 1 => 0,
            _ => rounds(self.questions),
        }
    }

    /// What the rounds come to for each score.
    pub(super) fn spreads(&self, sources: &[Source], random: &SplitMix64) -> Vec<Spread> {
        let rounds = self.rounds();
        let spread = |source: &Source| match source.fixed {
            Some(value) => Spread::new(value, 0),
            None => Spread::new(source.of(&self.sums), rounds),
        };
        let mut spreads: Vec<Spread> = sources.iter().map(spread).collect();
        if rounds == 0 {
            return spreads;
        }
        let mut draws = Draws::new(&self.counts, random.clone());
        let lanes = self.lanes(&draws);
        let mut cells = vec![0.0; self.kinds[0].len()];
        // The sums of many rounds side by side, so that scores are computed from all at once.
        let mut sums: Vec<Block> = self.sums.iter().map(|sum| [*sum; BLOCK]).collect();
        let mut left = rounds;
        while left > 0 {
            let count = left.min(BLOCK);
            (0..count).for_each(|at| {
                draw(&mut draws, &lanes, &mut cells);
                for &(column, place) in &self.varied {
                    sums[column][at] = cells[place];
                }
            });
            for (source, spread) in sources.iter().zip(&mut spreads) {
                if source.fixed.is_none() {
                    spread.add(&source.of_rounds(&sums)[..count]);
                }
            }
            left -= count;
        }
        spreads
    }

    /// The rows side by side, for questions in the order of the counts.
    fn lanes(&self, draws: &Draws) -> Vec<Box<dyn AddUp>> {
        let (together, apart) = self.counts.split_at(draws.kinds());
        let numbered = apart.iter().zip(together.len()..);
        let of_question: Vec<usize> = numbered
            .flat_map(|(count, row)| std::iter::repeat_n(row, *count))
            .collect();
        let apart = Apart {
            together: together.len(),
            of_question: &of_question,
            in_pairs: draws.others() <= PAIRED,
        };
        let width = self.kinds[0].len();
        (0..width)
            .step_by(WIDEST)
            .map(|from| {
                let rows: Vec<&[f64]> = self.kinds.iter().map(|row| &row[from..]).collect();
                match width - from {
                    1 => Lanes::<1>::of(&rows, &apart),
                    2 => Lanes::<2>::of(&rows, &apart),
                    3 | 4 => Lanes::<4>::of(&rows, &apart),
                    5 | 6 => Lanes::<6>::of(&rows, &apart),
                    _ => Lanes::<WIDEST>::of(&rows, &apart),
                }
            })
            .collect()
    }
}

/// Draws a round and adds it up.
fn draw(draws: &mut Draws, lanes: &[Box<dyn AddUp>], cells: &mut [f64]) {
    let round = draws.round();
    // The same questions for all lanes.
    let (from, mut to) = (round.random.clone(), None);
    for (lanes, cells) in lanes.iter().zip(cells.chunks_mut(WIDEST)) {
        let random = to.insert(from.clone());
        lanes.add_up(round.counts, round.others, random, cells);
    }
    if let Some(to) = to {
        *round.random = to;
    }
}

/// The different rows with how often each occurs, the most frequent one first.
fn kinds(cells: &[f64], width: usize) -> (Vec<usize>, Vec<Vec<f64>>) {
    if width == 0 {
        return (Vec::new(), Vec::new());
    }
    let mut rows: Vec<&[f64]> = cells.chunks_exact(width).collect();
    rows.sort_unstable_by(|a, b| {
        let mut cells = a.iter().zip(*b).map(|(a, b)| a.total_cmp(b));
        cells.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
    let mut kinds: Vec<&[&[f64]]> = rows.chunk_by(|a, b| a == b).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.len()));
    let different = kinds.iter().map(|kind| (kind.len(), kind[0].to_vec()));
    different.unzip()
}

/// So many cells are added up side by side.
const WIDEST: usize = 8;

/// Up to so many questions, the sums of all pairs are kept: few enough for the processor to have them
/// at hand.
const PAIRED: usize = 90;

/// How questions are drawn.
struct Apart<'q> {
    /// How many kinds are drawn together.
    together: usize,
    /// Which row each of the other questions has.
    of_question: &'q [usize],
    /// Whether those are drawn in pairs.
    in_pairs: bool,
}

/// Adds up what a round draws.
trait AddUp {
    /// So many questions of each kind, and so many others, which are drawn here.
    fn add_up(&self, counts: &[f64], others: usize, random: &mut SplitMix64, sums: &mut [f64]);
}

/// Cells of questions side by side.
struct Lanes<const L: usize> {
    /// Those of each kind that is drawn together.
    kinds: Vec<[f64; L]>,
    /// Those of each other question.
    singles: Vec<[f64; L]>,
    /// The sums of every two other questions, if they are few enough to be drawn in pairs.
    pairs: Vec<[f64; L]>,
}

impl<const L: usize> Lanes<L> {
    fn of(rows: &[&[f64]], apart: &Apart<'_>) -> Box<dyn AddUp> {
        let lanes = |row: &[f64]| std::array::from_fn(|at| row.get(at).copied().unwrap_or(0.0));
        let kinds = rows[..apart.together].iter().map(|row| lanes(row));
        let singles = apart.of_question.iter().map(|at| lanes(rows[*at]));
        let singles: Vec<[f64; L]> = singles.collect();
        let mut pairs = Vec::new();
        if apart.in_pairs {
            pairs.reserve_exact(singles.len() * singles.len());
            for one in &singles {
                pairs.extend(
                    singles
                        .iter()
                        .map(|other| -> [f64; L] { std::array::from_fn(|at| one[at] + other[at]) }),
                );
            }
        }
        Box::new(Self {
            kinds: kinds.collect(),
            singles,
            pairs,
        })
    }
}

impl<const L: usize> AddUp for Lanes<L> {
    fn add_up(&self, counts: &[f64], others: usize, random: &mut SplitMix64, sums: &mut [f64]) {
        let mut all = if self.pairs.is_empty() {
            drawn(&self.singles, others, random)
        } else {
            drawn(&self.pairs, others / 2, random)
        };
        if !self.pairs.is_empty() && others % 2 == 1 {
            let last = drawn(&self.singles, 1, random);
            all = std::array::from_fn(|at| all[at] + last[at]);
        }
        for (row, count) in self.kinds.iter().zip(counts) {
            all = std::array::from_fn(|at| all[at] + row[at] * count);
        }
        let most = sums.len().min(L);
        sums[..most].copy_from_slice(&all[..most]);
    }
}

/// The sum of so many rows that are drawn.
#[inline]
fn drawn<const L: usize>(rows: &[[f64; L]], count: usize, random: &mut SplitMix64) -> [f64; L] {
    // In two sums, so that none has to wait for the one before.
    let (mut even, mut odd) = ([0.0; L], [0.0; L]);
    for _ in 0..count / 2 {
        let [one, other] = two(rows.len(), random).map(|place| &rows[place]);
        for at in 0..L {
            even[at] += one[at];
            odd[at] += other[at];
        }
    }
    if count % 2 == 1 {
        let [one, _] = two(rows.len(), random);
        even = std::array::from_fn(|at| even[at] + rows[one][at]);
    }
    std::array::from_fn(|at| even[at] + odd[at])
}
