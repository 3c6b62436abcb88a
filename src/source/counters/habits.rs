//! What spreadsheets make of a sheet: other delimiters, a line that names them, dates out of values.

/// How the fields of a sheet are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    /// What stands between two fields.
    pub delimiter: u8,
    /// The bytes before the sheet proper: a line `sep=;`.
    pub start: usize,
    /// How many lines that is.
    pub lines: usize,
}

impl Dialect {
    /// Told by a first line `sep=;`, or by what parts the fields of the header.
    pub(super) fn of(text: &str) -> Self {
        let first = text.lines().next().unwrap_or_default();
        let named = first.trim_matches(['"', '\r', ' ']).to_ascii_lowercase();
        if let Some(rest) = named.strip_prefix("sep=")
            && let Some(&delimiter @ (b',' | b';' | b'\t' | b'|')) = rest.as_bytes().first()
        {
            let start = text.find('\n').map_or(text.len(), |end| end + 1);
            return Dialect { delimiter, start, lines: 1 };
        }
        let header = text
            .lines()
            .find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
            .unwrap_or_default();
        let count = |delimiter: u8| header.bytes().filter(|&byte| byte == delimiter).count();
        // Of equally many the comma is meant.
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(|&byte| count(byte));
        Dialect { delimiter: delimiter.unwrap_or(b','), start: 0, lines: 0 }
    }
}

/// The first three letters of months in the languages that spreadsheets speak to designers.
const MONTHS: [&str; 33] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär",
    "mrz", "mai", "okt", "dez", "fév", "avr", "jui", "aoû", "déc", "gen", "mag", "giu", "lug",
    "ago", "set", "ott", "dic", "ene", "abr", "out",
];

/// Whether a text is a day and a month, as `04.Mai`, `4-May` or `May-43`, or a day in full, `2026-05-04`, `5/4/2026`.
pub(super) fn is_date(text: &str) -> bool {
    let figures = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    for separator in ['.', '/'] {
        if let [day, month, year] = text.split(separator).collect::<Vec<_>>()[..]
            && ((figures(day, 2) && figures(month, 2) && figures(year, 4) && year.len() % 2 == 0)
                || (day.len() == 4 && figures(day, 4) && figures(month, 2) && figures(year, 2)))
        {
            return true;
        }
    }
    let shape = |(nth, byte): (usize, u8)| match nth {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    if text.len() == 10 && text.bytes().enumerate().all(shape) {
        return true;
    }
    let mut parts = text.split(['.', '-', '/', ' ']).filter(|part| !part.is_empty());
    let (Some(first), Some(second), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let number = |part: &str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let month = |part: &str| {
        part.chars().all(char::is_alphabetic)
            && part.chars().count() >= 3
            && MONTHS.contains(&&*part.chars().take(3).collect::<String>().to_lowercase())
    };
    (number(first) && month(second)) || (month(first) && number(second))
}

/// Whether a text is a day of our time as spreadsheets count them, from 1900: what is left of a date in a cell that
/// was made a number again.
pub(super) fn is_day_count(text: &str) -> bool {
    text.len() == 5 && text.parse::<u32>().is_ok_and(|day| (36_526..=54_788).contains(&day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_named_or_seen_in_the_header() {
        let of = |text| Dialect::of(text).delimiter;
        assert_eq!(of("id,name\n"), b',');
        assert_eq!(of("# units; of Kess\nid;name;attack\n"), b';');
        assert_eq!(of("id\tname\n"), b'\t');
        assert_eq!(of("id\n"), b',');
        let named = Dialect::of("sep=;\r\nid;name\n");
        assert_eq!((named.delimiter, named.start, named.lines), (b';', 7, 1));
    }

    #[test]
    fn dates_are_told_from_strengths_and_designations() {
        for date in ["04.Mai", "4-May", "May-43", "1. Jan", "12/déc", "2026-05-04"] {
            assert!(is_date(date), "{date}");
        }
        for value in ["4-5", "I/104", "15 PG", "4", "(3)-4", "", "3/Mountain/2", "2-8-1"] {
            assert!(!is_date(value), "{value}");
        }
    }
}
