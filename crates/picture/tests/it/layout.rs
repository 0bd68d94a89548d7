//! What holds of every picture.

use lydite_picture::{Chart, Scheme, Theme};

use crate::read::Picture;

/// Draws a chart at several widths and looks whether anything collides or is cut off.
pub(crate) fn check(chart: &Chart) -> Picture {
    for width in [240.0, 400.0, 560.0, 800.0] {
        let theme = Theme::default().width(width);
        let svg = chart.render(&theme);
        assert_eq!(svg, chart.render(&theme), "the same chart twice");
        let picture = Picture::read(&svg);
        holds(&picture, &svg);
        for scheme in [Scheme::Light, Scheme::Dark] {
            let svg = chart.render(&theme.scheme(scheme));
            assert!(!svg.contains("<style"), "{svg}");
            Picture::read(&svg);
        }
    }
    Picture::read(&chart.render(&Theme::default()))
}

fn holds(picture: &Picture, svg: &str) {
    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
    assert!(!picture.elements.iter().any(|name| name == "script"));
    for text in &picture.texts {
        assert!(!text.text.trim().is_empty());
        for (x, y) in text.corners {
            let inside = x >= -0.2 && x <= picture.width + 0.2 && y >= 0.0 && y <= picture.height;
            assert!(
                inside,
                "{} at {x} {y} of {} × {}\n{svg}",
                text.text, picture.width, picture.height
            );
        }
    }
    for (number, text) in picture.texts.iter().enumerate() {
        for other in &picture.texts[..number] {
            assert!(
                !text.touches(other),
                "`{}` touches `{}` at width {}\n{svg}",
                text.text,
                other.text,
                picture.width
            );
        }
    }
    for (name, attributes) in &picture.shapes {
        for (key, value) in attributes {
            assert!(!key.starts_with("on"), "{name} {key}");
            if ["x", "x1", "x2", "cx"].contains(&key.as_str()) {
                let x: f64 = value.parse().unwrap();
                assert!(
                    (-0.5..=picture.width + 0.5).contains(&x),
                    "{name} {key} {value}\n{svg}"
                );
            }
            if ["width", "height", "r"].contains(&key.as_str()) {
                assert!(value.parse::<f64>().unwrap() >= 0.0, "{name} {key} {value}");
            }
        }
    }
}
