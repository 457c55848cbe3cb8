use super::*;

#[track_caller]
fn read(json: &str) -> Option<Conversations> {
    Conversation::all_of(&serde_json::from_str(json).expect("JSON"))
}

fn words(all: &[Conversation]) -> Vec<Vec<&str>> {
    all.iter().map(|one| one.turns.iter().map(|turn| turn.words.as_str()).collect()).collect()
}

#[test]
fn one_conversation_in_its_usual_shapes() {
    for json in [
        r#"[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]"#,
        r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}"#,
        r#"{"turns":[{"speaker":"U","utterance":"a"},{"speaker":"S","utterance":"b"}]}"#,
        r#"{"conversations":[{"from":"human","value":"a"},{"from":"gpt","value":"b"}]}"#,
        r#"{"mapping":{"r":{"parent":null,"children":["x","y"]},
            "x":{"parent":"r","message":{"author":{"role":"user"},"content":{"parts":["old"]}},"children":[]},
            "y":{"parent":"r","message":{"author":{"role":"user"},"content":{"parts":["a"]}},"children":["z"]},
            "z":{"parent":"y","message":{"author":{"role":"assistant"},"content":{"parts":["b"]}},"children":[]}}}"#,
    ] {
        let (_, all) = read(json).expect(json);
        assert_eq!(words(&all), [["a", "b"]], "{json}");
        assert!(all[0].turns[0].speaker.is_some());
    }
}

#[test]
fn several_conversations_keep_their_own_context_and_time() {
    let (context, all) = read(
        r#"{"test_id":"t1","conversation_histories":[
            {"conversation_id":"c1","timestamp":"2024-11-15 10:30:00","metadata":{"business":"Bank"},
             "messages":[{"role":"user","content":"a"}]},
            {"conversation_id":"c2","messages":[{"role":"user","content":"b"}]}]}"#,
    )
    .expect("conversations");
    assert_eq!(context, [("test_id".to_owned(), "t1".to_owned())]);
    assert_eq!(words(&all), [["a"], ["b"]]);
    assert_eq!(all[0].time.as_deref(), Some("2024-11-15 10:30:00"));
    assert!(all[0].context.contains(&("business".to_owned(), "Bank".to_owned())));
    assert_eq!(all[1].time, None);
    assert_eq!(
        read(r#"[{"id":1,"turns":[{"role":"user","content":"a"}]}]"#).map(|(_, all)| all.len()),
        Some(1)
    );
}

#[test]
fn other_values_are_no_conversations() {
    for json in [
        "{}",
        "[]",
        "7",
        r#"["a","b"]"#,
        r#"{"messages":"none"}"#,
        r#"{"name":"kb","content":"x"}"#,
        r#"{"mapping":{"a":{"parent":"b","children":["b"]},"b":{"parent":"a","children":["a"]}}}"#,
        r#"[{"name":"a","value":1},{"name":"b","value":2}]"#,
    ] {
        assert_eq!(read(json), None, "{json}");
    }
}
