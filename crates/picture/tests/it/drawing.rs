//! What pictures show.

use lydite_picture::{
    Axis, Bar, Bars, Chart, Colour, HeatMap, Histogram, Paint, Point, Scatter, Scheme, StackedBars,
    StackedRow, Theme, Unit,
};

use crate::layout::check;
use crate::read::Picture;

fn texts(picture: &Picture) -> Vec<&str> {
    picture
        .texts
        .iter()
        .map(|text| text.text.as_str())
        .collect()
}

#[test]
fn two_hundred_bars_with_long_names_are_all_there() {
    let mut bars = Bars::new("F1");
    for number in 0..200 {
        let name = format!("a system with a rather long and descriptive name, number {number}");
        bars = bars.row(name, [Bar::new(f64::from(number) / 200.0)]);
    }
    let picture = check(&Chart::new("Many", bars));
    let labels = picture
        .texts
        .iter()
        .filter(|text| text.text.starts_with("a system"));
    assert_eq!(labels.count(), 200);
    // What does not fit is there in full when one points at it.
    let full = "a system with a rather long and descriptive name, number 7";
    assert!(picture.tooltips.iter().any(|tooltip| tooltip == full));
}

#[test]
fn empty_charts_one_point_and_equal_values_are_pictures() {
    check(&Chart::new("", Bars::new("")));
    check(&Chart::new(
        "Empty",
        HeatMap::new("F1", Vec::<String>::new()),
    ));
    check(&Chart::new("Empty", Scatter::new("x", "y")));
    check(&Chart::new("Empty", Histogram::new("x", "things")));
    check(&Chart::new("Empty", StackedBars::new("things")));
    check(&Chart::new(
        "One",
        Scatter::new("x", "y").points("p", [Point::new(3.0, 3.0)]),
    ));
    let equal = Histogram::new("x", "things").group("g", [0.25; 40]);
    check(&Chart::new("Equal", equal));
    let negative = Bars::new("x")
        .row("a", [Bar::new(-3.0)])
        .row("b", [Bar::new(2.0)]);
    check(&Chart::new("Negative", negative));
}

#[test]
fn counts_have_whole_labels() {
    let histogram = Histogram::new("triple patterns", "questions").group("g", [1.0, 2.0, 2.0, 5.0]);
    let picture = check(&Chart::new("Counts", histogram));
    for label in ["1", "2", "3", "4", "5"] {
        assert!(texts(&picture).contains(&label), "{label}");
    }
    assert!(!texts(&picture).iter().any(|text| text.contains('.')));
    assert!(picture.tooltips.contains(&"2: 2 (50.0 %)".to_owned()));
}

#[test]
fn values_of_very_different_sizes_have_growing_ranges() {
    let mut values = vec![1.0; 300];
    values.extend([2.0, 30.0, 4_000.0]);
    let axis = Axis::new("answers").unit(Unit::Count);
    let picture = check(&Chart::new(
        "Wide",
        Histogram::new(axis, "questions").group("g", values),
    ));
    assert!(
        picture
            .tooltips
            .contains(&"2,000 to 4,999: 1 (0.3 %)".to_owned()),
        "{:?}",
        picture.tooltips
    );
}

#[test]
fn yes_and_no_are_named() {
    let histogram = Histogram::new("whWho", "questions")
        .names(["no", "yes"])
        .group("g", [0.0, 0.0]);
    let picture = check(&Chart::new("Facts", histogram));
    assert!(texts(&picture).contains(&"no") && texts(&picture).contains(&"yes"));
}

#[test]
fn a_hundred_thousand_points_make_a_small_picture() {
    let points = (0..100_000).map(|number| {
        let angle = f64::from(number) * 0.01;
        Point::new(
            angle.cos() * f64::from(number),
            angle.sin() * f64::from(number),
        )
    });
    let plot = Scatter::new("x", "y")
        .points("all", points)
        .chosen("chosen", [Point::new(5.0, 5.0)]);
    let svg = Chart::new("Many", plot).render(&Theme::default());
    assert!(svg.len() < 1_200_000, "{}", svg.len());
    let picture = Picture::read(&svg);
    assert_eq!(
        picture
            .elements
            .iter()
            .filter(|name| *name == "circle")
            .count(),
        1
    );
    assert!(picture.description.contains("all: 100000 points"));
}

