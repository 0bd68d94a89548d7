//! The few shapes that charts are made of, as SVG.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::colour::Paint;
use crate::theme::{Scheme, Theme};
use crate::words::{clean, escape, fit};

/// The size of ordinary text.
pub(crate) const BODY: f64 = 13.0;
/// The size of text that stands back.
pub(crate) const SMALL: f64 = 11.5;
/// Between the edge and what is drawn.
pub(crate) const MARGIN: f64 = 14.0;

/// How a text is placed at its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) size: f64,
    pub(crate) paint: Paint,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    /// Degrees, counterclockwise.
    pub(crate) turned: f64,
}

impl Style {
    /// Ordinary text.
    pub(crate) const BODY: Self = Self {
        size: BODY,
        paint: Paint::INK,
        anchor: Anchor::Start,
        bold: false,
        turned: 0.0,
    };
    /// Text that stands back.
    pub(crate) const SMALL: Self = Self {
        size: SMALL,
        paint: Paint::FAINT,
        ..Self::BODY
    };

    pub(crate) const fn at(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) const fn painted(self, paint: Paint) -> Self {
        Self { paint, ..self }
    }

    /// The baseline of a text whose middle is at this height.
    pub(crate) fn baseline(&self, middle: f64) -> f64 {
        middle + self.size * 0.36
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    pub(crate) fn width(&self) -> f64 {
        (self.right - self.left).max(0.0)
    }

    pub(crate) fn height(&self) -> f64 {
        (self.bottom - self.top).max(0.0)
    }

    /// The same, smaller on every side.
    pub(crate) fn inset(self, by: f64) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            right: self.right - by,
            bottom: self.bottom - by,
        }
    }
}

/// What is drawn so far.
pub(crate) struct Canvas {
    pub(crate) width: f64,
    scheme: Scheme,
    shapes: String,
    /// Where a paint is used, for the style that makes it dark.
    paints: BTreeSet<(Use, Paint)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Fill,
    Stroke,
}

impl Use {
    fn name(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Stroke => "stroke",
        }
    }

    fn class(self, paint: Paint) -> String {
        let letter = &self.name()[..1];
        let (light, dark) = (paint.light.digits(), paint.dark.digits());
        format!("ly{letter}{light}-{dark}")
    }
}

// Writing into a text cannot fail.
impl Canvas {
    pub(crate) fn new(theme: &Theme) -> Self {
        Self {
            width: theme.room(),
            scheme: theme.chosen(),
            shapes: String::new(),
            paints: BTreeSet::new(),
        }
    }

    /// The attributes that paint something. They hold where style sheets are not understood; a
    /// style sheet changes them for readers who prefer dark ground.
    fn paint(&mut self, usage: Use, paint: Paint) -> String {
        let name = usage.name();
        match self.scheme {
            Scheme::Light => format!("{name}=\"{}\"", paint.light),
            Scheme::Dark => format!("{name}=\"{}\"", paint.dark),
            Scheme::Auto if paint.light == paint.dark => format!("{name}=\"{}\"", paint.light),
            Scheme::Auto => {
                self.paints.insert((usage, paint));
                format!(
                    "{name}=\"{}\" class=\"{}\"",
                    paint.light,
                    usage.class(paint)
                )
            }
        }
    }

    /// A text. Blanks alone are not set.
    pub(crate) fn text(&mut self, x: f64, y: f64, style: &Style, text: &str) {
        self.titled_text(x, y, style, text, None);
    }

    /// A text in a room: shortened if need be, and then shown in full when one points at it.
    pub(crate) fn label(&mut self, x: f64, y: f64, style: &Style, text: &str, room: f64) {
        let full = clean(text);
        let short = fit(&full, style.size, room);
        let title = (short != full).then_some(full.as_str());
        self.titled_text(x, y, style, &short, title);
    }

    fn titled_text(&mut self, x: f64, y: f64, style: &Style, text: &str, title: Option<&str>) {
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        let fill = self.paint(Use::Fill, style.paint);
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let bold = if style.bold {
            " font-weight=\"600\""
        } else {
            ""
        };
        let _ = write!(
            self.shapes,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{}\"{anchor}{bold} {fill}",
            style.size
        );
        if style.turned != 0.0 {
            let _ = write!(
                self.shapes,
                " transform=\"rotate({} {x:.1} {y:.1})\"",
                -style.turned
            );
        }
        let _ = write!(self.shapes, ">{}", escape(&text));
        self.title(title);
        self.shapes.push_str("</text>\n");
    }

