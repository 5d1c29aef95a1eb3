//! Decimal digits of a number, and rounding them half away from zero: what ECMA-402 rounds is the
//! shortest text of a double, not its binary value (1.005 has 2 fraction digits as 1.01).

/// `0.d₁d₂d₃… × 10^point`, without trailing zeros; no digits for zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// The shortest digits that name the double `value`, which is finite; the sign is left out.
    pub(super) fn of_f64(value: f64) -> Self {
        let text = format!("{:e}", value.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or_default();
        Self::of_digits(mantissa, exponent + 1)
    }

    /// The digits of a whole number's text.
    pub(super) fn of_integer(text: &str) -> Self {
        let text = text.trim_start_matches('-');
        Self::of_digits(text, i32::try_from(text.len()).unwrap_or(i32::MAX))
    }

    fn of_digits(text: &str, point: i32) -> Self {
        let digits = text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        let mut decimal = Self { digits, point };
        decimal.trim();
        decimal
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 1;
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// How many digits stand in front of the point; zero or less for what is below 1.
    pub(super) fn integer_digits(&self) -> i32 {
        self.point
    }

    /// Multiplies by 10^power.
    pub(super) fn shift(&mut self, power: i32) {
        if !self.is_zero() {
            self.point += power;
        }
    }

    pub(super) fn round_to_fraction(&mut self, digits: usize) {
        self.round_at(i64::from(self.point) + digits as i64);
    }

    pub(super) fn round_to_significant(&mut self, digits: usize) {
        self.round_at(digits as i64);
    }

    /// Keeps so many digits.
    fn round_at(&mut self, keep: i64) {
        let Ok(keep) = usize::try_from(keep) else {
            self.digits.clear();
            return self.trim();
        };
        let Some(next) = self.digits.get(keep) else { return };
        let goes_up = *next >= 5;
        self.digits.truncate(keep);
        if goes_up {
            match self.digits.iter().rposition(|digit| *digit < 9) {
                Some(place) => {
                    self.digits.truncate(place + 1);
                    if let Some(digit) = self.digits.last_mut() {
                        *digit += 1;
                    }
                }
                None => {
                    self.digits = vec![1];
                    self.point += 1;
                }
            }
        }
        self.trim();
    }

    /// The digits in front of and behind the point, with at least so many of each.
    pub(super) fn texts(&self, min_integer: usize, min_fraction: usize) -> (String, String) {
        let mut integer = String::new();
        let mut fraction = String::new();
        let split = usize::try_from(self.point).unwrap_or(0);
        for place in 0..split {
            integer.push(self.digit(place));
        }
        if self.digits.is_empty() {
            integer.clear();
        }
        let leading = usize::try_from(-self.point).unwrap_or(0);
        fraction.extend(std::iter::repeat_n('0', leading));
        for place in split..self.digits.len() {
            fraction.push(self.digit(place));
        }
        if self.digits.is_empty() {
            fraction.clear();
        }
        while integer.len() < min_integer {
            integer.insert(0, '0');
        }
        while fraction.len() < min_fraction {
            fraction.push('0');
        }
        (integer, fraction)
    }

    /// Fraction digits that make up `digits` significant ones.
    pub(super) fn fraction_for_significant(&self, digits: usize) -> usize {
        usize::try_from(digits as i64 - i64::from(self.point)).unwrap_or(0)
    }

    fn digit(&self, place: usize) -> char {
        char::from(b'0' + self.digits.get(place).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    fn rounded(value: f64, fraction: usize) -> String {
        let mut decimal = Decimal::of_f64(value);
        decimal.round_to_fraction(fraction);
        let (integer, fraction) = decimal.texts(1, 0);
        format!("{integer}.{fraction}")
    }

    #[test]
    fn rounds_the_shortest_text_half_away_from_zero() {
        let rows = [
            (1.005, 2, "1.01"),
            (0.5, 0, "1."),
            (0.49, 0, "0."),
            (9.99, 1, "10."),
            (999.5, 0, "1000."),
            (0.0, 2, "0."),
            (1e21, 0, "1000000000000000000000."),
            (1e-7, 3, "0."),
            (0.00123, 4, "0.0012"),
            (123456.789, 3, "123456.789"),
            (0.05, 1, "0.1"),
        ];
        for (value, fraction, text) in rows {
            assert_eq!(rounded(value, fraction), text, "{value}");
        }
    }
}
