//! How a run ends that comes to no result: each way has its type, and nothing is changed.

use serde_json::json;

use super::scripted::{Scripted, call, words};
use super::{Base, files};
use crate::agent::Limits;
use crate::port::{AgentError, Answer, ModelFault, Proposer as _, Stop, Turn};
use crate::proposal::Spent;

fn stopped(base: &Base, model: &Scripted) -> (Stop, String) {
    match base.propose(model) {
        Err(AgentError::Stopped { why, transcript, .. }) => (*why, transcript),
        other => panic!("{other:?}"),
    }
}

fn cut() -> Result<Answer, ModelFault> {
    Err(ModelFault::Truncated { model: "scripted".to_owned(), message: "max_tokens".to_owned() })
}

#[test]
fn a_cut_answer_runs_no_tool_and_is_asked_for_once_more_and_smaller() {
    let base = Base::new(&[]);
    let unclosed = || call("write", json!("{\"path\":\"a.md\",\"text\":\"# Ti"));
    let step = || words("{\"action\": \"write\", \"argument\": {\"path\": \"a.md\", \"te");
    for answers in
        [vec![cut(), cut()], vec![unclosed(), unclosed()], vec![step(), step()], vec![unclosed(), cut()]]
    {
        let model = Scripted::new(answers);
        let (stop, transcript) = stopped(&base, &model);
        assert!(matches!(stop, Stop::Fault(ModelFault::Truncated { .. })), "{stop}");
        let shown = model.shown();
        assert_eq!(shown.len(), 2);
        assert!(shown[1].most < shown[0].most && model.last_told().contains("truncated"));
        assert!(!transcript.contains("### `write`"), "{transcript}");
    }
    let model = Scripted::new(vec![
        cut(),
        call("write", json!({"path": "a.md", "text": "---\ntype: X\n---\n# A\n"})),
        call("finish", json!({"title": "t", "summary": "s"})),
    ]);
    let draft = base.propose(&model).expect("a draft");
    assert_eq!(files(&draft.changes).len(), 1);
}

#[test]
fn the_same_call_with_the_same_result_ends_after_five() {
    let base = Base::new(&[]);
    let model = Scripted::new(vec![call("search_notes", json!({"query": "x"}))]);
    let (stop, transcript) = stopped(&base, &model);
    assert_eq!(stop, Stop::Repetition { tool: "search_notes".to_owned(), times: 5 });
    assert_eq!(model.shown().len(), 5);
    assert!(transcript.contains("Stopped: it called `search_notes` 5 times"), "{transcript}");
}

#[test]
fn another_argument_or_another_result_counts_anew() {
    let base = Base::new(&[]);
    let mut script = Vec::new();
    for round in 0..4 {
        script.extend((0..4).map(|_| call("search_notes", json!({"query": "x"}))));
        script.push(call("search_notes", json!({"query": format!("y{round}")})));
    }
    script.push(call("finish", json!({"title": "t", "summary": "s"})));
    assert!(base.propose(&Scripted::new(script)).is_ok());
    // The result of `diff` changes with each note written.
    let mut script = Vec::new();
    for round in 0..7 {
        let text = format!("---\ntype: X\n---\n# Note {round}\n");
        script.push(call("write", json!({"path": format!("n{round}.md"), "text": text})));
        script.push(call("diff", json!({})));
    }
    script.push(call("finish", json!({"title": "t", "summary": "s"})));
    assert!(base.propose(&Scripted::new(script)).is_ok());
}

#[test]
fn words_and_invented_tools_end_the_run() {
    let base = Base::new(&[]);
    let (stop, _) = stopped(&base, &Scripted::new(vec![words("I have written the note. APPROVED.")]));
    assert_eq!(stop, Stop::NoTool(3));
    let model = Scripted::new(vec![call("bash", json!({"command": "git push"}))]);
    let (stop, _) = stopped(&base, &model);
    assert_eq!(stop, Stop::NoSuchTool { tool: "bash".to_owned(), times: 5 });
    assert!(model.last_told().contains("there are: search_notes"), "{}", model.last_told());
}

#[test]
fn a_call_amid_prose_is_not_run() {
    let base = Base::new(&[("knowledge/a.md", "# A\n")]);
    let quoted = "The note says: {\"action\": \"delete\", \"argument\": {\"path\": \"a.md\"}}";
    let (stop, _) = stopped(&base, &Scripted::new(vec![words(quoted)]));
    assert_eq!(stop, Stop::NoTool(3));
}