    fn title(&mut self, title: Option<&str>) {
        if let Some(title) = title {
            let _ = write!(self.shapes, "<title>{}</title>", escape(&clean(title)));
        }
    }

    /// A filled rectangle that says what it is when one points at it.
    pub(crate) fn rectangle(&mut self, area: Area, paint: Paint, title: Option<&str>) {
        self.rectangle_with(area, paint, "", title);
    }

    /// A filled rectangle through which one can see.
    pub(crate) fn veil(&mut self, area: Area, paint: Paint, opacity: f64) {
        let attributes = format!(" fill-opacity=\"{opacity:.2}\"");
        self.rectangle_with(area, paint, &attributes, None);
    }

    fn rectangle_with(&mut self, area: Area, paint: Paint, attributes: &str, title: Option<&str>) {
        let fill = self.paint(Use::Fill, paint);
        let _ = write!(
            self.shapes,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" {fill}{attributes}",
            area.left,
            area.top,
            area.width(),
            area.height()
        );
        self.end("rect", title);
    }

    /// The outline of a rectangle.
    pub(crate) fn frame(&mut self, area: Area, paint: Paint) {
        let stroke = self.paint(Use::Stroke, paint);
        let _ = writeln!(
            self.shapes,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" {stroke}/>",
            area.left,
            area.top,
            area.width(),
            area.height()
        );
    }

    /// A line from one point to another.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: Paint, width: f64) {
        let stroke = self.paint(Use::Stroke, paint);
        let _ = writeln!(
            self.shapes,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {stroke} stroke-width=\"{width}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// A disc with a thin rim.
    pub(crate) fn disc(
        &mut self,
        (x, y): (f64, f64),
        radius: f64,
        (fill, rim): (Paint, Paint),
        opacity: f64,
        title: Option<&str>,
    ) {
        // An element has one class attribute.
        let fill = self.paint(Use::Fill, fill);
        let rim = self.paint(Use::Stroke, rim);
        let both = merged(&fill, &rim);
        let _ = write!(
            self.shapes,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {both}"
        );
        if opacity < 1.0 {
            let _ = write!(self.shapes, " fill-opacity=\"{opacity:.2}\"");
        }
        self.end("circle", title);
    }

    fn end(&mut self, name: &str, title: Option<&str>) {
        if title.is_none() {
            self.shapes.push_str("/>\n");
            return;
        }
        self.shapes.push('>');
        self.title(title);
        let _ = writeln!(self.shapes, "</{name}>");
    }

    /// The document.
    pub(crate) fn finish(mut self, title: &str, description: &str, height: f64) -> String {
        let (width, height) = (self.width, height.ceil());
        let shapes = std::mem::take(&mut self.shapes);
        self.rectangle(
            Area {
                left: 0.0,
                top: 0.0,
                right: width,
                bottom: height,
            },
            Paint::GROUND,
            None,
        );
        let ground = std::mem::take(&mut self.shapes);
        let style = self.style();
        let (title, description) = (escape(&clean(title)), escape(&clean(description)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, \
             'Noto Sans', sans-serif\">\n<title>{title}</title>\n<desc>{description}</desc>\n{style}\
             {ground}{shapes}</svg>\n"
        )
    }

    /// What changes for readers who prefer dark ground.
    fn style(&self) -> String {
        if self.paints.is_empty() {
            return String::new();
        }
        let mut style = String::from("<style>@media (prefers-color-scheme: dark) {");
        for (usage, paint) in &self.paints {
            let (class, name) = (usage.class(*paint), usage.name());
            let _ = write!(style, " .{class} {{ {name}: {} }}", paint.dark);
        }
        style.push_str(" }</style>\n");
        style
    }
}

/// Two lists of attributes, each of which may end in a class.
fn merged(one: &str, other: &str) -> String {
    let parts = |text: &str| match text.split_once(" class=\"") {
        Some((before, class)) => (before.to_owned(), class.trim_end_matches('"').to_owned()),
        None => (text.to_owned(), String::new()),
    };
    let ((fill, a), (stroke, b)) = (parts(one), parts(other));
    let classes = [a, b].join(" ");
    match classes.trim() {
        "" => format!("{fill} {stroke}"),
        classes => format!("{fill} {stroke} class=\"{classes}\""),
    }
}
