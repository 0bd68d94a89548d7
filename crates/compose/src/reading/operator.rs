//! Words that say what is to be done with what others name.

use crate::knowledge::gradable::Gradable;
use crate::knowledge::units::Unit;
use crate::training::Bound;

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    /// The comparison that a symbol stands for.
    pub(crate) fn of_symbol(symbol: &str) -> Option<Self> {
        [
            Self::Equal,
            Self::Less,
            Self::AtMost,
            Self::More,
            Self::AtLeast,
        ]
        .into_iter()
        .find(|comparison| comparison.symbol() == symbol)
    }

    /// What holds where this does not.
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::More,
            Self::More => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }
}

/// What is made of many values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aggregate {
    Average,
    Sum,
    Highest,
    Lowest,
}

impl Aggregate {
    /// The function of SPARQL.
    pub(crate) fn function(self) -> &'static str {
        match self {
            Self::Average => "AVG",
            Self::Sum => "SUM",
            Self::Highest => "MAX",
            Self::Lowest => "MIN",
        }
    }
}

/// The first few in an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extreme {
    /// Whether the largest come first.
    pub(crate) descending: bool,
    /// How many; all of them if none is said.
    pub(crate) limit: Option<usize>,
    pub(crate) offset: usize,
}

/// What is asked for, where the question word says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sought {
    Person,
    Time,
    Place,
}

/// An operation that words ask for.
#[derive(Clone, Debug)]
pub(crate) enum Operator {
    /// *How many X*, *the number of X*.
    Count,
    /// *How many grams*.
    InUnits(Unit),
    /// *How much*.
    HowMuch,
    /// *How long*.
    Degree(&'static Gradable),
    Sought(Sought),
    /// *Heaviest*, *second most expensive*; without adjective *maximum*.
    Extreme(Option<&'static Gradable>, Extreme),
    /// *Most suppliers*.
    Most(Extreme),
    /// *More than 5 grams*, *taller than 5 cm*; of a range both ends.
    Compare {
        adjective: Option<&'static Gradable>,
        bounds: Vec<(Comparison, f64)>,
        unit: Option<Unit>,
        /// Whether no word compares: *five areas*.
        bare: bool,
    },
    /// *Major*, where training has shown what that means: one of these, by what it is said of.
    Convention(Vec<Bound>),
    /// *Dearer than*, and then something.
    CompareTo(Option<&'static Gradable>, Comparison),
    /// *More members*, and then *than*.
    MoreOf(Comparison),
    Than,
    /// *Wider than they are high*.
    CompareOwn(&'static Gradable, Comparison, &'static Gradable),
    /// *Above the average*.
    CompareAverage(Option<&'static Gradable>, Comparison),
    /// *After 1 January 2019*, as bounds of the written date.
    Date(Vec<(Comparison, String)>),
    Not,
    Only,
    Both,
    And,
    Or,
    Comma,
    Colon,
    /// *For each*.
    Each,
    Aggregate(Aggregate),
    /// *What percentage of*.
    Share,
    /// *Sorted by*; whether downwards, if said.
    SortedBy(Option<bool>),
    /// *Cheapest first*: an order without limit.
    First,
    Alphabetical,
    /// *Their*, *its*: what follows is told about what came before.
    Possessive,
    /// *Zero included*.
    KeepMissing,
    /// Yes or no.
    YesNo,
    /// *By how much*, *the difference between*.
    Difference,
}

/// Where in a text words are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Within {
    Anywhere,
    Start,
    End,
}

/// Words that are looked for in texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Search {
    pub(crate) text: String,
    pub(crate) within: Within,
}
