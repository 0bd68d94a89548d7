//! A program that answers questions: a JSON object a line on its input, one a line on its output.
//!
//! Each question that is under way has a process to itself, which is kept for the next one. A
//! process that takes too long, crashes or answers another question than it was asked is ended, and
//! a new one takes its place.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lydite_model::Cancel;
use serde_json::{Value, json};

use super::pace::Pace;
use super::reply::Understood;
use super::spec::{ExecOptions, Manners};
use super::web::{cancelled, cut, ended, failure, millis};
use super::{
    Asked, Descriptor, Exchange, Failure, FailureKind, Kind, QaSystem, Spec, Turn, asking,
};
use crate::{Error, Lab};

/// A longer line is no answer.
const LARGEST: u64 = 32 << 20;
/// So much of a request or a reply is kept.
const KEPT: usize = 32 << 10;
/// So much of what a program says on its error output is kept.
const LAST_WORDS: usize = 2000;
/// How long anybody waits without a look at who may end it.
const SLICE: Duration = Duration::from_millis(40);
/// How long a program that closed its output is waited for.
const ENDING: Duration = Duration::from_millis(500);

/// A program that answers questions.
pub(super) struct Exec {
    descriptor: Descriptor,
    options: ExecOptions,
    manners: Manners,
    pace: Pace,
    idle: Mutex<Vec<Process>>,
    cancel: Cancel,
}

impl Exec {
    pub(super) fn open(lab: &Lab, spec: &Spec, options: &ExecOptions) -> Result<Self, Error> {
        let cancel = lab.config.cancel.clone();
        let mut descriptor = asking::described(spec, Kind::Exec, &[]);
        // The same command may be another program tomorrow.
        let program = options.command.iter().find_map(|word| {
            let path = options
                .directory
                .as_deref()
                .unwrap_or(Path::new(""))
                .join(word);
            path.is_file().then_some(path)
        });
        let content = program.and_then(|path| std::fs::File::open(path).ok());
        descriptor.version = content
            .and_then(|file| lydite_digest::sha256(file).ok())
            .map(|digest| format!("sha256:{digest}"));
        Ok(Self {
            descriptor,
            options: options.clone(),
            manners: spec.manners,
            pace: Pace::new(spec.manners.jobs, spec.manners.rate, cancel.clone()),
            idle: Mutex::default(),
            cancel,
        })
    }

    fn attempt(&self, asked: &Asked<'_>, turns: &mut Vec<Turn>) -> Result<Vec<u8>, Failure> {
        let _place = self.pace.enter().map_err(cancelled)?;
        self.pace.step().map_err(cancelled)?;
        let request = request(asked);
        let kept = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        if let Some(mut process) = kept {
            // A program may answer one question and end: that is no crash.
            match self.talk(&mut process, &request, asked, turns) {
                Err(End::Gone(_)) => {
                    turns.pop();
                }
                Err(End::Failed(failure)) => return Err(failure),
                Ok(reply) => return self.keep(process, reply),
            }
        }
        let mut process = self.start()?;
        match self.talk(&mut process, &request, asked, turns) {
            Err(End::Gone(failure) | End::Failed(failure)) => Err(failure),
            Ok(reply) => self.keep(process, reply),
        }
    }

    /// Keeps a process for the next question.
    fn keep(&self, process: Process, reply: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(process);
        Ok(reply)
    }

    fn start(&self) -> Result<Process, Failure> {
        Process::start(&self.options).map_err(|error| {
            let program = &self.options.command[0];
            let hint = match error.kind() {
                std::io::ErrorKind::PermissionDenied if program.ends_with(".py") => {
                    format!("; make it executable, or write `exec:python3 {program}`")
                }
                _ => String::new(),
            };
            let reason = format!("`{program}` cannot be started: {error}{hint}");
            failure(FailureKind::Crashed, reason)
        })
    }

    /// Puts a question to a process and waits for the reply.
    fn talk(
        &self,
        process: &mut Process,
        request: &str,
        asked: &Asked<'_>,
        turns: &mut Vec<Turn>,
    ) -> Result<Vec<u8>, End> {
        let begin = Instant::now();
        // If nobody listens any more, the output has ended, too.
        let _ = process.input.send(format!("{request}\n").into_bytes());
        let result = self.wait(process, begin, asked);
        let (reply, status, error) = match &result {
            Ok(reply) => (
                Some(String::from_utf8_lossy(reply).into_owned()),
                None,
                None,
            ),
            Err(End::Gone(failure) | End::Failed(failure)) => {
                (None, process.exit_code(), Some(failure.reason.clone()))
            }
        };
        turns.push(Turn {
            request: cut(request, KEPT),
            reply: reply.map(|reply| cut(&reply, KEPT)),
            status,
            millis: millis(begin.elapsed()),
            error,
        });
        result
    }

