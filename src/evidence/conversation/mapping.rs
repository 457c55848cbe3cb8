//! The export of a chat service that keeps messages as a tree, `mapping: {id: {message, parent, children}}`: the
//! branch that the user saw last is the conversation.

use serde_json::Value;

use super::turn::{Turn, turn};

/// The name under which the tree stands.
pub(super) const KEY: &str = "mapping";

/// The turns of the tree that `value` holds; `None` when it holds none.
pub(super) fn turns(value: &Value) -> Option<Vec<Turn>> {
    let nodes = value.get(KEY)?.as_object()?;
    let last = value.get("current_node").and_then(Value::as_str).or_else(|| last_leaf(nodes))?;
    let mut branch = Vec::new();
    let mut at = nodes.get(last);
    // A tree that is none, with a circle in it, ends here.
    while let Some(node) = at.filter(|_| branch.len() <= nodes.len()) {
        branch.extend(node.get("message").and_then(turn));
        at = node.get("parent").and_then(Value::as_str).and_then(|parent| nodes.get(parent));
    }
    branch.reverse();
    (!branch.is_empty()).then_some(branch)
}

/// The leaf that follows last children from the root.
fn last_leaf(nodes: &serde_json::Map<String, Value>) -> Option<&str> {
    let (mut id, mut node) = nodes.iter().find(|(_, node)| node.get("parent").is_none_or(Value::is_null))?;
    for _ in 0..nodes.len() {
        let child = node.get("children").and_then(Value::as_array).and_then(|all| all.last()?.as_str());
        let Some((child_id, child)) = child.and_then(|child| nodes.get_key_value(child)) else { break };
        (id, node) = (child_id, child);
    }
    Some(id)
}
