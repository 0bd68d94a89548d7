//! What comes with the program: a small graph, a benchmark over it, three made-up systems.

/// A file that comes with the program.
#[derive(Debug)]
pub struct DemoFile {
    /// The name by which it can be used wherever a file is expected.
    pub name: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// The name of the demo graph.
pub const GRAPH: &str = "demo";

/// The graph, in Turtle.
pub static TRIPLES: DemoFile = DemoFile {
    name: "demo.ttl",
    bytes: include_bytes!("../assets/demo.ttl"),
};

/// A benchmark of our own over a small graph of countries, cities, people and works.
pub static BENCHMARK: DemoFile = DemoFile {
    name: "demo.json",
    bytes: include_bytes!("../assets/demo.json"),
};

/// Three deliberately different systems.
pub static SYSTEMS: [DemoFile; 3] = [
    DemoFile {
        name: "careful",
        bytes: include_bytes!("../assets/demo-answers-careful.json"),
    },
    DemoFile {
        name: "eager",
        bytes: include_bytes!("../assets/demo-answers-eager.json"),
    },
    DemoFile {
        name: "encoded",
        bytes: include_bytes!("../assets/demo-answers-encoded.json"),
    },
];

/// The names of the benchmark and the answer files.
pub const NAMES: [&str; 4] = ["demo", "demo-careful", "demo-eager", "demo-encoded"];

/// The benchmark or answer file that is meant by a name: `demo`, `demo.json`, `demo-careful` ….
pub fn find(name: &str) -> Option<&'static DemoFile> {
    let name = name.strip_suffix(".json").unwrap_or(name);
    if name == GRAPH {
        return Some(&BENCHMARK);
    }
    let system = name.strip_prefix("demo-")?;
    let system = system.strip_prefix("answers-").unwrap_or(system);
    SYSTEMS.iter().find(|file| file.name == system)
}