    fn wait(
        &self,
        process: &mut Process,
        begin: Instant,
        asked: &Asked<'_>,
    ) -> Result<Vec<u8>, End> {
        let limit = self.manners.timeout;
        loop {
            if let Some(failure) = ended(&self.cancel) {
                return Err(End::Failed(failure));
            }
            let left = limit.saturating_sub(begin.elapsed());
            if left.is_zero() {
                let reason = format!("no answer within {limit:.1?}");
                return Err(End::Failed(failure(FailureKind::Timeout, reason)));
            }
            match process.output.recv_timeout(left.min(SLICE)) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Line::Whole(line)) => {
                    // Programs greet, warn and report: only objects and lists are replies.
                    if !matches!(line.trim_ascii_start().first(), Some(b'{' | b'[')) {
                        continue;
                    }
                    check_id(&line, asked)?;
                    return Ok(line);
                }
                Ok(Line::TooLong) => {
                    let reason = format!("a line of more than {} MiB", LARGEST >> 20);
                    return Err(End::Failed(failure(FailureKind::TooLarge, reason)));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(End::Gone(process.obituary()));
                }
            }
        }
    }
}

impl QaSystem for Exec {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn jobs(&self) -> Option<usize> {
        Some(self.manners.jobs)
    }

    fn ask(&self, asked: &Asked<'_>) -> Exchange {
        asking::exchange(asked, |turns| {
            let reply = self.attempt(asked, turns)?;
            Ok(Understood::read(&reply, asked)?.response)
        })
    }
}

/// The line that a program reads.
fn request(asked: &Asked<'_>) -> String {
    let mut line = json!({
        "id": asked.question.id,
        "question": asked.text,
        "language": asked.language,
    });
    if let Some(dataset) = asked.dataset {
        line["dataset"] = dataset.into();
    }
    line.to_string()
}

/// A program that is out of step would get the answers to other questions from here on.
fn check_id(line: &[u8], asked: &Asked<'_>) -> Result<(), End> {
    let value: Value = serde_json::from_slice(line).unwrap_or_default();
    let id = match value.get("id") {
        Some(Value::String(id)) => id.clone(),
        Some(Value::Number(id)) => id.to_string(),
        _ => return Ok(()),
    };
    if id == asked.question.id.as_str() {
        return Ok(());
    }
    let reason = format!(
        "the reply is about question {id}, not {}",
        asked.question.id
    );
    Err(End::Failed(failure(FailureKind::Unreadable, reason)))
}

/// Why there is no reply.
enum End {
    /// The process has ended.
    Gone(Failure),
    /// It is of no use any more.
    Failed(Failure),
}

/// What comes out of a process.
enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// A process, ended when it is dropped.
struct Process {
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<Line>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
}

impl Process {
    fn start(options: &ExecOptions) -> std::io::Result<Self> {
        let program = &options.command[0];
        // A path with a folder in it is meant from where the program runs.
        let is_path = program.contains(std::path::MAIN_SEPARATOR);
        let mut command = match &options.directory {
            Some(folder) if is_path => Command::new(std::path::absolute(folder.join(program))?),
            _ => Command::new(program),
        };
        if let Some(folder) = options
            .directory
            .as_ref()
            .filter(|it| !it.as_os_str().is_empty())
        {
            command.current_dir(folder);
        }
        command
            .args(&options.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // What a program starts ends with it.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let (input, requests) = channel::<Vec<u8>>();
        let (lines, output) = channel();
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for request in requests {
                    if stdin
                        .write_all(&request)
                        .and_then(|()| stdin.flush())
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &lines));
        }
        if let Some(stderr) = child.stderr.take() {
            let words = Arc::clone(&last_words);
            thread::spawn(move || keep_last(stderr, &words));
        }
        Ok(Self {
            child,
            input,
            output,
            last_words,
        })
    }

    fn exit_code(&mut self) -> Option<i32> {
        self.child.try_wait().ok().flatten()?.code()
    }

    /// Why a process is gone.
    fn obituary(&mut self) -> Failure {
        let begin = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if begin.elapsed() < ENDING => thread::sleep(Duration::from_millis(5)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let how = match status {
            Some(status) => format!("the program ended without an answer ({status})"),
            None => "the program closed its output".to_owned(),
        };
        let words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let words: Vec<u8> = words.iter().copied().collect();
        let words = String::from_utf8_lossy(&words);
        let words = words.trim();
        let reason = if words.is_empty() {
            how
        } else {
            format!("{how}: {words}")
        };
        failure(FailureKind::Crashed, reason)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            // It may be gone already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(stdout: impl Read, lines: &Sender<Line>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(LARGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.len() as u64 >= LARGEST && !line.ends_with(b"\n") {
            let _ = lines.send(Line::TooLong);
            return;
        }
        let line = line.trim_ascii().to_vec();
        if !line.is_empty() && lines.send(Line::Whole(line)).is_err() {
            return;
        }
    }
}

fn keep_last(mut stderr: impl Read, words: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
        words.extend(&buffer[..count]);
        let surplus = words.len().saturating_sub(LAST_WORDS);
        words.drain(..surplus);
    }
}
