//! Lines of standard input as messages. What is none is answered, with the id that it names where one can be found.

use std::cell::RefCell;
use std::fmt;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, ErrorCode, JsonRpcMessage, RequestId};
use rmcp::service::RxJsonRpcMessage;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Value, json};

/// The longest line that is read, in bytes, as long as the longest body over HTTP.
pub(super) const LONGEST: usize = 4 << 20;

/// What came in.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message.
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Something else: the line that answers it.
    Refused(Vec<u8>),
}

/// The methods of requests that are known; one of them that cannot be read has wrong parameters.
const METHODS: [&str; 15] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "subscriptions/listen",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
];

/// What `line` holds: nothing, a message, or several in a batch.
pub(super) fn read(line: &[u8]) -> Vec<Incoming> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Vec::new();
    }
    match serde_json::from_slice::<Value>(line) {
        Ok(Value::Array(messages)) if !messages.is_empty() => {
            messages.into_iter().filter_map(message).collect()
        }
        Ok(value) => message(value).into_iter().collect(),
        Err(error) => vec![malformed(line, &error)],
    }
}

/// The answer to a line that is longer than [`LONGEST`] and starts with `head`.
pub(super) fn too_long(head: &[u8]) -> Incoming {
    let (id, _) = id_in(head);
    let message = format!("a message may have {LONGEST} bytes at most; this one was not read");
    refused(id, ErrorCode::INVALID_REQUEST, &message)
}

/// What `value` is as a message; nothing where it needs no answer.
fn message(value: Value) -> Option<Incoming> {
    let id = value.get("id").cloned().and_then(|id| serde_json::from_value::<RequestId>(id).ok());
    let method = value.get("method").and_then(Value::as_str).map(str::to_owned);
    let is_notification = method.is_some() && value.get("id").is_none();
    let is_protocol = value.get("jsonrpc").and_then(Value::as_str) == Some("2.0");
    let is_known = method.as_deref().is_some_and(|method| METHODS.contains(&method));
    let wrong = |id| {
        let message = format!("the parameters of `{}` cannot be used", method.as_deref().unwrap_or_default());
        Some(refused(id, ErrorCode::INVALID_PARAMS, &message))
    };
    match serde_json::from_value::<RxJsonRpcMessage<RoleServer>>(value) {
        Ok(JsonRpcMessage::Request(request))
            if is_known && matches!(request.request, ClientRequest::CustomRequest(_)) =>
        {
            wrong(Some(request.id))
        }
        Ok(message) => Some(Incoming::Message(Box::new(message))),
        // Nobody waits for an answer to what is not known here.
        Err(_) if is_notification => None,
        Err(_) if is_protocol && is_known && id.is_some() => wrong(id),
        Err(_) => Some(refused(id, ErrorCode::INVALID_REQUEST, "this is no JSON-RPC 2.0 message")),
    }
}

fn malformed(line: &[u8], error: &serde_json::Error) -> Incoming {
    let (id, is_json) = id_in(line);
    if is_json && std::str::from_utf8(line).is_ok() {
        // Its structure is sound and a string in it is not: half of a surrogate pair is no text.
        let message = format!("a string of this message is no Unicode text: {error}");
        return refused(id, ErrorCode::INVALID_PARAMS, &message);
    }
    refused(None, ErrorCode::PARSE_ERROR, &format!("this line is no JSON: {error}"))
}

fn refused(id: Option<RequestId>, code: ErrorCode, message: &str) -> Incoming {
    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": message } });
    Incoming::Refused(written(&answer))
}

/// `value` as a line: no byte in it ends one, not even for readers to whom other characters do.
pub(super) fn written(value: &impl serde::Serialize) -> Vec<u8> {
    let text = serde_json::to_string(value).unwrap_or_default();
    let text = if text.contains(['\u{2028}', '\u{2029}', '\u{85}']) {
        text.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029").replace('\u{85}', "\\u0085")
    } else {
        text
    };
    let mut line = text.into_bytes();
    line.push(b'\n');
    line
}

/// The id of the request in `json`, and whether that is JSON in its structure; strings in it are not looked into.
fn id_in(json: &[u8]) -> (Option<RequestId>, bool) {
    let found = RefCell::new(None);
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let read = Seek(&found).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    (found.into_inner(), read.is_ok())
}

/// Looks for the id and reads nothing else.
struct Seek<'f>(&'f RefCell<Option<RequestId>>);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<std::borrow::Cow<'_, str>>()? {
            if key == "id" {
                *self.0.borrow_mut() = map.next_value::<RequestId>().map(Some)?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code and the id of the answer to `line`.
    fn answer(line: &[u8]) -> (i64, Value) {
        match read(line).as_slice() {
            [Incoming::Refused(answer)] => {
                let answer: Value = serde_json::from_slice(answer).expect("JSON");
                (answer["error"]["code"].as_i64().expect("a code"), answer["id"].clone())
            }
            other => panic!("{}: {other:?}", String::from_utf8_lossy(line)),
        }
    }

    #[test]
    fn what_is_no_message_is_answered() {
        let cases: [(&[u8], i64, Value); 10] = [
            (b"hello", -32700, Value::Null),
            (b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":", -32700, Value::Null),
            (b"{\"id\":\"\xff\"}", -32700, Value::Null),
            (b"[]", -32600, Value::Null),
            (b"7", -32600, Value::Null),
            (br#"{"id":4,"method":"ping"}"#, -32600, json!(4)),
            (br#"{"jsonrpc":"2.0","id":"a"}"#, -32600, json!("a")),
            (br#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[]}"#, -32602, json!(5)),
            (
                br#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"x\ud83d"}}"#,
                -32602,
                json!(6),
            ),
            (
                br#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"\udc00"},"id":7}"#,
                -32602,
                json!(7),
            ),
        ];
        for (line, code, id) in cases {
            assert_eq!(answer(line), (code, id), "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn blank_lines_and_unknown_notifications_are_passed_over() {
        for line in [" \r\n".as_bytes(), b"\xef\xbb\xbf", br#"{"jsonrpc":"2.0","method":"$/x","params":3}"#] {
            let read = read(line);
            assert!(
                read.iter().all(|one| matches!(one, Incoming::Message(_))),
                "{}: {read:?}",
                String::from_utf8_lossy(line)
            );
        }
    }

    #[test]
    fn a_batch_is_its_messages() {
        let line =
            br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]"#;
        assert_eq!(read(line).len(), 2);
    }

    #[test]
    fn a_long_message_is_answered_by_its_id() {
        let Incoming::Refused(answer) =
            too_long(br#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"na"#)
        else {
            panic!("a long message is no message")
        };
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(9), &json!(-32600)));
    }

    #[test]
    fn no_character_ends_a_line_but_its_end() {
        let line = written(&json!({ "text": "a\n\r\u{2028}\u{2029}\u{85}b" }));
        let text = String::from_utf8(line).expect("UTF-8");
        assert_eq!(text.find(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']), Some(text.len() - 1));
        let back: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(back["text"], "a\n\r\u{2028}\u{2029}\u{85}b");
    }
}
