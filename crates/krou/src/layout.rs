//! Text fitted into lines.

use unicode_width::UnicodeWidthStr;

/// The text with spaces after it up to `width` columns of the terminal: a Chinese character takes
/// two.
pub fn padded(text: &str, width: usize) -> String {
    text.to_string() + &" ".repeat(width.saturating_sub(text.width()))
}

/// The text broken between words into lines of at most `width` characters, each after `indent`
/// spaces.
pub fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let length = word.width();
        if used > 0 && used + 1 + length > width {
            lines.push('\n');
            used = 0;
        }
        if used == 0 {
            lines.push_str(&" ".repeat(indent));
            used = indent + length;
        } else {
            lines.push(' ');
            used += 1 + length;
        }
        lines.push_str(word);
    }
    lines
}

/// The text broken into lines, all but the first a little to the right.
pub fn hanging(text: &str, width: usize) -> String {
    const INDENT: usize = 4;
    let lines = wrapped(text, 0, width.saturating_sub(INDENT));
    lines.replace('\n', &format!("\n{:INDENT$}", ""))
}

/// Something from outside as a message repeats it: on one line and not endless.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 120;
    let mut quoted: String = text
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("sow the seeds", 0, 80), "sow the seeds");
        assert_eq!(wrapped("sow the seeds", 2, 9), "  sow the\n  seeds");
        assert_eq!(wrapped("sow", 0, 0), "sow");
        assert_eq!(wrapped("", 2, 9), "");
    }

    #[test]
    fn a_quotation_is_short_and_on_one_line() {
        assert_eq!(quoted("a\nb\u{1b}"), "a\\nb\\u{1b}");
        assert_eq!(padded("小明", 6), "小明  ");
        assert_eq!(quoted(&"é".repeat(500)).chars().count(), 121);
    }
}
