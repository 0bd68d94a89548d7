//! Draws one chart of each kind, wide and narrow, light and dark, into a folder.
//!
//! `cargo run -p lydite-picture --example gallery FOLDER`

use std::path::PathBuf;
use std::{env, fs, io};

use lydite_picture::{
    Axis, Bar, Bars, Chart, Difference, Differences, HeatMap, Histogram, Paint, Point, Scatter,
    Scheme, StackedBars, StackedRow, Theme, Unit,
};

fn main() -> io::Result<()> {
    let folder = env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("gallery"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    for (name, chart) in charts() {
        for (size, width) in [("wide", 800.0), ("narrow", 400.0)] {
            for (light, scheme) in [("light", Scheme::Light), ("dark", Scheme::Dark)] {
                let svg = chart.render(&Theme::default().width(width).scheme(scheme));
                fs::write(folder.join(format!("{name}-{size}-{light}.svg")), svg)?;
            }
        }
        fs::write(
            folder.join(format!("{name}.svg")),
            chart.render(&Theme::default()),
        )?;
    }
    Ok(())
}

fn charts() -> Vec<(&'static str, Chart)> {
    vec![
        ("bars", bars()),
        ("groups", groups()),
        ("stacked", stacked()),
        ("heat-map", heat_map()),
        ("heat-map-many", heat_map_many()),
        ("scatter", scatter(400)),
        ("density", scatter(100_000)),
        ("histogram", histogram()),
        ("histogram-wide", histogram_wide()),
    ]
}

/// Systems, their places and scores.
const SYSTEMS: [(&str, &str, f64, f64); 7] = [
    ("1", "Amber", 0.430, 0.062),
    (
        "1",
        "a fine-tuned system with a very long descriptive name, run 2",
        0.412,
        0.064,
    ),
    ("1", "Basalt", 0.398, 0.066),
    ("4", "Chert", 0.222, 0.055),
    ("4", "知识图谱问答系统", 0.204, 0.051),
    ("6", "سؤال وجواب", 0.071, 0.032),
    ("6", "silence", 0.0, 0.0),
];

fn bars() -> Chart {
    let mut bars = Bars::new("macro F1");
    let mut differences = Differences::new("difference in macro F1");
    for (place, name, score, half) in SYSTEMS {
        let bar = Bar::new(score).interval((score - half).max(0.0), score + half);
        bars = bars.placed_row(place, name, [bar]);
        if name != "Amber" {
            let value = score - 0.43;
            let row = Difference::new(value).interval(value - 0.07, value + 0.07);
            let row = if value < -0.1 { row.sure() } else { row };
            differences = differences.row(name, row);
        }
    }
    Chart::new("Seven made-up systems", bars)
        .subtitle("150 questions, rules lydite")
        .below("Compared with Amber", differences)
        .note(
            "Whiskers are 95 % confidence intervals. Systems with the same rank cannot be told \
             apart. Filled dots are differences that are probably not chance.",
        )
}

fn groups() -> Chart {
    let mut bars = Bars::new("F1").series(["lydite", "gerbil", "gerbil-2019", "qald"]);
    for (_, name, score, half) in SYSTEMS {
        let bar = |add: f64| {
            Bar::new(score + add).interval((score + add - half).max(0.0), score + add + half)
        };
        bars = bars.row(name, [bar(0.0), bar(0.05), bar(0.04), Bar::missing()]);
    }
    Chart::new("The same systems under four rule sets", bars).subtitle("150 made-up questions")
}

fn stacked() -> Chart {
    let mut bars = StackedBars::new("questions").shares();
    for (number, name) in ["right", "partly right", "wrong", "no answer", "error"]
        .iter()
        .enumerate()
    {
        bars = bars.part(*name, Paint::series(number));
    }
    for (number, dataset) in ["A small benchmark", "A large one"].iter().enumerate() {
        for (system, (_, name, ..)) in SYSTEMS.iter().enumerate().take(3) {
            let row = StackedRow::new(
                *name,
                [
                    60.0 - 9.0 * system as f64,
                    22.0,
                    31.0,
                    30.0 + 9.0 * system as f64,
                    7.0 * number as f64,
                ],
            )
            .note("150 questions");
            bars = bars.row(if system == 0 {
                row.heading(*dataset)
            } else {
                row
            });
        }
    }
    Chart::new("How questions end", bars)
}

fn heat_map() -> Chart {
    let mut map = HeatMap::new("F1", ["Amber", "Basalt", "Chert", "silence"]);
    for (feature, values) in [
        ("answer type", vec!["resource", "boolean", "number", "date"]),
        (
            "number of triple patterns",
            vec!["1", "2", "3", "4 or more"],
        ),
    ] {
        map = map.heading(feature);
        for (number, value) in values.iter().enumerate() {
            let score = |system: usize| {
                let score = 0.61 - 0.13 * system as f64 - 0.07 * number as f64
                    + 0.02 * (system * number) as f64;
                (system < 3 || number > 0).then_some(score.max(0.0))
            };
            map = map.row(*value, format!("{}", 84 >> number), (0..4).map(score));
        }
    }
    Chart::new("Where systems are strong", map)
        .subtitle("made-up figures")
        .note("The number of questions is shown beside each value.")
}

fn heat_map_many() -> Chart {
    let systems = (1..=14).map(|number| format!("system with a name, run {number}"));
    let mut map = HeatMap::new(Axis::new("F1").covering(0.0, 1.0), systems);
    for (number, rules) in ["lydite", "gerbil", "gerbil-2019", "qald", "text2sparql"]
        .iter()
        .enumerate()
    {
        let cells = (0..14).map(|system| Some(((system * 7 + number * 3) % 15) as f64 / 15.0));
        map = map.row(*rules, "", cells);
    }
    Chart::new("Fourteen systems under five rule sets", map)
}

/// Numbers that look as if they were drawn by chance, the same each time.
fn noise(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    })
}