#[test]
fn budgets_end_the_run() {
    let base = Base::new(&[]);
    let endless =
        || Scripted::new((0..200).map(|n| call("search_notes", json!({"query": format!("q{n}")}))).collect());
    let limited = |limits: Limits| {
        let mut model = endless().priced(1_000_000.0);
        model.limits = limits;
        stopped(&base, &model).0
    };
    let open = Limits { answers: 150, tokens: None, money: None, seconds: None };
    assert_eq!(limited(Limits { answers: 7, ..open }), Stop::Answers(7));
    assert_eq!(limited(Limits { tokens: Some(500), ..open }), Stop::Tokens { used: 550, most: 500 });
    assert_eq!(limited(Limits { money: Some(25.0), ..open }), Stop::Money { used: 30.0, most: 25.0 });
    assert_eq!(limited(Limits { seconds: Some(0), ..open }), Stop::Time { used: 0, most: 0 });
}

#[test]
fn faults_of_the_model_are_told_as_they_are() {
    let base = Base::new(&[]);
    let busy = ModelFault::Busy { model: "scripted".to_owned(), status: 529, times: 4 };
    assert_eq!(stopped(&base, &Scripted::new(vec![Err(busy.clone())])).0, Stop::Fault(busy));
    let empty = || Err(ModelFault::Empty { model: "scripted".to_owned() });
    let model = Scripted::new(vec![empty(), empty()]);
    assert!(matches!(stopped(&base, &model).0, Stop::Fault(ModelFault::Empty { .. })));
    assert_eq!(model.shown().len(), 2);
    let blank = Scripted::new(vec![words(" "), words("")]);
    assert!(matches!(stopped(&base, &blank).0, Stop::Fault(ModelFault::Empty { .. })));
    let once = Scripted::new(vec![empty(), call("finish", json!({"title": "t", "summary": "s"}))]);
    assert!(base.propose(&once).is_ok());
}

#[test]
fn older_results_give_way_and_say_so() {
    let long: String = (1..=400).map(|line| format!("Line {line} says something of its own.\n")).collect();
    let base = Base::new(&[("knowledge/long.md", &long)]);
    let mut script: Vec<_> =
        (0..6).map(|part| call("read_note", json!({"path": "long.md", "first": part * 50 + 1}))).collect();
    script.push(call("finish", json!({"title": "t", "summary": "s"})));
    let model = Scripted::new(script.clone()).holding(14_000);
    let draft = base.propose(&model).expect("a draft");
    let last = model.shown().pop().expect("a request");
    let results: Vec<&String> = last
        .turns
        .iter()
        .filter_map(|turn| match turn {
            Turn::Results(results) => Some(&results[0].1),
            _ => None,
        })
        .collect();
    assert!(results[0].starts_with("[left out to make room"), "{}", results[0]);
    assert!(results[5].contains("| Line 251"), "{}", results[5]);
    assert!(draft.transcript.contains("older results gave way"));
    // What says that it overflows is believed, and asked again with less.
    let over = ModelFault::Overflow { model: "scripted".to_owned(), message: "too long".to_owned() };
    script.insert(3, Err(over.clone()));
    assert!(base.propose(&Scripted::new(script)).is_ok());
    let (stop, _) = stopped(&base, &Scripted::new(vec![Err(over.clone())]));
    assert_eq!(stop, Stop::Fault(over));
}

#[test]
fn what_was_spent_is_counted_over_runs_that_fail_too() {
    let base = Base::new(&[]);
    let model =
        Scripted::new(vec![call("finish", json!({"title": "t", "summary": "s"})), call("bash", json!({}))])
            .priced(1_000_000.0);
    let proposer = model.proposer();
    assert_eq!(proposer.spent(), Spent::default());
    assert!(base.propose_by(&proposer, &[]).is_ok());
    assert!(base.propose_by(&proposer, &[]).is_err());
    assert_eq!(proposer.spent(), Spent { calls: 6, tokens: 6 * 110, money: 60.0, seconds: 0 });
}

#[test]
fn what_the_proposal_used_up_before_counts_against_its_budget() {
    let base = Base::new(&[]);
    let endless: Vec<_> = (0..9).map(|n| call("search_notes", json!({"query": format!("q{n}")}))).collect();
    let mut model = Scripted::new(endless);
    model.limits = Limits { tokens: Some(500), ..Limits::default() };
    let before = Spent { calls: 9, tokens: 300, money: 0.0, seconds: 0 };
    let ended = base.propose_after(&model.proposer(), &[], before);
    let Err(AgentError::Stopped { why, .. }) = ended else { panic!("{ended:?}") };
    assert_eq!((*why, model.shown().len()), (Stop::Tokens { used: 520, most: 500 }, 2));
}
