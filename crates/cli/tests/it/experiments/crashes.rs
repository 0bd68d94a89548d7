//! Runs that are killed at any moment lose nothing that was reported as done.

use std::thread::sleep;
use std::time::{Duration, Instant};

use lydite_model::random::SplitMix64;

use super::Place;

const QUESTIONS: usize = 2000;

/// How long an undisturbed run takes, and its cells.
fn undisturbed(
    place: &Place,
    gold: &str,
    systems: &[String],
) -> (Duration, Vec<serde_json::Value>) {
    let begun = Instant::now();
    let mut arguments = vec!["run", "--dataset", gold, "--jobs", "8", "--system"];
    arguments.extend(systems.iter().map(String::as_str));
    let (code, _, err) = place.run(&arguments);
    assert_eq!(code, 0, "{err}");
    let took = begun.elapsed();
    (took, place.matrix(&place.latest().unwrap()))
}

#[test]
fn a_run_that_is_killed_twenty_times_comes_to_the_same() {
    for place in Place::all() {
        let gold = place.gold(QUESTIONS);
        let answers = place.answers(QUESTIONS, 3);
        let Some(slow) = place.slow(&answers, 1) else {
            return;
        };
        let systems = [format!("file:{answers}"), slow];
        let (took, whole) = undisturbed(&place, &gold, &systems);
        assert_eq!(whole.len(), 2 * QUESTIONS);
        let first = place.latest().unwrap();

        let mut random = SplitMix64::new(14);
        let mut arguments = vec!["run", "--dataset", &gold, "--jobs", "8", "--system"];
        arguments.extend(systems.iter().map(String::as_str));
        let fresh: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
        let mut arguments = fresh.clone();
        let (mut kills, mut done, mut finished) = (0, 0, vec![first.clone()]);
        while kills < 20 {
            let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let mut child = place.start(&words);
            // Early, late, and while it starts, asks and judges.
            let share = random.below(1000) as f64 / 1000.0;
            sleep(took.mul_f64(share * if kills < 12 { 0.3 } else { 1.0 }));
            let _ = child.kill();
            let status = child.wait().unwrap();
            kills += 1;
            let Some(id) = place.latest().filter(|id| !finished.contains(id)) else {
                continue;
            };
            let shown = place.json(&["experiment", "show", &id]);
            let tasks = shown["experiment"]["tasks"].as_array().unwrap();
            let now: u64 = tasks
                .iter()
                .map(|task| task["done"].as_u64().unwrap())
                .sum();
            assert!(
                now >= done,
                "{now} answers are stored, and {done} were before"
            );
            done = now;
            if status.success() || shown["experiment"]["state"] == "finished" {
                // It got through: there are more moments in another run.
                assert_eq!(place.matrix(&id), whole);
                finished.push(id);
                arguments.clone_from(&fresh);
                done = 0;
                continue;
            }
            arguments = ["run", "--resume", &id, "--jobs", "8"]
                .map(str::to_owned)
                .to_vec();
        }
        let id = place.latest().unwrap();
        assert_ne!(id, first, "none of {kills} runs got as far as to begin");
        let (code, _, err) = place.run(&["run", "--resume", &id]);
        assert!(code == 0 || err.contains("is finished"), "{code}: {err}");
        assert_eq!(place.matrix(&id), whole);
        let shown = place.json(&["experiment", "show", &id]);
        assert_eq!(
            shown["judgings"].as_array().unwrap().len(),
            1,
            "it is judged once"
        );
    }
}

#[test]
fn four_workers_of_which_some_are_killed_come_to_the_same() {
    let Some(place) = Place::postgres() else {
        return;
    };
    let gold = place.gold(QUESTIONS);
    let answers = place.answers(QUESTIONS, 3);
    let Some(slow) = place.slow(&answers, 2) else {
        return;
    };
    let (_, whole) = undisturbed(&place, &gold, std::slice::from_ref(&slow));

    let (code, out, err) = place.run(&["run", "--queue", "--dataset", &gold, "--system", &slow]);
    assert_eq!(code, 0, "{err}");
    let id = out.trim().to_owned();
    let worker = ["worker", "--once", "--lease", "3", "--jobs", "2"];
    let mut workers: Vec<_> = (0..4).map(|_| place.start(&worker)).collect();
    let mut random = SplitMix64::new(4);
    for _ in 0..8 {
        sleep(Duration::from_millis(100 + random.below(300) as u64));
        let victim = random.below(workers.len());
        let _ = workers[victim].kill();
        workers[victim].wait().unwrap();
        workers[victim] = place.start(&worker);
    }
    for mut worker in workers {
        assert!(worker.wait().unwrap().success());
    }
    assert_eq!(place.matrix(&id), whole);
    let shown = place.json(&["experiment", "show", &id]);
    assert_eq!(
        shown["judgings"].as_array().unwrap().len(),
        1,
        "it is judged once"
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    use std::os::unix::process::CommandExt;

    let place = Place::file();
    let gold = place.gold(QUESTIONS);
    let answers = place.answers(QUESTIONS, 3);
    let system = format!("file:{answers}");
    let (_, whole) = undisturbed(&place, &gold, std::slice::from_ref(&system));
    let first = place.latest().unwrap();
    let size = std::fs::metadata(&place.store).unwrap().len();

    // No file may grow beyond what it needs for a part of the answers; writing fails as on a full
    // disk, and does not end the process.
    let blocks = (size + size / 4).div_ceil(1024);
    let lydite = place.command(&["run", "--dataset", &gold, "--system", &system]);
    let mut shell = std::process::Command::new("bash");
    shell.arg("-c").arg(format!(
        "ulimit -f {blocks}; trap '' XFSZ; exec \"$0\" \"$@\""
    ));
    shell.arg(lydite.get_program()).args(lydite.get_args());
    for (name, value) in lydite.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell.process_group(0);
    let output = shell.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("no room left in the store"), "{err}");
    assert!(err.contains("lydite run --resume"), "{err}");

    let id = place.latest().unwrap();
    assert_ne!(id, first);
    let (code, _, err) = place.run(&["run", "--resume", &id]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(place.matrix(&id), whole);
    let (code, out, _) = place.run(&["store", "check"]);
    assert_eq!(code, 0, "{out}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run_in_good_order() {
    let place = Place::file();
    let gold = place.gold(QUESTIONS);
    let answers = place.answers(QUESTIONS, 3);
    let Some(slow) = place.slow(&answers, 5) else {
        return;
    };
    let mut command = place.command(&["run", "--dataset", &gold, "--system", &slow, "--jobs", "1"]);
    command
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    let begun = Instant::now();
    while place.latest().is_none() {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "it does not begin"
        );
        sleep(Duration::from_millis(50));
    }
    sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    let id = place.latest().unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains(&format!("`lydite run --resume {id}` resumes it")),
        "{err}"
    );
    let shown = place.json(&["experiment", "show", &id]);
    assert_eq!(shown["experiment"]["state"], "interrupted");
}
