//! Files that people bring: recognised, checked at once, and the next step offered; answers are
//! scored.

use std::path::{Path, PathBuf};

use axum::Extension;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use lydite_digest::sha256_of;
use lydite_formats::unpacks_beyond;
use lydite_judge::rules;
use lydite_lab::Findings;
use lydite_lab::export::html::shown;
use lydite_model::{Diagnostic, Severity};
use maud::{Markup, html};

use super::doing::start;
use super::new::Ordered;
use crate::access::{Role, Visitor};
use crate::app::App;
use crate::error::Fault;
use crate::jobs::Work;
use crate::layout::{Frame, counted, encoded};
use crate::naming;

/// So many times as large as a request a file may be when it is unpacked.
const UNPACKED: u64 = 8;
/// So many diagnostics of a kind are shown.
const SHOWN: usize = 5;

/// A file that was brought.
pub(crate) struct Brought {
    field: String,
    pub(crate) name: String,
    bytes: Vec<u8>,
}

/// The files and the fields of a form.
#[derive(Default)]
pub(crate) struct Form {
    pub(crate) files: Vec<Brought>,
    fields: Vec<(String, String)>,
}

impl Form {
    /// What tells it from other forms.
    pub(crate) fn digest(&self) -> String {
        let mut said = String::new();
        for file in &self.files {
            said.push_str(&format!(
                "{} {} {}\n",
                file.field,
                file.name,
                sha256_of(&file.bytes)
            ));
        }
        for (name, value) in &self.fields {
            said.push_str(&format!("{name} {value}\n"));
        }
        sha256_of(said.as_bytes())
    }

    /// What stands in a field, unless it is empty.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        let found = fields.find(|(own, value)| own == name && !value.trim().is_empty());
        found.map(|(_, value)| value.trim())
    }
}

/// Reads a form.
pub(crate) async fn read(mut form: Multipart) -> Result<Form, Fault> {
    let mut read = Form::default();
    let broken = |error: axum::extract::multipart::MultipartError| {
        Fault::new(error.status(), error.body_text())
    };
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        match field.file_name().map(str::to_owned) {
            Some(file) => {
                let bytes = field.bytes().await.map_err(broken)?.to_vec();
                if !bytes.is_empty() {
                    read.files.push(Brought {
                        field: name,
                        name: file,
                        bytes,
                    });
                }
            }
            None => read
                .fields
                .push((name, field.text().await.map_err(broken)?)),
        }
    }
    Ok(read)
}

impl Brought {
    pub(crate) fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self {
            field: String::new(),
            name: name.to_owned(),
            bytes,
        }
    }

    /// A name for it that no other content has.
    fn own_name(&self) -> String {
        let stem = Path::new(&self.name)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let plain = stem
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
            .take(40);
        let plain: String = plain.collect();
        let stem = if plain.is_empty() { "file" } else { &plain };
        format!("{stem}-{}", &sha256_of(&self.bytes)[..8])
    }

    /// Writes it into a folder, under its own name, unless it is small only while it is packed.
    pub(crate) fn write(&self, app: &App, folder: &Path) -> Result<PathBuf, Fault> {
        let path = folder.join(self.own_name());
        std::fs::write(&path, &self.bytes)?;
        let most = (app.settings.upload_bytes as u64).saturating_mul(UNPACKED);
        // What cannot be unpacked is read as it is, and that says why.
        if unpacks_beyond(&path, most).unwrap_or(false) {
            let message = format!("{} is too large when it is unpacked", self.name);
            return Err(Fault::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        Ok(path)
    }

    /// An error in the words of whoever brought the file: its name, and not where it was put.
    pub(crate) fn fault(&self, error: &lydite_lab::Error) -> Fault {
        let mut message = error.to_string();
        if let Some(at) = message.find(&self.own_name()) {
            let begin = message[..at]
                .rfind(char::is_whitespace)
                .map_or(0, |at| at + 1);
            message.replace_range(begin..at + self.own_name().len(), &self.name);
        }
        Fault::wrong(message).hint(
            "Benchmarks and answers are recognised by their content: QALD JSON and XML, LC-QuAD, CSV and more.",
        )
    }
}

/// Checks a file, and keeps it under a name of its own.
pub(crate) fn keep(app: &App, brought: &Brought) -> Result<(String, Findings), Fault> {
    let folder = tempfile::tempdir()?;
    let path = brought.write(app, folder.path())?;
    let checked = app.lab.check(&path, SHOWN, None);
    let mut findings = checked.map_err(|error| brought.fault(&error))?;
    findings.file.clone_from(&brought.name);
    for found in &mut findings.diagnostics {
        found.place.file.clone_from(&brought.name);
    }
    let name = brought.own_name();
    app.lab.import(&path, Some(&name), true)?;
    Ok((name, findings))
}

/// Keeps questions that were made here; gives their name.
pub(super) fn keep_as(app: &App, stem: &str, bytes: &[u8]) -> Result<String, Fault> {
    keep(app, &Brought::new(stem, bytes.to_vec())).map(|(name, _)| name)
}

pub(super) async fn upload(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    form: Multipart,
) -> Result<Response, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let brought = read(form)
        .await?
        .files
        .pop()
        .ok_or_else(|| Fault::wrong("no file was sent"))?;
    let page = app
        .work(move |app| {
            let (name, findings) = keep(app, &brought)?;
            Ok(Frame::new(&findings.file.clone(), "/", &visitor).page(&report(&name, &findings)))
        })
        .await?;
    Ok(page.into_response())
}

