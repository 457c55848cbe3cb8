//! What the log keeps, and what it loses.

use std::fs;

use jiff::Timestamp;

use super::DeliveryLog;
use crate::path::RepoPath;
use crate::port::{Deliveries as _, Delivery};

fn delivery(session: &str) -> Delivery {
    Delivery {
        version: 1,
        time: Timestamp::from_second(1_796_029_200).expect("a time"),
        session: session.to_owned(),
        client: Some("árvíz \"1\"\n".to_owned()),
        caller: "owner".to_owned(),
        tool: "search".to_owned(),
        path: RepoPath::new("knowledge/a.md").expect("a path"),
        lines: None,
        commit: None,
        claims: Vec::new(),
    }
}

fn sessions(log: &DeliveryLog) -> (Vec<String>, usize) {
    let mut sessions = Vec::new();
    let unreadable = log.each(&mut |delivery| sessions.push(delivery.session)).expect("a log");
    (sessions, unreadable)
}

#[test]
fn what_is_written_is_read_again_and_a_half_line_costs_itself_alone() {
    let place = tempfile::tempdir().expect("a folder");
    let log = DeliveryLog::of_tree(place.path());
    assert_eq!(sessions(&log), (Vec::new(), 0));
    assert!(!place.path().join(".kb").exists(), "who only looks makes nothing");
    log.append(&[], 1 << 20).expect("nothing");
    assert!(!place.path().join(".kb").exists());
    log.append(&[delivery("a"), delivery("b")], 1 << 20).expect("appended");
    let file = place.path().join(".kb/deliveries/log.jsonl");
    let whole = fs::read(&file).expect("a file");
    fs::write(&file, &whole[..whole.len() - 9]).expect("a file that was cut");
    log.append(&[delivery("c")], 1 << 20).expect("appended");
    assert_eq!(sessions(&log), (vec!["a".to_owned(), "c".to_owned()], 1));
    assert_eq!(fs::read_to_string(place.path().join(".kb/.gitignore")).expect("a file"), "*\n");
}

#[test]
fn it_stays_within_its_bound_and_loses_the_oldest() {
    let place = tempfile::tempdir().expect("a folder");
    let log = DeliveryLog::at(place.path().join("log"));
    for number in 0..200 {
        log.append(&[delivery(&number.to_string())], 8_192).expect("appended");
        let size: u64 = fs::read_dir(place.path().join("log"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").metadata().expect("its size").len())
            .sum();
        assert!(size <= 8_192, "{size}");
    }
    let (kept, unreadable) = sessions(&log);
    assert_eq!((kept.last().map(String::as_str), unreadable), (Some("199"), 0));
    let numbers: Vec<u32> = kept.iter().map(|session| session.parse().expect("a number")).collect();
    assert!(numbers.len() > 15 && numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{numbers:?}");
}

#[test]
fn several_at_once_lose_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    std::thread::scope(|scope| {
        for one in 0..4 {
            let log = DeliveryLog::at(place.path().join("log"));
            scope.spawn(move || {
                for number in 0..25 {
                    log.append(&[delivery(&format!("{one}-{number}"))], 1 << 20).expect("appended");
                }
            });
        }
    });
    let (kept, unreadable) = sessions(&DeliveryLog::at(place.path().join("log")));
    assert_eq!((kept.len(), unreadable), (100, 0));
}
