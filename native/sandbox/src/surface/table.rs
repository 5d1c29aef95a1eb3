//! `console.table`: one line of the log that holds a table, in the form that Node prints.

use std::rc::Rc;

use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use super::inspect::inspect;
use super::intrinsics::Intrinsics;
use crate::host_call_value::touched;

/// Rows and columns that are shown; what is left out is said.
const MAX_ROWS: usize = 1_000;
const MAX_COLUMNS: usize = 50;

/// The table of `data`, with only the columns named by `columns` when that is a list; `None` for
/// what has no rows.
pub(super) fn table_text(
    data: &JsValue,
    columns: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<Option<String>> {
    let data = touched(data.clone(), context)?;
    let Some(data) = data.as_object().filter(|data| !data.is_callable()) else { return Ok(None) };
    let mut table = Table { intrinsics, context, columns: Vec::new(), has_values: false };
    let chosen = match columns.as_object() {
        Some(columns) => Some(table.entries(&columns)?),
        None => None,
    };
    if let Some(chosen) = &chosen {
        for (_, name) in chosen {
            let name = name.to_string(table.context)?;
            table.columns.push(name);
        }
    }
    let mut rows = Vec::new();
    let entries = table.entries(&data)?;
    let count = entries.len();
    for (key, value) in entries.into_iter().take(MAX_ROWS) {
        rows.push(table.row(key, value, chosen.is_none())?);
    }
    let mut text = table.render(&rows);
    if count > MAX_ROWS {
        text.push_str(&format!("\n… {} more rows", count - MAX_ROWS));
    }
    Ok(Some(text))
}

struct Table<'a> {
    intrinsics: &'a Rc<Intrinsics>,
    context: &'a mut Context,
    columns: Vec<JsString>,
    /// Whether a row is not an object and has a value of its own.
    has_values: bool,
}

struct Row {
    index: String,
    cells: Vec<(JsString, String)>,
    value: Option<String>,
}

impl Table<'_> {
    fn entries(&mut self, object: &JsObject) -> JsResult<Vec<(JsString, JsValue)>> {
        let keys = self.intrinsics.own_enumerable_keys(object, self.context)?;
        keys.into_iter().map(|key| Ok((key.clone(), object.get(key, self.context)?))).collect()
    }

    fn row(&mut self, index: JsString, value: JsValue, adds_columns: bool) -> JsResult<Row> {
        let index = index.to_std_string_lossy();
        let value = touched(value, self.context)?;
        let mut row = Row { index, cells: Vec::new(), value: None };
        match value.as_object().filter(|object| !object.is_callable()) {
            None => {
                row.value = Some(inspect(&value, self.intrinsics, self.context)?);
                self.has_values = true;
            }
            Some(object) => {
                for (key, value) in self.entries(&object)? {
                    let is_known = self.columns.contains(&key);
                    if !is_known && adds_columns && self.columns.len() < MAX_COLUMNS {
                        self.columns.push(key.clone());
                    } else if !is_known {
                        continue;
                    }
                    row.cells.push((key, inspect(&value, self.intrinsics, self.context)?));
                }
            }
        }
        Ok(row)
    }

    fn render(&self, rows: &[Row]) -> String {
        let mut lines: Vec<Vec<String>> = vec![vec!["(index)".to_owned()]];
        if let Some(header) = lines.first_mut() {
            header.extend(self.columns.iter().map(|name| name.to_std_string_lossy()));
            header.extend(self.has_values.then(|| "Values".to_owned()));
        }
        for row in rows {
            let mut line = vec![row.index.clone()];
            for column in &self.columns {
                let cell = row.cells.iter().find(|(name, _)| name == column);
                line.push(cell.map(|(_, text)| text.clone()).unwrap_or_default());
            }
            line.extend(self.has_values.then(|| row.value.clone().unwrap_or_default()));
            lines.push(line);
        }
        let mut widths = vec![0; lines.first().map_or(0, Vec::len)];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let rule = |left: &str, middle: &str, right: &str| {
            let bars: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
            format!("{left}{}{right}", bars.join(middle))
        };
        let mut text = vec![rule("┌", "┬", "┐")];
        for (place, line) in lines.iter().enumerate() {
            let cells: Vec<String> =
                line.iter().zip(&widths).map(|(cell, width)| format!(" {cell:<width$} ")).collect();
            text.push(format!("│{}│", cells.join("│")));
            if place == 0 {
                text.push(rule("├", "┼", "┤"));
            }
        }
        text.push(rule("└", "┴", "┘"));
        text.join("\n")
    }
}
