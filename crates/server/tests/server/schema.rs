//! The OpenAPI document as a judge: whether what the server sends is what it promises.
//!
//! It knows the keywords that the document uses and no others, so that none is passed over
//! in silence.

use std::sync::LazyLock;

use serde_json::{Map, Value};

/// The document, as it is served.
pub(crate) static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&server::openapi_json()).unwrap());

/// Whether a value is what a named schema describes.
pub(crate) fn check(name: &str, value: &Value) {
    let schema = &DOCUMENT["components"]["schemas"][name];
    assert!(schema.is_object(), "the document has no schema {name}");
    if let Err(fault) = judge(schema, value) {
        panic!("{fault}\nis not a {name}: {value}");
    }
}

/// Whether an answer is one that the document names for its address and status. Pages
/// stand in no document.
pub(crate) fn check_answer(path: &str, status: u16, answer: &Value) {
    let Some(operations) = operations(path) else { return };
    let mut faults = Vec::new();
    for (method, operation) in operations {
        let content = &operation["responses"][status.to_string()]["content"];
        let schema = &content["application/json"]["schema"];
        if schema.is_null() {
            faults.push(format!("{method}: no answer {status}"));
            continue;
        }
        match judge(schema, answer) {
            Ok(()) => return,
            Err(fault) => faults.push(format!("{method}: {fault}")),
        }
    }
    // What every address can answer is said once, for all of them.
    if status >= 400 && judge(&DOCUMENT["components"]["schemas"]["ErrorBody"], answer).is_ok() {
        return;
    }
    panic!("{path} {status}: {}\n{answer}", faults.join("\n"));
}

/// The operations of an address, by their methods.
fn operations(path: &str) -> Option<&'static Map<String, Value>> {
    let fits = |template: &str| {
        let (told, asked) = (template.split('/'), path.split('/'));
        told.clone().count() == asked.clone().count()
            && told.zip(asked).all(|(told, asked)| told.starts_with('{') || told == asked)
    };
    let paths = DOCUMENT["paths"].as_object().unwrap();
    // An address without a place for a number comes before one with it.
    let mut fitting: Vec<&String> = paths.keys().filter(|template| fits(template)).collect();
    fitting.sort_by_key(|template| template.matches('{').count());
    paths[*fitting.first()?].as_object()
}

/// What is wrong with a value, with the place of it.
type Judged = Result<(), String>;

fn judge(schema: &Value, value: &Value) -> Judged {
    let schema = match schema {
        Value::Bool(true) => return Ok(()),
        Value::Bool(false) => return Err(format!("nothing may stand here, not {value}")),
        schema => schema.as_object().ok_or_else(|| format!("no schema: {schema}"))?,
    };
    for (keyword, told) in schema {
        let kept = match keyword.as_str() {
            "$ref" => judge(pointed(told)?, value),
            "type" => kind(told, value),
            "enum" => one_of_these(told, value),
            "minimum" => least(told, value),
            "required" => required(told, value),
            "properties" => properties(told, value),
            "additionalProperties" => others(told, schema, value),
            "propertyNames" => names(told, value),
            "items" => items(told, schema, value),
            "prefixItems" => first_items(told, value),
            "allOf" => each(told).try_for_each(|part| judge(part, value)),
            "oneOf" => exactly_one(told, value),
            "description" | "example" | "examples" | "format" | "title" | "default" => Ok(()),
            other => Err(format!("the judge does not know {other}")),
        };
        kept?;
    }
    Ok(())
}

/// What a reference such as `#/components/schemas/View` points to.
fn pointed(reference: &Value) -> Result<&'static Value, String> {
    let text = reference.as_str().unwrap_or_default();
    DOCUMENT.pointer(text.trim_start_matches('#')).ok_or_else(|| format!("{text} points nowhere"))
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn kind(told: &Value, value: &Value) -> Judged {
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    let fits = match told {
        Value::String(kind) => is(kind),
        several => each(several).filter_map(Value::as_str).any(is),
    };
    if fits { Ok(()) } else { Err(format!("{value} is no {told}")) }
}

fn one_of_these(told: &Value, value: &Value) -> Judged {
    if each(told).any(|word| word == value) {
        Ok(())
    } else {
        Err(format!("{value} not in {told}"))
    }
}

fn least(told: &Value, value: &Value) -> Judged {
    let fits = value.as_f64().is_none_or(|number| number >= told.as_f64().unwrap());
    if fits { Ok(()) } else { Err(format!("{value} is below {told}")) }
}

fn required(told: &Value, value: &Value) -> Judged {
    let Some(object) = value.as_object() else { return Ok(()) };
    let mut needed = each(told).filter_map(Value::as_str);
    match needed.find(|name| !object.contains_key(*name)) {
        Some(name) => Err(format!("{name} is missing")),
        None => Ok(()),
    }
}

fn properties(told: &Value, value: &Value) -> Judged {
    for (name, schema) in told.as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            judge(schema, value).map_err(|fault| format!("{name}: {fault}"))?;
        }
    }
    Ok(())
}

/// What stands in an object besides its properties.
fn others(told: &Value, schema: &Map<String, Value>, value: &Value) -> Judged {
    let known = schema.get("properties").and_then(Value::as_object);
    let is_known = |name: &str| known.is_some_and(|known| known.contains_key(name));
    for (name, value) in value.as_object().into_iter().flatten() {
        if !is_known(name) {
            judge(told, value).map_err(|fault| format!("{name}: {fault}"))?;
        }
    }
    Ok(())
}

fn names(told: &Value, value: &Value) -> Judged {
    let names = value.as_object().into_iter().flatten();
    names.map(|(name, _)| name).try_for_each(|name| judge(told, &Value::String(name.clone())))
}

/// The items of a list after those that have a place of their own.
fn items(told: &Value, schema: &Map<String, Value>, value: &Value) -> Judged {
    let first = schema.get("prefixItems").map_or(0, |first| each(first).count());
    each(value).skip(first).try_for_each(|item| judge(told, item))
}

fn first_items(told: &Value, value: &Value) -> Judged {
    each(told).zip(each(value)).try_for_each(|(schema, item)| judge(schema, item))
}

fn exactly_one(told: &Value, value: &Value) -> Judged {
    let judged: Vec<Judged> = each(told).map(|schema| judge(schema, value)).collect();
    match judged.iter().filter(|judged| judged.is_ok()).count() {
        1 => Ok(()),
        0 => {
            let faults = judged.into_iter().filter_map(Result::err);
            Err(format!("none fits:\n  {}", faults.collect::<Vec<_>>().join("\n  ")))
        }
        many => Err(format!("{many} fit")),
    }
}

#[test]
fn the_judge_finds_what_is_wrong() {
    let wrong = [
        ("ErrorBody", r#"{"error":{"code":"no.such","message":"x"}}"#),
        ("ErrorBody", r#"{"error":{"code":"session.none"}}"#),
        ("Command", r#"{"id":"command-1","expected":0,"body":{"do":"pay-slip","slip":1}}"#),
        ("Command", r#"{"id":"command-1","expected":-1,"body":{"do":"ready"}}"#),
        ("Command", r#"{"id":"command-1","expected":0,"body":{"do":"ready"},"role":"house"}"#),
        ("Stake", r#"{"spot":"moon","cents":100}"#),
        ("Event", r#"{"event":"exploded"}"#),
    ];
    for (name, text) in wrong {
        let schema = &DOCUMENT["components"]["schemas"][name];
        let value: Value = serde_json::from_str(text).unwrap();
        assert!(judge(schema, &value).is_err(), "{name}: {text}");
    }
}
