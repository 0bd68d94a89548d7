//! Random graphs and queries, the same for the same seed.

use std::fmt::Write;

use lydite_model::random::SplitMix64;

pub(crate) struct Random(SplitMix64);

const VARIABLES: [&str; 5] = ["?a", "?b", "?c", "?d", "?e"];
const PROPERTIES: [&str; 3] = [":p", ":q", ":r"];

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0.next_u64() % limit
    }

    fn pick<'l>(&mut self, list: &[&'l str]) -> &'l str {
        list[self.below(list.len() as u64) as usize]
    }

    fn node(&mut self) -> String {
        format!(":n{}", self.below(8))
    }

    /// A small dense graph with numbers and names.
    pub(crate) fn graph(&mut self) -> String {
        let mut triples = String::new();
        for _ in 0..36 {
            let (s, o) = (self.below(8), self.below(8));
            let p = self.pick(&["p", "q", "r"]);
            writeln!(triples, "<http://e/n{s}> <http://e/{p}> <http://e/n{o}> .").unwrap();
        }
        for node in 0..8 {
            for _ in 0..self.below(3) {
                let number = self.below(6);
                writeln!(
                    triples,
                    "<http://e/n{node}> <http://e/v> \"{number}\"^^<http://www.w3.org/2001/XMLSchema#integer> ."
                )
                .unwrap();
            }
            if self.below(2) == 0 {
                let name = self.pick(&["ada", "bob", "eve"]);
                writeln!(triples, "<http://e/n{node}> <http://e/name> \"{name}\" .").unwrap();
            }
        }
        triples
    }

    fn end(&mut self) -> String {
        if self.below(5) == 0 {
            self.node()
        } else {
            self.pick(&VARIABLES[..4]).to_owned()
        }
    }

    fn path(&mut self, depth: u64) -> String {
        let p = self.pick(&PROPERTIES);
        if depth == 0 {
            return p.to_owned();
        }
        match self.below(8) {
            0 => format!("({}|{})", self.path(depth - 1), self.path(depth - 1)),
            1 => format!("({}/{})", self.path(depth - 1), self.path(depth - 1)),
            2 => format!("^({})", self.path(depth - 1)),
            3 => format!("({})+", self.path(depth - 1)),
            4 => format!("({})*", self.path(depth - 1)),
            5 => format!("({})?", self.path(depth - 1)),
            6 => {
                let other = self.pick(&PROPERTIES);
                format!("!({p}|^{other})")
            }
            _ => p.to_owned(),
        }
    }

    fn triple(&mut self) -> String {
        match self.below(8) {
            0 => format!("{} :v ?e . ", self.pick(&VARIABLES[..4])),
            1 => {
                let (s, o) = (self.end(), self.end());
                format!("{s} {} {o} . ", self.path(2))
            }
            2 => format!("{} :name ?e . ", self.pick(&VARIABLES[..4])),
            _ => {
                let (s, o) = (self.end(), self.end());
                format!("{s} {} {o} . ", self.pick(&PROPERTIES))
            }
        }
    }

    fn condition(&mut self) -> String {
        let one = self.pick(&VARIABLES[..4]);
        let other = self.pick(&VARIABLES[..4]);
        match self.below(7) {
            0 => format!("{one} != {other}"),
            1 => format!("{one} = {}", self.node()),
            2 => format!("?e > {}", self.below(5)),
            3 => format!("BOUND({one})"),
            4 => format!("NOT EXISTS {{ {} }}", self.triple()),
            5 => format!("EXISTS {{ {} }}", self.triple()),
            _ => format!("({one} = {other} || ?e = {})", self.below(5)),
        }
    }

    fn group(&mut self, depth: u64) -> String {
        let mut text = String::new();
        for _ in 0..=self.below(2) {
            text += &self.triple();
        }
        if depth > 0 && self.below(4) > 0 {
            let inner = self.group(depth - 1);
            text += &match self.below(7) {
                0 | 1 => format!("OPTIONAL {{ {inner} }} "),
                2 => format!("{{ {inner} }} UNION {{ {} }} ", self.group(depth - 1)),
                3 => format!("MINUS {{ {inner} }} "),
                4 => format!("{{ SELECT DISTINCT ?a ?b {{ {inner} }} }} "),
                5 => format!("{{ SELECT ?a (COUNT(*) AS ?n) {{ {inner} }} GROUP BY ?a }} "),
                _ => format!("VALUES ?a {{ {} {} }} ", self.node(), self.node()),
            };
        }
        if self.below(3) == 0 {
            let condition = self.condition();
            write!(text, "FILTER({condition}) ").unwrap();
        }
        text
    }

    /// A query whose results do not depend on the engine.
    pub(crate) fn query(&mut self) -> String {
        let group = self.group(2);
        let body = match self.below(8) {
            0 => format!("SELECT (COUNT(*) AS ?n) {{ {group} }}"),
            1 => format!("SELECT ?a (COUNT(DISTINCT ?b) AS ?m) {{ {group} }} GROUP BY ?a"),
            2 => format!(
                "SELECT ?a (SUM(?e) AS ?s) (MIN(?e) AS ?x) (MAX(?e) AS ?y) {{ {group} ?a :v ?e }} GROUP BY ?a"
            ),
            3 => format!("SELECT DISTINCT ?a ?b ?c {{ {group} }}"),
            4 => format!("SELECT DISTINCT ?a {{ ?a :p ?z . {group} }} ORDER BY ?a LIMIT 3"),
            5 => format!(
                "SELECT ?a (COUNT(*) AS ?n) {{ {group} }} GROUP BY ?a HAVING (COUNT(*) > 1)"
            ),
            _ => format!("SELECT ?a ?b ?c ?d ?e {{ {group} }}"),
        };
        format!("PREFIX : <http://e/> {body}")
    }
}
