//! What every JSON answer has in common.

use std::io::Write;

use krou_rules::{BySide, Ruleset, Switches};
use serde_json::{Map, Value, json};

use crate::failure::Outcome;

/// Writes one answer on one line.
pub fn write(out: &mut dyn Write, answer: &Value) -> Outcome {
    Ok(writeln!(out, "{answer}")?)
}

/// Every switch with its value: numbers and yes-or-no as such, all else as words.
pub fn switches(switches: &Switches) -> Value {
    let value = |word: String| match word.as_str() {
        "true" => json!(true),
        "false" => json!(false),
        _ => word
            .parse::<u8>()
            .map_or(json!(word), |number| json!(number)),
    };
    let entries = switches.entries();
    Value::Object(
        entries
            .map(|(key, word)| (key.to_string(), value(word)))
            .collect(),
    )
}

/// The start of an answer: by which exact rules it was found.
pub fn rules(ruleset: &Ruleset) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert("rules".into(), json!(ruleset.name));
    answer.insert(
        "fingerprint".into(),
        json!(ruleset.fingerprint().to_string()),
    );
    answer
}

/// South's and North's, as a list.
pub fn pair<T: Into<Value>>(both: BySide<T>) -> Value {
    json!([both.south.into(), both.north.into()])
}
