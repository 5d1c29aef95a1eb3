//! What a megabyte costs on its way in and out, and what a host call costs: medians, above those
//! of an empty run. `./dev bench --native boundary`.

mod support;

use serde_json::{Value, json};
use support::{Case, compare, run};

const EMPTY: &str = "async () => 0";

fn main() {
    // Cargo passes `--bench`; as a test, it would be asked to do nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let (strings, records) = (json!(strings()), json!(records()));
    let strings_text = json!({"data": strings.to_string()});
    let records_text = json!({"data": records.to_string()});
    let (strings, records) = (json!({"data": strings}), json!({"data": records}));
    let case = |name: &str, code: &'static str, globals: &Value| {
        let globals = globals.clone();
        Case::new(name, move || run(code, globals.clone()))
    };

    compare(
        "1 MB in (a tree of values as a global; a text as a global; JSON.parse of it)",
        vec![
            case("an empty run", EMPTY, &json!({})),
            case("20 000 strings, tree", "async () => data.length", &strings),
            case("20 000 strings, text", "async () => data.length", &strings_text),
            case("20 000 strings, parsed", "async () => JSON.parse(data).length", &strings_text),
            case("5 000 records, tree", "async () => data.length", &records),
            case("5 000 records, text", "async () => data.length", &records_text),
            case("5 000 records, parsed", "async () => JSON.parse(data).length", &records_text),
        ],
    );
    compare(
        "1 MB out, above the same program that answers a number",
        vec![
            case("20 000 strings stay", "async () => data.length", &strings),
            case("20 000 strings out", "async () => data", &strings),
        ],
    );
    compare(
        "the same for records",
        vec![
            case("5 000 records stay", "async () => data.length", &records),
            case("5 000 records out", "async () => data", &records),
            case("5 000 records out as text", "async () => JSON.stringify(data)", &records),
        ],
    );
    compare(
        "host calls",
        vec![
            case("an empty run", EMPTY, &json!({})),
            case("1 call", "async () => await host.f(1)", &json!({})),
            case(
                "1 000 calls, one after the other",
                "async () => { for (let i = 0; i < 1000; i++) await host.f(i) }",
                &json!({}),
            ),
            case(
                "1 000 calls at once",
                "async () => { await Promise.all(Array.from({length: 1000}, (_, i) => host.f(i))) }",
                &json!({}),
            ),
        ],
    );
}

fn strings() -> Vec<String> {
    (0..20_000).map(|n| format!("customers/region-eu/orders/status-paid/{n:08}")).collect()
}

fn records() -> Vec<Value> {
    let record = |n: usize| {
        json!({
            "id": n, "name": format!("order {n}"), "total": n as f64 * 1.25, "paid": n.is_multiple_of(3),
            "tags": ["internal", "monthly"], "customer": {"id": n * 7, "email": null},
            "description": "Free text of the usual length, as a customer writes it.",
        })
    };
    (0..5_000).map(record).collect()
}
