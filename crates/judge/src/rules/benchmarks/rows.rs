//! Rows compared as SPINACH compares them: the best assignment of rows, cell by cell.

use lydite_model::{Table, Term};

/// Above so many pairs of rows the assignment is not searched for.
const MOST_PAIRS: usize = 4_000_000;

/// The columns that are no labels or descriptions.
pub(super) fn named(gold: &Table) -> Vec<usize> {
    let is_label = |name: &str| name.ends_with("Label") || name.ends_with("Description");
    let columns = gold.columns.iter().enumerate();
    columns
        .filter(|(_, name)| !is_label(name))
        .map(|(at, _)| at)
        .collect()
}

/// The row-major F1: `2tp / (2tp + error)`; 0/0 is 0. `None` where there are too many rows to decide.
pub(super) fn row_f1(gold: &Table, system: &Table) -> Option<f64> {
    let pairs = pair(gold, system, &named(gold))?;
    Some(f1_of(&pairs, gold, system))
}

/// What pairs of rows come to, with those that have no partner.
pub(super) fn f1_of(pairs: &[(usize, usize, f64)], gold: &Table, system: &Table) -> f64 {
    let (mut right, mut error) = (0.0, 0.0);
    for (.., score) in pairs {
        right += score;
        error += if *score == 0.0 { 2.0 } else { 1.0 - score };
    }
    error += (gold.rows().count() + system.rows().count() - 2 * pairs.len()) as f64;
    if right + error == 0.0 {
        0.0
    } else {
        2.0 * right / (2.0 * right + error)
    }
}

/// Pairs rows so that they agree as much as possible; each pair with the share of gold cells in
/// these columns that the other row has. `None` where there are too many rows to decide.
pub(super) fn pair(
    gold: &Table,
    system: &Table,
    columns: &[usize],
) -> Option<Vec<(usize, usize, f64)>> {
    let rows: Vec<Vec<&Term>> = (gold.rows())
        .map(|row| columns.iter().filter_map(|at| row[*at].as_ref()).collect())
        .collect();
    let given: Vec<Vec<&Term>> = (system.rows())
        .map(|row| row.iter().flatten().collect())
        .collect();
    if rows.is_empty() || given.is_empty() {
        return Some(Vec::new());
    }
    if rows.len() * given.len() > MOST_PAIRS {
        return None;
    }
    let score = |row: &[&Term], other: &[&Term]| {
        let found = row.iter().filter(|term| other.contains(term)).count();
        if row.is_empty() {
            0.0
        } else {
            found as f64 / row.len() as f64
        }
    };
    let matrix: Vec<Vec<f64>> = (rows.iter())
        .map(|row| given.iter().map(|other| score(row, other)).collect())
        .collect();
    let pairs = assignment(&matrix).into_iter();
    Some(
        pairs
            .map(|(row, other)| (row, other, matrix[row][other]))
            .collect(),
    )
}

/// The pairs of rows and columns with the greatest sum (Kuhn and Munkres).
fn assignment(weights: &[Vec<f64>]) -> Vec<(usize, usize)> {
    let (height, width) = (weights.len(), weights[0].len());
    let turned = height > width;
    let (n, m) = if turned {
        (width, height)
    } else {
        (height, width)
    };
    let cost = |row: usize, column: usize| {
        if turned {
            -weights[column][row]
        } else {
            -weights[row][column]
        }
    };
    // Potentials of rows and columns, and the row of each column; index 0 stands for none.
    let (mut u, mut v) = (vec![0.0; n + 1], vec![0.0; m + 1]);
    let mut row_of = vec![0; m + 1];
    let mut way = vec![0; m + 1];
    for row in 1..=n {
        row_of[0] = row;
        let mut column = 0;
        let mut least = vec![f64::INFINITY; m + 1];
        let mut used = vec![false; m + 1];
        loop {
            used[column] = true;
            let (here, mut delta, mut next) = (row_of[column], f64::INFINITY, 0);
            for other in 1..=m {
                if used[other] {
                    continue;
                }
                let reduced = cost(here - 1, other - 1) - u[here] - v[other];
                if reduced < least[other] {
                    least[other] = reduced;
                    way[other] = column;
                }
                if least[other] < delta {
                    delta = least[other];
                    next = other;
                }
            }
            for other in 0..=m {
                if used[other] {
                    u[row_of[other]] += delta;
                    v[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
            column = next;
            if row_of[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let before = way[column];
            row_of[column] = row_of[before];
            column = before;
        }
    }
    let pairs = (1..=m).filter(|column| row_of[*column] != 0);
    pairs
        .map(|column| {
            let (row, column) = (row_of[column] - 1, column - 1);
            if turned { (column, row) } else { (row, column) }
        })
        .collect()
}
