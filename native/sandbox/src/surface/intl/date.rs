//! Dates as en-US writes them, in UTC (ECMA-402 11.5): the parts of a text, in order.

/// How a component is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Numeric,
    TwoDigit,
    Short,
    Long,
    Narrow,
}

/// Which components are written, and how.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DateStyle {
    pub(super) weekday: Option<Width>,
    pub(super) year: Option<Width>,
    pub(super) month: Option<Width>,
    pub(super) day: Option<Width>,
    pub(super) hour: Option<Width>,
    pub(super) minute: Option<Width>,
    pub(super) second: Option<Width>,
    /// Digits behind the second.
    pub(super) fraction: usize,
    pub(super) is_24_hours: bool,
    pub(super) zone: Option<Width>,
    /// Date and time are joined by "at".
    pub(super) has_at: bool,
}

/// A part of the text: its ECMA-402 type, its text.
pub(super) type Part = (&'static str, String);

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

struct Fields {
    year: i64,
    month: usize,
    day: i64,
    weekday: usize,
    hour: i64,
    minute: i64,
    second: i64,
    ms: i64,
}

impl Fields {
    /// The fields of a time value (ECMA-262 21.4.1), by the proleptic Gregorian calendar.
    fn of(time: f64) -> Self {
        const DAY_MS: i64 = 86_400_000;
        let time = time as i64;
        let (days, ms) = (time.div_euclid(DAY_MS), time.rem_euclid(DAY_MS));
        // Days from 0000-03-01, in eras of 400 years.
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 2 } else { from_march - 10 };
        Self {
            year: year_of_era + era * 400 + i64::from(month <= 1),
            month: month as usize,
            day: day_of_year - (153 * from_march + 2) / 5 + 1,
            weekday: (days + 4).rem_euclid(7) as usize,
            hour: ms / 3_600_000,
            minute: ms / 60_000 % 60,
            second: ms / 1_000 % 60,
            ms: ms % 1_000,
        }
    }
}

impl DateStyle {
    pub(super) fn has_date(&self) -> bool {
        [self.weekday, self.year, self.month, self.day].iter().any(Option::is_some)
    }

    pub(super) fn has_time(&self) -> bool {
        [self.hour, self.minute, self.second].iter().any(Option::is_some) || self.fraction > 0
    }

    /// The text of a valid time value.
    pub(super) fn parts(&self, time: f64) -> Vec<Part> {
        let fields = Fields::of(time);
        let mut parts = self.date_parts(&fields);
        if self.has_time() {
            if !parts.is_empty() {
                let has_at = self.has_at || self.month == Some(Width::Long);
                parts.push(literal(if has_at { " at " } else { ", " }));
            }
            self.time_parts(&fields, &mut parts);
        }
        if let Some(zone) = self.zone {
            parts.push(literal(if self.has_time() { " " } else { ", " }));
            let name = if zone == Width::Long { "Coordinated Universal Time" } else { "UTC" };
            parts.push(("timeZoneName", name.to_owned()));
        }
        parts
    }

    fn date_parts(&self, fields: &Fields) -> Vec<Part> {
        let mut parts = Vec::new();
        let weekday = self.weekday.map(|width| {
            let name = DAYS.get(fields.weekday).copied().unwrap_or_default();
            ("weekday", name_of(name, width))
        });
        let day = self.day.map(|width| ("day", digits(fields.day, width)));
        let year = self.year.map(|width| match width {
            Width::TwoDigit => ("year", format!("{:02}", fields.year.rem_euclid(100))),
            _ => ("year", fields.year.to_string()),
        });
        let Some(width) = self.month else {
            for part in [day, year, weekday].into_iter().flatten() {
                separate(&mut parts, " ");
                parts.push(part);
            }
            return parts;
        };
        parts.extend(weekday);
        separate(&mut parts, ", ");
        if matches!(width, Width::Numeric | Width::TwoDigit) {
            parts.push(("month", digits(fields.month as i64 + 1, width)));
            for part in [day, year].into_iter().flatten() {
                separate(&mut parts, "/");
                parts.push(part);
            }
            return parts;
        }
        let name = MONTHS.get(fields.month).copied().unwrap_or_default();
        parts.push(("month", name_of(name, width)));
        let before_year = if day.is_some() { ", " } else { " " };
        if let Some(day) = day {
            parts.extend([literal(" "), day]);
        }
        if let Some(year) = year {
            parts.extend([literal(before_year), year]);
        }
        parts
    }

    fn time_parts(&self, fields: &Fields, parts: &mut Vec<Part>) {
        let begin = parts.len();
        if let Some(width) = self.hour {
            let (hour, width) = match fields.hour {
                hour if self.is_24_hours => (hour, Width::TwoDigit),
                hour => ((hour + 11) % 12 + 1, width),
            };
            parts.push(("hour", digits(hour, width)));
        }
        // Behind an hour or in front of a second a minute has two digits, whatever was asked for.
        let together = [self.hour, self.minute, self.second].iter().flatten().count() > 1;
        let seconds = self.second.or((self.fraction > 0).then_some(Width::Numeric));
        for (kind, value, width) in
            [("minute", fields.minute, self.minute), ("second", fields.second, seconds)]
        {
            let Some(width) = width else { continue };
            if parts.len() > begin {
                parts.push(literal(":"));
            }
            parts.push((kind, digits(value, if together { Width::TwoDigit } else { width })));
        }
        if self.fraction > 0 {
            let text: String = format!("{:03}", fields.ms).chars().take(self.fraction).collect();
            parts.extend([literal("."), ("fractionalSecond", text)]);
        }
        if self.hour.is_some() && !self.is_24_hours {
            let period = if fields.hour < 12 { "AM" } else { "PM" };
            parts.extend([literal(" "), ("dayPeriod", period.to_owned())]);
        }
    }
}

fn literal(text: &str) -> Part {
    ("literal", text.to_owned())
}

fn separate(parts: &mut Vec<Part>, text: &str) {
    if !parts.is_empty() {
        parts.push(literal(text));
    }
}

fn digits(value: i64, width: Width) -> String {
    if width == Width::TwoDigit { format!("{value:02}") } else { value.to_string() }
}

fn name_of(name: &str, width: Width) -> String {
    let letters = match width {
        Width::Short => 3,
        Width::Narrow => 1,
        _ => name.len(),
    };
    name.chars().take(letters).collect()
}
