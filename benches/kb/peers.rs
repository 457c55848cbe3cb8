//! Other tools beside kb on the same notes: what their index and one search from the start of the process cost. A tool is
//! looked for in the folder `KB_PEERS`, then on the path; one that is not there is said to be missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::binary::children_cpu;
use crate::report::Row;

/// Lays notes, paths with their texts, out in a folder.
type Lay = fn(&Path, &[(String, String)]) -> std::io::Result<()>;

/// One tool.
struct Peer {
    /// The name of its program.
    name: &'static str,
    /// Where it comes from.
    origin: &'static str,
    /// Lays the notes out as it wants them.
    lay: Lay,
    /// What makes it ready, one command after the other; the last is measured.
    index: &'static [&'static [&'static str]],
    /// How it searches; `{}` is the question.
    search: &'static [&'static str],
}

const PEERS: &[Peer] = &[
    Peer {
        name: "rg",
        origin: "PyPI ripgrep 15.1.0",
        lay: plain,
        index: &[],
        search: &["--ignore-case", "--count", "{}", "."],
    },
    Peer {
        name: "qmd",
        origin: "npm @tobilu/qmd 2.8.3 with node 22",
        lay: plain,
        index: &[&["collection", "add", ".", "--name", "notes"]],
        search: &["search", "{}", "--json"],
    },
    Peer {
        name: "iwe",
        origin: "crates.io iwe 0.29.3",
        lay: plain,
        index: &[&["init"]],
        search: &["find", "--lexical", "{}", "-l", "5"],
    },
    Peer {
        name: "vouch",
        origin: "PyPI vouch-kb 1.5.0",
        lay: pages,
        index: &[&["init"], &["index"]],
        search: &["search", "{}", "--json"],
    },
];

/// How long one command may take.
const PATIENCE: Duration = Duration::from_secs(900);

/// How often each question is asked.
const ROUNDS: usize = 3;

/// Measures every tool on `notes`, path and text each.
pub fn rows(notes: &[(String, String)], questions: &[&str]) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for peer in PEERS {
        let size = notes.len();
        let row = |metric: &str, value, unit| {
            Row::new(format!("{}_{metric}_{size}", peer.name), value, unit).reference(peer.origin)
        };
        let Some(program) = found(peer.name) else {
            eprintln!("{} is not there: {}", peer.name, peer.origin);
            rows.push(row("is_there", 0.0, "tools"));
            continue;
        };
        let place = tempfile::tempdir().map_err(|error| format!("making a folder: {error}"))?;
        let folder = place.path().join("notes");
        (peer.lay)(&folder, notes).map_err(|error| format!("{}: {error}", folder.display()))?;
        let run = |arguments: &[&str]| run(&program, arguments, &folder, &place.path().join("home"));
        let mut is_ready = true;
        for (at, arguments) in peer.index.iter().enumerate() {
            match run(arguments)? {
                Some(cost) if at + 1 == peer.index.len() => {
                    rows.push(row("index_cpu_s", cost.cpu, "s"));
                    rows.push(row("index_wall_s", cost.wall, "s"));
                    rows.push(row("index_memory_mb", cost.memory, "MB"));
                }
                Some(_) => {}
                None => {
                    rows.push(row("index_given_up_s", PATIENCE.as_secs_f64(), "s"));
                    is_ready = false;
                    break;
                }
            }
        }
        if !is_ready {
            continue;
        }
        let mut costs: Vec<Cost> = Vec::new();
        for question in questions {
            let arguments: Vec<&str> = peer
                .search
                .iter()
                .map(|argument| if *argument == "{}" { *question } else { *argument })
                .collect();
            for _ in 0..ROUNDS {
                costs.extend(run(&arguments)?);
            }
        }
        let middle = |of: fn(&Cost) -> f64| {
            let mut values: Vec<f64> = costs.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
        };
        rows.push(row("search_ms", middle(|cost| cost.wall) * 1_000.0, "ms"));
        let cpu = costs.iter().map(|cost| cost.cpu).sum::<f64>() / costs.len().max(1) as f64;
        rows.push(row("search_cpu_ms", cpu * 1_000.0, "ms"));
        rows.push(row("search_memory_mb", middle(|cost| cost.memory), "MB"));
    }
    Ok(rows)
}

/// What one command cost.
struct Cost {
    cpu: f64,
    wall: f64,
    memory: f64,
}

/// Runs `program`; `None` where it was given up.
fn run(program: &Path, arguments: &[&str], folder: &Path, home: &Path) -> Result<Option<Cost>, String> {
    let shown = || format!("{} {}", program.display(), arguments.join(" "));
    std::fs::create_dir_all(home).map_err(|error| format!("{}: {error}", home.display()))?;
    let (before, started) = (children_cpu(), Instant::now());
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("HOME", home)
        .env("XDG_CACHE_HOME", home.join(".cache"))
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", shown()))?;
    let status = format!("/proc/{}/status", child.id());
    let mut memory: f64 = 0.0;
    loop {
        // VmHWM is the highest so far. See proc_pid_status(5).
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        memory = memory.max(line.and_then(|kb| kb.trim().parse::<f64>().ok()).unwrap_or_default() / 1_024.0);
        match child.try_wait().map_err(|error| format!("{}: {error}", shown()))? {
            Some(_) => break,
            None if started.elapsed() > PATIENCE => {
                // A tool that is killed twice is as dead as one that is killed once.
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
    let wall = started.elapsed().as_secs_f64();
    let cpu = children_cpu().zip(before).map_or(f64::NAN, |(after, before)| after - before);
    Ok(Some(Cost { cpu, wall, memory }))
}

/// A program in `KB_PEERS`, else on the path.
pub fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::var_os("KB_PEERS").map(PathBuf::from).into_iter();
    folders.chain(std::env::split_paths(&path)).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Notes as they are.
fn plain(folder: &Path, notes: &[(String, String)]) -> std::io::Result<()> {
    for (path, text) in notes {
        write(&folder.join(path), text)?;
    }
    Ok(())
}

/// Notes as pages of vouch.
fn pages(folder: &Path, notes: &[(String, String)]) -> std::io::Result<()> {
    for (number, (_, text)) in notes.iter().enumerate() {
        let page = format!(
            "---\nid: n{number}\ntitle: Note {number}\ntype: concept\nstatus: active\nclaims: []\nentities: []\nsources: []\n\
             tags: []\nmetadata: {{}}\ncreated_at: '2026-11-30T10:00:00.000000Z'\nupdated_at: '2026-11-30T10:00:00.000000Z'\n---\n{text}"
        );
        write(&folder.join(format!(".vouch/pages/n{number}.md")), &page)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}
