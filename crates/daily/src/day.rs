use std::str::FromStr;

use jiff::{SignedDuration, civil::Date, tz::TimeZone};
use rules::{Millis, Timestamp};

/// A UTC calendar date, which identifies a puzzle.
///
/// Its only text form is `2026-11-16`, with years from 1970 to 9999. A day begins at midnight UTC
/// everywhere, so daylight saving time never matters.
///
/// ```
/// use daily::Day;
/// use rules::Timestamp;
///
/// let day: Day = "2028-02-29".parse().unwrap();
/// assert_eq!(day.next().to_string(), "2028-03-01");
/// assert_eq!(Day::of(Timestamp(day.begins().0 - 1)), day.previous());
/// assert!("2026-02-29".parse::<Day>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Date);

/// A text that is not a valid day.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a date of the years 1970 to 9999 as YYYY-MM-DD, found {found:?}")]
pub struct NotADay {
    /// The text.
    pub found: String,
}

impl Day {
    /// The first valid day.
    pub const FIRST: Day = Day(Date::constant(1970, 1, 1));
    /// The last valid day.
    pub const LAST: Day = Day(Date::constant(9999, 12, 31));

    /// The day of a point in time, clamped to [`Day::FIRST`] and [`Day::LAST`].
    pub fn of(moment: Timestamp) -> Day {
        match jiff::Timestamp::from_millisecond(moment.0) {
            Ok(moment) => Day(TimeZone::UTC.to_datetime(moment).date()).clamp(Day::FIRST, Day::LAST),
            Err(_) if moment.0 < 0 => Day::FIRST,
            Err(_) => Day::LAST,
        }
    }

    /// The start of the day.
    pub fn begins(self) -> Timestamp {
        let days: SignedDuration = Day::FIRST.0.duration_until(self.0);
        Timestamp(0) + Millis::seconds(days.as_secs())
    }

    /// The next day; [`Day::LAST`] after itself.
    pub fn next(self) -> Day {
        self.0.tomorrow().map_or(Day::LAST, Day)
    }

    /// The previous day; [`Day::FIRST`] before itself.
    pub fn previous(self) -> Day {
        self.0.yesterday().map_or(Day::FIRST, |date| Day(date).max(Day::FIRST))
    }
}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Day, NotADay> {
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0_i16, |number, digit| {
                digit.is_ascii_digit().then(|| number * 10 + i16::from(digit - b'0'))
            })
        };
        let read = || {
            let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return None };
            let (month, day) = (number(&[m1, m2])? as i8, number(&[d1, d2])? as i8);
            let date = Date::new(number(&[y1, y2, y3, y4])?, month, day).ok()?;
            (Day::FIRST..=Day::LAST).contains(&Day(date)).then_some(Day(date))
        };
        read().ok_or_else(|| NotADay { found: text.chars().take(40).collect() })
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{:04}-{:02}-{:02}", self.0.year(), self.0.month(), self.0.day()))
    }
}

impl std::fmt::Debug for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn only_valid_dates_in_the_canonical_form_parse() {
        for text in ["2026-11-16", "1970-01-01", "9999-12-31", "2024-02-29", "2000-02-29"] {
            assert_eq!(day(text).to_string(), text);
        }
        for text in [
            "2026-02-30",
            "2026-02-29",
            "2100-02-29",
            "2026-1-1",
            "2026-01-1",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "1969-12-31",
            "0000-01-01",
            "10000-01-01",
            "-026-01-01",
            "+2026-01-01",
            "2026/01/01",
            "20260101",
            "2026-01-01 ",
            " 2026-01-01",
            "2026-01-01T00:00",
            "２０２６-01-01",
            "٢٠٢٦-01-01",
            "today",
            "",
        ] {
            assert_eq!(text.parse::<Day>(), Err(NotADay { found: text.to_owned() }), "{text:?}");
        }
    }

    #[test]
    fn the_error_for_an_invalid_date_says_what_was_expected() {
        assert_eq!(
            "2026-1-1".parse::<Day>().unwrap_err().to_string(),
            "expected a date of the years 1970 to 9999 as YYYY-MM-DD, found \"2026-1-1\""
        );
    }

    #[test]
    fn a_day_lasts_from_its_first_millisecond_to_its_last() {
        let day = day("2026-11-16");
        assert_eq!(day.begins(), Timestamp(1_794_787_200_000));
        assert_eq!(Day::of(day.begins()), day);
        assert_eq!(Day::of(Timestamp(day.begins().0 - 1)).to_string(), "2026-11-15");
        assert_eq!(Day::of(Timestamp(day.begins().0 + 86_399_999)), day);
        assert_eq!(Day::of(Timestamp(day.begins().0 + 86_400_000)).to_string(), "2026-11-17");
    }

    #[test]
    fn days_follow_each_other_over_leap_years_and_ends_of_years() {
        for (before, after) in [
            ("2024-02-28", "2024-02-29"),
            ("2024-02-29", "2024-03-01"),
            ("2026-02-28", "2026-03-01"),
            ("2026-12-31", "2027-01-01"),
        ] {
            assert_eq!(day(before).next(), day(after));
            assert_eq!(day(after).previous(), day(before));
            assert!(day(before) < day(after));
            assert_eq!(day(after).begins().0 - day(before).begins().0, 86_400_000);
        }
    }

    #[test]
    fn times_out_of_range_are_clamped_to_the_first_or_last_day() {
        for (moment, expected) in [
            (i64::MIN, Day::FIRST),
            (-1, Day::FIRST),
            (0, Day::FIRST),
            (i64::MAX, Day::LAST),
            (253_402_300_800_000, Day::LAST),
        ] {
            assert_eq!(Day::of(Timestamp(moment)), expected);
        }
        assert_eq!((Day::LAST.next(), Day::FIRST.previous()), (Day::LAST, Day::FIRST));
        assert_eq!(Day::of(Day::LAST.begins()), Day::LAST);
    }
}