fn report(name: &str, findings: &Findings) -> Markup {
    html! {
        h1 { bdi { (shown(&findings.file, 120)) } }
        p.lead { (counted(findings.questions, "entry")) ", read as " (findings.format) "; "
            (counted(findings.errors, "error")) ", " (counted(findings.warnings, "warning")) ", " (counted(findings.notes, "note")) "." }
        div.actions {
            a.button href={ "/new?dataset=" (encoded(name)) } { "Run systems on it" }
            a.button.plain href={ "/score?gold=" (encoded(name)) } { "Score answers against it" }
            a.button.plain href={ "/score?answers=" (encoded(name)) } { "Score it as answers" }
        }
        p.note { "It is kept as " code { (name) } "." }
        (diagnostics(&findings.diagnostics))
    }
}

fn severity(one: &Diagnostic) -> &'static str {
    match one.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// What is irregular, with the line of the file.
pub(super) fn diagnostics(found: &[Diagnostic]) -> Markup {
    html! {
        @if !found.is_empty() {
            h2 { "What is irregular" }
            @for one in found { div.diagnostic {
                p { b { (severity(one)) } " " code { (one.code.id) } " " span.muted { (shown(&one.place.to_string(), 200)) } br; (shown(&one.message, 600)) }
                @if let Some(snippet) = &one.snippet { pre { code { (shown(&snippet.text, 600)) } } }
                @if let Some(hint) = &one.hint { p.note { (shown(hint, 400)) } }
            } }
        }
    }
}

#[derive(serde::Deserialize)]
pub(super) struct Preset {
    #[serde(default)]
    gold: String,
    #[serde(default)]
    answers: String,
}

pub(super) async fn score_page(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    axum::extract::Query(preset): axum::extract::Query<Preset>,
) -> Result<Markup, Fault> {
    app.allow(&visitor, Role::Runner)?;
    app.work(move |app| {
        let datasets = naming::datasets(&app.lab);
        let content = html! {
            h1 { "Score a file" }
            p.lead { "Answers of one or several systems, judged against a benchmark. What is scored becomes an experiment: every question can be looked into." }
            form method="post" action="/score" enctype="multipart/form-data" {
                div.two {
                    fieldset {
                        legend { "Benchmark" }
                        label.field { span { "One that is here" } select name="gold" { @for name in &datasets { option value=(name) selected[*name == preset.gold] { (name) } } } }
                        label.field { span { "or a file" } input type="file" name="gold-file"; }
                    }
                    fieldset {
                        legend { "Answers" }
                        label.field { span { "Files, one a system" } input type="file" name="answers" multiple; }
                        label.field { span { "or the name of uploaded ones (try demo-careful)" } input type="text" name="answers-name" value=(preset.answers); }
                        label.field { span { "Rules" } select name="rules" { @for rules in rules() { option value=(rules.name) { (rules.name) " – " (rules.title) } } } }
                    }
                }
                button { "Score" }
            }
        };
        Ok(Frame::new("Score a file", "/score", &visitor).page(&content))
    })
    .await
}

pub(super) async fn score(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    form: Multipart,
) -> Result<Redirect, Fault> {
    app.allow(&visitor, Role::Runner)?;
    let form = read(form).await?;
    let run = app.work(move |app| scored(app, &form)?.run(app)).await?;
    let id = start(&app, Work::Run(Box::new(run))).await?;
    Ok(Redirect::to(&format!("/experiments/{id}")))
}

/// What is to be scored, with the files of a form kept.
pub(crate) fn scored(app: &App, form: &Form) -> Result<Ordered, Fault> {
    let field = |name: &str| form.field(name).map(str::to_owned);
    let mut ordered = Ordered {
        rules: field("rules").into_iter().collect(),
        datasets: field("gold").into_iter().collect(),
        ..Ordered::default()
    };
    for brought in &form.files {
        let (name, _) = keep(app, brought)?;
        if brought.field == "gold-file" {
            ordered.datasets = vec![name];
            continue;
        }
        let stem = Path::new(&brought.name)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let called: String = stem
            .chars()
            .filter(|c| c.is_alphanumeric() || " _-.+".contains(*c))
            .collect();
        ordered.systems.push(match called.trim() {
            "" => format!("file:{name}"),
            called => format!("{called}=file:{name}"),
        });
    }
    ordered
        .systems
        .extend(field("answers-name").map(|name| format!("{name}=file:{name}")));
    if ordered.systems.is_empty() {
        return Err(Fault::wrong("there are no answers to score")
            .hint("Choose a file with the answers of a system."));
    }
    Ok(ordered)
}
