//! Reads a picture as a reader of SVG does, and finds out where its texts lie.

use lydite_picture::text_width;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A picture as it was read.
#[derive(Debug, Default)]
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) texts: Vec<Text>,
    pub(crate) tooltips: Vec<String>,
    pub(crate) elements: Vec<String>,
    /// Every attribute of every shape, by element.
    pub(crate) shapes: Vec<(String, Vec<(String, String)>)>,
}

/// A text with the four corners of its box.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) corners: [(f64, f64); 4],
    x: f64,
    y: f64,
    size: f64,
    anchor: String,
    bold: bool,
    turned: f64,
}

impl Picture {
    /// Reads it; anything that is not well-formed is a failure.
    pub(crate) fn read(svg: &str) -> Self {
        let mut reader = Reader::from_str(svg);
        reader.config_mut().check_end_names = true;
        let mut picture = Self::default();
        let mut open: Vec<String> = Vec::new();
        loop {
            match reader
                .read_event()
                .unwrap_or_else(|error| panic!("{error}: {svg}"))
            {
                Event::Start(start) => {
                    picture.begin(&start);
                    open.push(name(&start));
                }
                Event::Empty(start) => picture.begin(&start),
                Event::End(_) => {
                    open.pop().unwrap();
                }
                Event::Text(text) => {
                    let text = text.as_ref().to_owned();
                    picture.content(&open, &text);
                }
                Event::GeneralRef(reference) => {
                    let text = match reference.as_ref() {
                        "amp" => "&",
                        "lt" => "<",
                        "gt" => ">",
                        "quot" => "\"",
                        other => panic!("the entity {other}"),
                    };
                    picture.content(&open, text);
                }
                Event::Eof => break,
                other => panic!("{other:?} in {svg}"),
            }
        }
        assert!(open.is_empty(), "{open:?} not closed");
        for text in &mut picture.texts {
            text.place();
        }
        picture
    }

    fn begin(&mut self, start: &BytesStart<'_>) {
        let name = name(start);
        let attributes: Vec<(String, String)> = start
            .attributes()
            .map(|attribute| {
                let attribute = attribute.unwrap();
                let key = attribute.key.as_ref().to_owned();
                (key, attribute.value.into_owned())
            })
            .collect();
        let get = |key: &str| {
            let mut found = attributes.iter().filter(|(name, _)| name == key);
            found.next().map(|(_, value)| value.clone())
        };
        let number = |key: &str| get(key).map_or(0.0, |value| value.parse::<f64>().unwrap());
        match name.as_str() {
            "svg" => {
                assert_eq!(get("role").as_deref(), Some("img"));
                (self.width, self.height) = (number("width"), number("height"));
                let view = format!("0 0 {} {}", self.width, self.height);
                assert_eq!(get("viewBox"), Some(view));
            }
            "text" => self.texts.push(Text {
                text: String::new(),
                corners: [(0.0, 0.0); 4],
                x: number("x"),
                y: number("y"),
                size: number("font-size"),
                anchor: get("text-anchor").unwrap_or_default(),
                bold: get("font-weight").is_some(),
                turned: get("transform").map_or(0.0, |transform| {
                    let inside = transform.trim_start_matches("rotate(");
                    inside.split(' ').next().unwrap().parse().unwrap()
                }),
            }),
            "title" if self.elements.len() > 1 => self.tooltips.push(String::new()),
            _ => {}
        }
        self.elements.push(name.clone());
        self.shapes.push((name, attributes));
    }

    fn content(&mut self, open: &[String], text: &str) {
        let names: Vec<&str> = open.iter().map(String::as_str).collect();
        match names.as_slice() {
            ["svg", "title"] => self.title.push_str(text),
            ["svg", "desc"] => self.description.push_str(text),
            ["svg", "text"] => self.texts.last_mut().unwrap().text.push_str(text),
            [.., "title"] => self.tooltips.last_mut().unwrap().push_str(text),
            ["svg", "style"] => {}
            _ => assert!(text.trim().is_empty(), "{text} in {names:?}"),
        }
    }
}

fn name(start: &BytesStart<'_>) -> String {
    start.name().as_ref().to_owned()
}

impl Text {
    fn place(&mut self) {
        let width = text_width(&self.text, self.size) * if self.bold { 1.1 } else { 1.0 };
        let left = match self.anchor.as_str() {
            "middle" => -width / 2.0,
            "end" => -width,
            _ => 0.0,
        };
        // From the tops of capitals to the baseline; what hangs below is short.
        let (top, bottom) = (-0.75 * self.size, 0.1 * self.size);
        let angle = self.turned.to_radians();
        let corner = |x: f64, y: f64| {
            (
                self.x + x * angle.cos() - y * angle.sin(),
                self.y + x * angle.sin() + y * angle.cos(),
            )
        };
        self.corners = [
            corner(left, top),
            corner(left + width, top),
            corner(left + width, bottom),
            corner(left, bottom),
        ];
    }

    /// Whether two texts touch: no line parallel to a side of either parts them.
    pub(crate) fn touches(&self, other: &Self) -> bool {
        let axes = [self, other].into_iter().flat_map(|text| {
            let [a, b, c, _] = text.corners;
            [(b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1)]
        });
        let spread = |text: &Self, axis: (f64, f64)| {
            let along = text.corners.map(|(x, y)| x * axis.0 + y * axis.1);
            let low = along.into_iter().fold(f64::INFINITY, f64::min);
            (low, along.into_iter().fold(f64::NEG_INFINITY, f64::max))
        };
        axes.into_iter().all(|axis| {
            let ((a, b), (c, d)) = (spread(self, axis), spread(other, axis));
            // Places are rounded to a tenth.
            let length = axis.0.hypot(axis.1).max(1e-9);
            (b.min(d) - a.max(c)) / length > 0.3
        })
    }
}
