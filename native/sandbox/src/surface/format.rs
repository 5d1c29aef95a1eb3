//! The arguments of a console call as one line: Formatter of the WHATWG console (2.2.1).

use std::rc::Rc;

use boa_engine::{Context, JsResult, JsValue};

use super::inspect::{display, inspect};
use super::intrinsics::Intrinsics;

/// The arguments as one line: with substitutions when the first is a string, and the rest behind
/// it, separated by spaces.
pub(super) fn format_line(
    args: &[JsValue],
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    let mut line = String::new();
    let mut rest = args.iter();
    if let Some((format, behind)) = args.split_first().filter(|(_, behind)| !behind.is_empty())
        && let Some(format) = format.as_string()
    {
        rest = behind.iter();
        substitute(&format.to_std_string_lossy(), &mut rest, &mut line, intrinsics, context)?;
        for arg in rest {
            line.push(' ');
            line.push_str(&display(arg, intrinsics, context)?);
        }
        return Ok(line);
    }
    for (position, arg) in rest.enumerate() {
        if position > 0 {
            line.push(' ');
        }
        line.push_str(&display(arg, intrinsics, context)?);
    }
    Ok(line)
}

fn substitute(
    format: &str,
    args: &mut std::slice::Iter<'_, JsValue>,
    line: &mut String,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<()> {
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        let specifier = if c == '%' { chars.peek().copied() } else { None };
        match specifier {
            Some('%') => line.push('%'),
            Some(kind @ ('s' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c')) => {
                let Some(arg) = args.next() else {
                    line.push('%');
                    continue;
                };
                line.push_str(&converted(kind, arg, intrinsics, context)?);
            }
            _ => {
                line.push(c);
                continue;
            }
        }
        chars.next();
    }
    Ok(())
}

fn converted(
    kind: char,
    arg: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    match kind {
        's' => display(arg, intrinsics, context),
        'c' => Ok(String::new()),
        'd' | 'i' | 'f' => number_text(kind, arg, intrinsics, context),
        _ => inspect(arg, intrinsics, context),
    }
}

/// `%d`, `%i`: parseInt of the argument; `%f`: parseFloat. Symbols, and what throws, are NaN.
fn number_text(
    kind: char,
    arg: &JsValue,
    intrinsics: &Rc<Intrinsics>,
    context: &mut Context,
) -> JsResult<String> {
    if let Some(integer) = arg.as_bigint() {
        return Ok(format!("{}n", integer.to_string_radix(10)));
    }
    let number = if kind == 'f' {
        intrinsics.parse_float(arg, context)
    } else {
        intrinsics.parse_int(arg, context)
    };
    match number {
        Ok(number) => Ok(number.to_string(context)?.to_std_string_lossy()),
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(_) => Ok("NaN".to_owned()),
    }
}
