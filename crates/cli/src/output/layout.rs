//! How wide the columns of a table are on a terminal of some width, and which are left out.

use super::table::Tight;

/// Blanks between columns.
pub(super) const GAP: usize = 2;

/// What a column needs.
#[derive(Clone, Debug)]
pub(super) struct Need {
    /// The width of its widest cell.
    pub cells: usize,
    /// The width of its heading.
    pub heading: usize,
    /// The width of the longest word of its heading.
    pub word: usize,
    pub tight: Tight,
}

/// Where the columns go.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// The columns that are shown with their widths; the others do not fit.
    Columns(Vec<(usize, usize)>),
    /// Side by side they do not fit: each row is a block of lines.
    Blocks,
}

impl Need {
    fn natural(&self) -> usize {
        self.cells.max(self.heading)
    }

    /// Below this width a column of texts is no pleasure to read.
    fn comfortable(&self) -> usize {
        match self.tight {
            Tight::Shorten => self.natural().min(18),
            Tight::Wrap => self.natural().min(24),
            Tight::Keep | Tight::Drop => self.natural(),
        }
    }

    /// Below this width it cannot be read.
    fn least(&self) -> usize {
        match self.tight {
            Tight::Shorten => self.natural().min(10),
            Tight::Wrap => self.natural().min(14),
            Tight::Keep | Tight::Drop => self.with_wrapped_heading(),
        }
    }

    fn with_wrapped_heading(&self) -> usize {
        self.cells.max(self.word.min(12))
    }
}

/// Fits columns into a width: texts give way to a comfortable width, then headings are wrapped, then
/// columns are left out, then texts become narrow. As a last resort rows become blocks.
pub(super) fn fit(needs: &[Need], width: Option<usize>) -> Layout {
    let all: Vec<usize> = (0..needs.len()).collect();
    let Some(width) = width else {
        let widths = all.iter().map(|at| (*at, needs[*at].natural()));
        return Layout::Columns(widths.collect());
    };
    let mut shown = all;
    let comfortable = |at: usize| needs[at].comfortable();
    let wrapped = |at: usize| match needs[at].tight {
        Tight::Keep | Tight::Drop => needs[at].with_wrapped_heading(),
        Tight::Shorten | Tight::Wrap => needs[at].comfortable(),
    };
    let tries: [&dyn Fn(usize) -> usize; 2] = [&comfortable, &wrapped];
    loop {
        for least in tries {
            if let Some(widths) = share(needs, &shown, least, width) {
                return Layout::Columns(widths);
            }
        }
        let last = shown.iter().rposition(|at| needs[*at].tight == Tight::Drop);
        let Some(last) = last else { break };
        shown.remove(last);
    }
    let least = |at: usize| needs[at].least();
    share(needs, &shown, &least, width).map_or(Layout::Blocks, Layout::Columns)
}

/// Shares the width among columns that need at least so much each: whoever wants more than the
/// common cap is cut down to it.
fn share(
    needs: &[Need],
    shown: &[usize],
    least: &dyn Fn(usize) -> usize,
    width: usize,
) -> Option<Vec<(usize, usize)>> {
    let room = width.checked_sub(GAP * shown.len().saturating_sub(1))?;
    let capped = |at: usize, cap: usize| needs[at].natural().min(cap.max(least(at)));
    let fits = |cap: usize| shown.iter().map(|at| capped(*at, cap)).sum::<usize>() <= room;
    let widest = shown.iter().map(|at| needs[*at].natural()).max()?;
    let cap = (0..=widest).rev().find(|cap| fits(*cap))?;
    let mut left = room - shown.iter().map(|at| capped(*at, cap)).sum::<usize>();
    let widths = shown.iter().map(|at| {
        let given = capped(*at, cap);
        let more = left.min(needs[*at].natural() - given);
        left -= more;
        (*at, given + more)
    });
    Some(widths.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(cells: usize, tight: Tight) -> Need {
        Need {
            cells,
            heading: 4,
            word: 4,
            tight,
        }
    }

    #[test]
    fn texts_give_way_before_columns_are_left_out() {
        let needs = [
            need(40, Tight::Shorten),
            need(10, Tight::Keep),
            need(10, Tight::Drop),
        ];
        let columns = |width| match fit(&needs, width) {
            Layout::Columns(columns) => columns,
            Layout::Blocks => Vec::new(),
        };
        assert_eq!(columns(None), [(0, 40), (1, 10), (2, 10)]);
        assert_eq!(columns(Some(64)), [(0, 40), (1, 10), (2, 10)]);
        assert_eq!(columns(Some(50)), [(0, 26), (1, 10), (2, 10)]);
        assert_eq!(columns(Some(40)), [(0, 28), (1, 10)]);
        assert_eq!(columns(Some(22)), [(0, 10), (1, 10)]);
        assert_eq!(fit(&needs, Some(15)), Layout::Blocks);
    }

    #[test]
    fn headings_are_wrapped_before_columns_are_left_out() {
        let mut wide = need(6, Tight::Drop);
        (wide.heading, wide.word) = (16, 10);
        let needs = [need(10, Tight::Keep), wide];
        assert_eq!(
            fit(&needs, Some(22)),
            Layout::Columns(vec![(0, 10), (1, 10)])
        );
    }
}
