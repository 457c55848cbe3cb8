//! Reads what a document selects, and cuts that out of an answer: lists to their `first` as well. Other arguments and
//! directives are passed over.

use serde_json::{Map, Value, json};

/// A selected field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in the answer.
    alias: String,
    /// The name of the field.
    name: String,
    /// How many of a list are asked for.
    first: Option<usize>,
    /// What is selected of it; empty for a scalar.
    fields: Vec<Field>,
    /// The type that it is selected for, inside of `... on T`.
    only: Option<String>,
}

/// The selection of the one operation in a document.
pub fn parse(document: &str) -> Result<Vec<Field>, String> {
    let tokens = tokens(document);
    let begin = open(&tokens).ok_or("the document selects nothing")?;
    let mut at = begin + 1;
    let fields = fields(&tokens, &mut at)?;
    if at == tokens.len() { Ok(fields) } else { Err("the document holds more than one operation".to_owned()) }
}

/// The first brace outside of the variables' parentheses.
fn open(tokens: &[String]) -> Option<usize> {
    let mut depth = 0;
    tokens.iter().position(|token| {
        match token.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0 && token == "{"
    })
}

fn tokens(document: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for mark in
        document.lines().flat_map(|line| line.split('#').next().unwrap_or_default().chars().chain(['\n']))
    {
        if mark == '"' {
            quoted = !quoted;
        }
        if quoted || mark.is_alphanumeric() || matches!(mark, '_' | '$' | '.' | '!') {
            word.push(mark);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if matches!(mark, '{' | '}' | '(' | ')' | ':' | '@' | '[' | ']') {
            tokens.push(mark.to_string());
        }
    }
    tokens
}

fn fields(tokens: &[String], at: &mut usize) -> Result<Vec<Field>, String> {
    let mut found = Vec::new();
    loop {
        let token = tokens.get(*at).ok_or("the document is not closed")?.as_str();
        *at += 1;
        match token {
            "}" => return Ok(found),
            "..." => {
                let kind = match tokens.get(*at).map(String::as_str) {
                    Some("on") => tokens.get(*at + 1).cloned(),
                    _ => return Err("only inline fragments are known".to_owned()),
                };
                *at += 2;
                skip(tokens, at);
                expect_open(tokens, at)?;
                let inner = fields(tokens, at)?;
                found.extend(inner.into_iter().map(|field| Field { only: kind.clone(), ..field }));
            }
            name => found.push(field(name, tokens, at)?),
        }
    }
}

fn field(alias: &str, tokens: &[String], at: &mut usize) -> Result<Field, String> {
    let mut name = alias.to_owned();
    if tokens.get(*at).is_some_and(|token| token == ":") {
        name = tokens.get(*at + 1).cloned().ok_or("an alias without a field")?;
        *at += 2;
    }
    let first = skip(tokens, at);
    let mut below = Vec::new();
    if tokens.get(*at).is_some_and(|token| token == "{") {
        *at += 1;
        below = fields(tokens, at)?;
    }
    Ok(Field { alias: alias.to_owned(), name, first, fields: below, only: None })
}

fn expect_open(tokens: &[String], at: &mut usize) -> Result<(), String> {
    let opens = tokens.get(*at).is_some_and(|token| token == "{");
    *at += 1;
    if opens { Ok(()) } else { Err("a fragment selects nothing".to_owned()) }
}

/// Passes over arguments and directives; gives `first`.
fn skip(tokens: &[String], at: &mut usize) -> Option<usize> {
    let mut first = None;
    loop {
        match tokens.get(*at).map(String::as_str) {
            Some("@") => *at += 2,
            Some("(") => {
                let mut depth = 0;
                while let Some(token) = tokens.get(*at) {
                    *at += 1;
                    match token.as_str() {
                        "first" => first = tokens.get(*at + 1).and_then(|count| count.parse().ok()),
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            _ => return first,
        }
    }
}

/// What `fields` select of `value`.
pub fn cut(value: &Value, fields: &[Field], at: &str) -> Result<Value, String> {
    match value {
        Value::Array(values) => values.iter().map(|value| cut(value, fields, at)).collect(),
        Value::Object(_) if fields.is_empty() => Err(format!("`{at}` is an object: select fields of it")),
        Value::Object(map) => {
            let mut out = Map::new();
            for field in fields {
                let kind = map.get("__typename").and_then(Value::as_str);
                if field.only.as_deref().is_some_and(|only| kind.is_some_and(|kind| kind != only)) {
                    continue;
                }
                let place = format!("{at}/{}", field.name);
                let given =
                    map.get(&field.name).ok_or_else(|| format!("the fake knows no field `{place}`"))?;
                let cut_off =
                    given["nodes"].is_array().then(|| paged(given, field.first, &place)).transpose()?;
                let given = cut_off.as_ref().unwrap_or(given);
                out.insert(field.alias.clone(), cut(given, &field.fields, &place)?);
            }
            Ok(Value::Object(out))
        }
        scalar if fields.is_empty() || scalar.is_null() => Ok(scalar.clone()),
        _ => Err(format!("`{at}` is a scalar: nothing can be selected of it")),
    }
}

/// The name under which a list says how many were left out before it.
pub const BEGIN: &str = "__begin";

/// The longest page that GitHub gives.
const LONGEST: usize = 100;

/// A list cut to its first ones, which GitHub insists on.
fn paged(list: &Value, first: Option<usize>, at: &str) -> Result<Value, String> {
    let first = first.filter(|count| (1..=LONGEST).contains(count));
    let first = first.ok_or_else(|| format!("`{at}` needs a `first` between 1 and {LONGEST}"))?;
    let mut list = list.clone();
    let begin = list[BEGIN].as_u64().and_then(|begin| usize::try_from(begin).ok()).unwrap_or(0);
    let nodes = list["nodes"].as_array_mut().ok_or("no nodes")?;
    let more = nodes.len() > first;
    nodes.truncate(first);
    let end = begin + nodes.len();
    list["pageInfo"] = json!({"hasNextPage": more, "endCursor": format!("cursor:{end}")});
    Ok(list)
}

/// How many a cursor leaves out.
pub fn begin(after: Option<&str>) -> usize {
    after.and_then(|text| text.strip_prefix("cursor:")?.parse().ok()).unwrap_or(0)
}
