//! Numbers as en-US writes them (ECMA-402 16.5): grouping, digits, currencies, percent, compact.

use super::decimal::Decimal;

/// What is formatted; of a BigInt its digits.
#[derive(Debug, Clone)]
pub(super) enum Number {
    Float(f64),
    Integer(String),
}

#[derive(Debug, Clone)]
pub(super) enum Style {
    Decimal,
    Percent,
    Currency(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CurrencyDisplay {
    Symbol,
    Narrow,
    Code,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignDisplay {
    Auto,
    Always,
    Never,
    ExceptZero,
    Negative,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compact {
    Short,
    Long,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    Fraction {
        min: usize,
        max: usize,
    },
    Significant {
        min: usize,
        max: usize,
    },
    /// Compact's own: two significant digits, and whole numbers from 10 on.
    Compact,
}

/// How a number is written.
#[derive(Debug, Clone)]
pub(super) struct NumberStyle {
    pub(super) style: Style,
    pub(super) currency_display: CurrencyDisplay,
    pub(super) is_accounting: bool,
    pub(super) min_integer: usize,
    pub(super) digits: Digits,
    /// Digits of the whole part from which on it is grouped.
    pub(super) grouping_from: usize,
    pub(super) sign: SignDisplay,
    pub(super) compact: Option<Compact>,
}

impl NumberStyle {
    pub(super) fn format(&self, number: &Number) -> String {
        let (is_negative, body) = match number {
            Number::Float(value) if value.is_nan() => (false, "NaN".to_owned()),
            Number::Float(value) if value.is_infinite() => (*value < 0.0, "∞".to_owned()),
            Number::Float(value) => {
                let decimal = Decimal::of_f64(*value);
                return self.finite(value.is_sign_negative(), decimal);
            }
            Number::Integer(text) => {
                return self.finite(text.starts_with('-'), Decimal::of_integer(text));
            }
        };
        self.signed(is_negative, false, &body)
    }

    fn finite(&self, is_negative: bool, mut decimal: Decimal) -> String {
        if matches!(self.style, Style::Percent) {
            decimal.shift(2);
        }
        let mut suffix = String::new();
        if let Some(compact) = self.compact {
            let power = compact_power(&decimal, |decimal| self.round(decimal));
            decimal.shift(-power);
            suffix = compact_suffix(compact, power).to_owned();
        }
        self.round(&mut decimal);
        let min_fraction = match self.digits {
            Digits::Fraction { min, .. } => min,
            Digits::Significant { min, .. } => decimal.fraction_for_significant(min),
            Digits::Compact => 0,
        };
        let (integer, fraction) = decimal.texts(self.min_integer, min_fraction);
        let mut body =
            if integer.len() >= self.grouping_from { grouped(&integer) } else { integer };
        if !fraction.is_empty() {
            body.push('.');
            body.push_str(&fraction);
        }
        body.push_str(&suffix);
        self.signed(is_negative, decimal.is_zero(), &body)
    }

    fn round(&self, decimal: &mut Decimal) {
        match self.digits {
            Digits::Fraction { max, .. } => decimal.round_to_fraction(max),
            Digits::Significant { max, .. } => decimal.round_to_significant(max),
            Digits::Compact if decimal.integer_digits() >= 2 => decimal.round_to_fraction(0),
            Digits::Compact => decimal.round_to_significant(2),
        }
    }

    /// Sign, currency and percent around the digits.
    fn signed(&self, is_negative: bool, is_zero: bool, body: &str) -> String {
        let body = match &self.style {
            Style::Decimal => body.to_owned(),
            Style::Percent => format!("{body}%"),
            Style::Currency(code) => {
                let symbol = match self.currency_display {
                    CurrencyDisplay::Code => code.clone(),
                    display => symbol_of(code, display == CurrencyDisplay::Narrow),
                };
                let space =
                    if symbol.ends_with(|c: char| c.is_alphabetic()) { "\u{a0}" } else { "" };
                format!("{symbol}{space}{body}")
            }
        };
        let sign = match self.sign {
            SignDisplay::Auto if is_negative => "-",
            SignDisplay::Negative if is_negative && !is_zero => "-",
            SignDisplay::Always => {
                if is_negative {
                    "-"
                } else {
                    "+"
                }
            }
            SignDisplay::ExceptZero if !is_zero => {
                if is_negative {
                    "-"
                } else {
                    "+"
                }
            }
            _ => "",
        };
        if sign == "-" && self.is_accounting && matches!(self.style, Style::Currency(_)) {
            return format!("({body})");
        }
        format!("{sign}{body}")
    }
}

/// The power of ten, of 0, 3, 6, 9, 12, at which the number is written; rounding may reach the next.
fn compact_power(decimal: &Decimal, round: impl Fn(&mut Decimal)) -> i32 {
    let mut power = 0;
    loop {
        let mut shown = decimal.clone();
        shown.shift(-power);
        round(&mut shown);
        if shown.integer_digits() <= 3 || power == 12 {
            return power;
        }
        power += 3;
    }
}

fn compact_suffix(compact: Compact, power: i32) -> &'static str {
    match (compact, power) {
        (Compact::Short, 3) => "K",
        (Compact::Short, 6) => "M",
        (Compact::Short, 9) => "B",
        (Compact::Short, 12) => "T",
        (Compact::Long, 3) => " thousand",
        (Compact::Long, 6) => " million",
        (Compact::Long, 9) => " billion",
        (Compact::Long, 12) => " trillion",
        _ => "",
    }
}

fn grouped(integer: &str) -> String {
    let mut text = String::with_capacity(integer.len() * 4 / 3);
    for (place, digit) in integer.chars().enumerate() {
        if place > 0 && (integer.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Fraction digits of a currency (ISO 4217), where they are not two.
pub(super) fn currency_digits(code: &str) -> usize {
    match code {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

/// The symbol that en-US writes (CLDR); a currency without one is written as its code.
fn symbol_of(code: &str, is_narrow: bool) -> String {
    let (symbol, narrow) = match code {
        "USD" => ("$", "$"),
        "EUR" => ("€", "€"),
        "GBP" => ("£", "£"),
        "JPY" => ("¥", "¥"),
        "INR" => ("₹", "₹"),
        "CNY" => ("CN¥", "¥"),
        "KRW" => ("₩", "₩"),
        "CAD" => ("CA$", "$"),
        "AUD" => ("A$", "$"),
        "NZD" => ("NZ$", "$"),
        "HKD" => ("HK$", "$"),
        "TWD" => ("NT$", "$"),
        "MXN" => ("MX$", "$"),
        "BRL" => ("R$", "R$"),
        "ILS" => ("₪", "₪"),
        "VND" => ("₫", "₫"),
        "PHP" => ("₱", "₱"),
        "PLN" => ("PLN", "zł"),
        "CZK" => ("CZK", "Kč"),
        "SEK" | "NOK" | "DKK" | "ISK" => (code, "kr"),
        "UAH" => ("UAH", "₴"),
        "TRY" => ("TRY", "₺"),
        "RUB" => ("RUB", "₽"),
        "SGD" | "ARS" | "CLP" | "COP" => (code, "$"),
        "HUF" => ("HUF", "Ft"),
        other => (other, other),
    };
    (if is_narrow { narrow } else { symbol }).to_owned()
}
