//! Pictures of anything: hostile names, no values, all values.

use lydite_picture::{
    Axis, Bar, Bars, Chart, Difference, Differences, HeatMap, Histogram, Paint, Point, Scatter,
    StackedBars, StackedRow, Unit,
};
use proptest::prelude::*;

use crate::layout::check;

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,12}",
        ".{0,40}",
        Just("</text><script>alert(1)</script>".to_owned()),
        Just("a & b \" ' < > ]]> <!-- \u{0}\u{1b}\u{202e}\u{ffff}".to_owned()),
        Just("نظام الإجابة على الأسئلة باستخدام الرسوم البيانية المعرفية".to_owned()),
        Just("知识图谱问答系统".repeat(8)),
        Just("👩‍🔬🧪 e\u{301}e\u{301}".to_owned()),
        Just("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW".to_owned()),
        Just("/home/someone/runs/2024/answers-of-a-system.final.json".to_owned()),
    ]
}

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..1.0_f64,
        2 => (0..2_000_i32).prop_map(f64::from),
        1 => any::<f64>(),
        1 => proptest::sample::select(vec![
            0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN,
            5e-324, 1e-9, -1e9,
        ]),
    ]
}

fn axis() -> impl Strategy<Value = Axis> {
    let unit = proptest::sample::select(vec![Unit::Plain, Unit::Percent, Unit::Count]);
    (name(), unit).prop_map(|(title, unit)| Axis::new(title).unit(unit))
}

fn bar() -> impl Strategy<Value = Bar> {
    (value(), proptest::option::of((value(), value()))).prop_map(|(value, interval)| {
        let bar = Bar::new(value);
        interval.map_or(bar, |(low, high)| bar.interval(low, high))
    })
}

fn values(most: usize) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(value(), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn bars_of_anything_can_be_read(
        axis in axis(),
        title in name(),
        series in proptest::collection::vec(name(), 0..4),
        rows in proptest::collection::vec((name(), name(), proptest::collection::vec(bar(), 0..4)), 0..12),
    ) {
        let mut bars = Bars::new(axis).series(series);
        for (place, label, row) in rows {
            bars = bars.placed_row(place, label, row);
        }
        check(&Chart::new(title.clone(), bars).subtitle(title.clone()).note(title));
    }

    #[test]
    fn stacks_of_anything_can_be_read(
        title in name(),
        parts in proptest::collection::vec(name(), 0..6),
        rows in proptest::collection::vec((name(), name(), name(), values(7)), 0..8),
        shares in any::<bool>(),
    ) {
        let mut bars = StackedBars::new(title.clone()).beneath(title.clone(), Paint::series(5));
        for (number, part) in parts.into_iter().enumerate() {
            bars = bars.part(part, Paint::series(number));
        }
        for (label, note, heading, row) in rows {
            let beneath = row.first().copied().unwrap_or_default();
            bars = bars.row(StackedRow::new(label, row).note(note).heading(heading).beneath(beneath));
        }
        check(&Chart::new(title, if shares { bars.shares() } else { bars }));
    }

    #[test]
    fn heat_maps_of_anything_can_be_read(
        axis in axis(),
        columns in proptest::collection::vec(name(), 0..14),
        rows in proptest::collection::vec((name(), name(), proptest::collection::vec(proptest::option::of(value()), 0..16)), 0..8),
        heading in name(),
    ) {
        let mut map = HeatMap::new(axis, columns).heading(heading.clone());
        for (label, note, cells) in rows {
            map = map.row(label, note, cells);
        }
        check(&Chart::new(heading, map));
    }

    #[test]
    fn scatters_of_anything_can_be_read(
        (across, up) in (axis(), axis()),
        all in proptest::collection::vec((value(), value(), value(), name()), 0..30),
        chosen in proptest::collection::vec((value(), value()), 0..5),
    ) {
        let all = all.into_iter().map(|(x, y, weight, label)| Point::new(x, y).weight(weight).label(label));
        let plot = Scatter::new(across, up)
            .points("all", all)
            .chosen("chosen", chosen.into_iter().map(|(x, y)| Point::new(x, y)));
        check(&Chart::new("Points", plot));
    }

    #[test]
    fn histograms_of_anything_can_be_read(
        axis in axis(),
        groups in proptest::collection::vec((name(), values(60)), 0..4),
        names in proptest::collection::vec(name(), 0..3),
    ) {
        let mut histogram = Histogram::new(axis, "questions").names(names);
        for (name, values) in groups {
            histogram = histogram.group(name, values);
        }
        check(&Chart::new("Values", histogram));
    }

    #[test]
    fn differences_of_anything_can_be_read(
        axis in axis(),
        rows in proptest::collection::vec((name(), value(), value(), value(), any::<bool>()), 0..10),
    ) {
        let mut plot = Differences::new(axis);
        for (label, value, low, high, sure) in rows {
            let row = Difference::new(value).interval(low, high);
            plot = plot.row(label, if sure { row.sure() } else { row });
        }
        check(&Chart::new("Differences", plot));
    }
}