fn scatter(count: usize) -> Chart {
    let mut random = noise(7);
    let mut near = move || (0..6).map(|_| random.next().unwrap_or(0.5)).sum::<f64>() / 6.0 - 0.5;
    let points: Vec<Point> = (0..count)
        .map(|number| {
            let side = if number % 3 == 0 { 0.5 } else { -0.3 };
            Point::new(side + near(), side * 0.4 + near()).weight(1.0 + (number % 7) as f64)
        })
        .collect();
    let chosen = points.iter().step_by(count / 12).cloned();
    let chosen: Vec<Point> = chosen
        .map(|point| point.label("a chosen question"))
        .collect();
    let plot = Scatter::new(
        "first component (31 % of the variance)",
        "second component (18 %)",
    )
    .points("all questions", points)
    .chosen("the sample", chosen);
    Chart::new("Questions by similarity", plot)
        .note("Larger circles represent more questions with equal features.")
}

fn histogram() -> Chart {
    let lengths = |count: usize, seed: u64| {
        let mut random = noise(seed);
        (0..count).map(move |_| {
            let sum: f64 = random.by_ref().take(4).sum();
            (3.0 + sum * 4.0).round()
        })
    };
    let histogram = Histogram::new("words in a question", "questions")
        .painted_group("all questions", Paint::BACKDROP, lengths(2_000, 3))
        .painted_group("the sample", Paint::series(1), lengths(40, 5));
    Chart::new("How long questions are", histogram)
}

fn histogram_wide() -> Chart {
    let answers = noise(11)
        .take(500)
        .map(|share| (1.0 / (1.0 - share)).powf(1.6).floor());
    let axis = Axis::new("answers of a question").unit(Unit::Count);
    let histogram = Histogram::new(axis, "questions").group("made-up answers", answers);
    Chart::new("How many answers questions have", histogram).note("Ranges grow to the right.")
}
