use super::*;
use crate::proposal::{AgentName, Family, Outcome};
use crate::signature::{SecretKey, key_id};

fn decision() -> Decision {
    let agent = |name: &str| AgentName { name: name.to_owned(), family: Family(format!("rules/{name}")) };
    Decision {
        proposal: "p-3f9a2c41d07b".parse().expect("an id"),
        round: 1,
        target: "refs/heads/main".to_owned(),
        base: crate::digest::CommitId("a".repeat(40)),
        head: crate::digest::CommitId("b".repeat(40)),
        tree: TreeId("c".repeat(40)),
        proposer: agent("proposer"),
        reviewer: agent("auditor"),
        review: Sha256Hex::of(b"review"),
        outcome: Outcome::Approved,
        same_family: false,
        decided_at: "2026-11-30T10:00:00Z".parse().expect("a time"),
    }
}

fn sealed(key: &SecretKey) -> Envelope {
    Envelope::seal(&decision(), &key_id(&key.public()), |message| key.sign(message))
}

#[test]
fn what_a_named_key_signed_opens() {
    let key = SecretKey::from_seed(&[1; 32]);
    let envelope = Envelope::parse(&sealed(&key).to_json()).expect("an envelope");
    assert_eq!(envelope.open(&[key.public()]), Ok(decision()));
    let payload = STANDARD.decode(&envelope.payload).expect("base64");
    let statement: serde_json::Value = serde_json::from_slice(&payload).expect("JSON");
    assert_eq!(statement["_type"], "https://in-toto.io/Statement/v1");
    assert_eq!(statement["subject"][0]["digest"]["gitTree"], "c".repeat(40));
}

#[test]
fn another_key_another_payload_another_kind_do_not() {
    let (key, other) = (SecretKey::from_seed(&[1; 32]), SecretKey::from_seed(&[2; 32]));
    let envelope = sealed(&key);
    assert!(matches!(envelope.open::<Decision>(&[other.public()]), Err(EnvelopeError::NotSigned(_))));
    assert!(matches!(envelope.open::<Decision>(&[]), Err(EnvelopeError::NotSigned(_))));
    let mut changed = envelope.clone();
    let text = String::from_utf8(STANDARD.decode(&envelope.payload).expect("base64")).expect("text");
    changed.payload = STANDARD.encode(text.replace(&"c".repeat(40), &"d".repeat(40)));
    assert!(matches!(changed.open::<Decision>(&[key.public()]), Err(EnvelopeError::NotSigned(_))));
    assert!(matches!(envelope.open::<Approval>(&[key.public()]), Err(EnvelopeError::OtherKind(_))));
    let mut retyped = envelope;
    retyped.payload_type = "text/plain".to_owned();
    assert!(matches!(retyped.open::<Decision>(&[key.public()]), Err(EnvelopeError::NotSigned(_))));
}

#[test]
fn the_encoding_is_that_of_the_specification() {
    let encoded = pre_authentication("http://example.com/HelloWorld", b"hello world");
    assert_eq!(encoded, b"DSSEv1 29 http://example.com/HelloWorld 11 hello world");
}