#[test]
fn intervals_are_drawn_and_said() {
    let axis = Axis::new("F1").covering(0.0, 1.0);
    let bars = Bars::new(axis.clone()).row("one", [Bar::new(0.5).interval(0.4, 0.6)]);
    let picture = check(&Chart::new("Scores", bars));
    assert_eq!(picture.tooltips, ["one: 0.500 (0.400 to 0.600)"]);
    assert!(picture.description.contains("one: 0.500 (0.400 to 0.600)"));
    let lines = picture
        .elements
        .iter()
        .filter(|name| *name == "line")
        .count();
    let plain = Bars::new(axis).row("one", [Bar::new(0.5)]);
    let plain = check(&Chart::new("Scores", plain));
    assert_eq!(
        lines - plain.elements.iter().filter(|name| *name == "line").count(),
        6
    );
}

#[test]
fn neighbours_that_share_a_place_are_joined() {
    let lines = |places: [&str; 2]| {
        let [a, b] = places;
        let bars = Bars::new("F1")
            .placed_row(a, "one", [Bar::new(0.5)])
            .placed_row(b, "other", [Bar::new(0.4)]);
        let picture = check(&Chart::new("Scores", bars));
        picture
            .elements
            .iter()
            .filter(|name| *name == "line")
            .count()
    };
    assert_eq!(lines(["1", "1"]), lines(["1", "2"]) + 1);
}

#[test]
fn text_on_colour_can_be_read() {
    let row = |step: u32| (0..8).map(move |column| Some(f64::from(step * 8 + column)));
    let mut map = HeatMap::new("value", (0..8).map(|column| format!("c{column}")));
    for step in 0..8 {
        map = map.row(format!("r{step}"), "", row(step));
    }
    let mut bars = StackedBars::new("things").shares();
    for number in 0..8 {
        bars = bars.part(format!("part {number}"), Paint::series(number));
    }
    let bars = bars.row(StackedRow::new("row", [1.0; 8]));
    for scheme in [Scheme::Light, Scheme::Dark] {
        let theme = Theme::default().width(800.0).scheme(scheme);
        for chart in [Chart::new("", map.clone()), Chart::new("", bars.clone())] {
            let picture = Picture::read(&chart.render(&theme));
            let mut ground = None;
            let mut checked = 0;
            let mut texts = picture.texts.iter();
            for (name, attributes) in &picture.shapes {
                let fill = attributes.iter().find(|(key, _)| key == "fill");
                let colour = fill.and_then(|(_, code)| {
                    let digits = code.strip_prefix('#')?;
                    u32::from_str_radix(digits, 16).ok().map(Colour::hex)
                });
                match name.as_str() {
                    "rect" => ground = colour,
                    // The text of a cell comes right after it.
                    "text" => {
                        texts.next();
                        if let Some(ground) = ground.take() {
                            let ink = colour.unwrap();
                            let is_cell = ink == ground.ink();
                            checked += usize::from(is_cell);
                            assert!(!is_cell || ink.contrast(ground) >= 4.5);
                        }
                    }
                    _ => {}
                }
            }
            assert!(checked >= 8, "{checked}");
        }
    }
}

#[test]
fn dark_follows_the_reader_unless_it_is_chosen() {
    let chart = Chart::new("Scores", Bars::new("F1").row("one", [Bar::new(0.5)]));
    let auto = chart.render(&Theme::default());
    assert!(auto.contains("@media (prefers-color-scheme: dark)"));
    let light = chart.render(&Theme::default().scheme(Scheme::Light));
    let dark = chart.render(&Theme::default().scheme(Scheme::Dark));
    assert!(light.contains("#0072b2") && !dark.contains("#0072b2"));
    // Without style sheets, what follows the reader is light.
    assert!(auto.contains("fill=\"#0072b2\""));
}
