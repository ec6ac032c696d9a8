//! How things look: colours, one constant a theme, and the characters things are drawn with.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border::{self, Set};

/// The styles of everything drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The ground, and plain text on it.
    pub text: Style,
    /// What steps back.
    pub quiet: Style,
    /// Headings and names.
    pub strong: Style,
    /// The wood of the board.
    pub board: Style,
    /// Seeds.
    pub seed: Style,
    /// What the player may do now.
    pub can: Style,
    /// What is chosen now.
    pub chosen: Style,
    /// What just happened.
    pub just: Style,
    /// Good news: a best move, a win.
    pub good: Style,
    /// Bad news: a mistake, an error.
    pub bad: Style,
}

const fn on(fg: u8, bg: u8) -> Style {
    Style::new().fg(Color::Indexed(fg)).bg(Color::Indexed(bg))
}

const fn ink(fg: u8) -> Style {
    Style::new().fg(Color::Indexed(fg))
}

const fn named(color: Color) -> Style {
    Style::new().fg(color)
}

const BOLD: Modifier = Modifier::BOLD;

/// Warm wood at night; 256 colours.
pub const DARK: Theme = Theme {
    text: on(223, 234),
    quiet: ink(144),
    strong: ink(230).add_modifier(BOLD),
    board: ink(137),
    seed: ink(180),
    can: ink(114).add_modifier(BOLD),
    chosen: on(234, 114).add_modifier(BOLD),
    just: ink(215).add_modifier(BOLD),
    good: ink(114),
    bad: ink(210),
};

/// Clay by day; 256 colours.
pub const LIGHT: Theme = Theme {
    text: on(236, 230),
    quiet: ink(240),
    strong: ink(232).add_modifier(BOLD),
    board: ink(94),
    seed: ink(94),
    can: ink(22).add_modifier(BOLD),
    chosen: on(231, 22).add_modifier(BOLD),
    just: ink(124).add_modifier(BOLD),
    good: ink(22),
    bad: ink(124),
};

/// White and yellow on black; the sixteen colours every terminal has.
pub const CONTRAST: Theme = Theme {
    text: named(Color::White).bg(Color::Black),
    quiet: named(Color::White),
    strong: named(Color::White).add_modifier(BOLD),
    board: named(Color::White),
    seed: named(Color::White).add_modifier(BOLD),
    can: named(Color::LightYellow).add_modifier(BOLD),
    chosen: named(Color::Black)
        .bg(Color::LightYellow)
        .add_modifier(BOLD),
    just: named(Color::LightCyan).add_modifier(BOLD.union(Modifier::UNDERLINED)),
    good: named(Color::LightGreen).add_modifier(BOLD),
    // Red is too dark for this.
    bad: named(Color::LightMagenta).add_modifier(BOLD.union(Modifier::UNDERLINED)),
};

/// The terminal's own ground, for terminals of sixteen colours that are dark.
pub const DARK_16: Theme = Theme {
    text: Style::new(),
    quiet: named(Color::Gray),
    strong: named(Color::White).add_modifier(BOLD),
    board: named(Color::Yellow),
    seed: named(Color::LightYellow),
    can: named(Color::LightGreen).add_modifier(BOLD),
    chosen: named(Color::Black).bg(Color::Green).add_modifier(BOLD),
    just: named(Color::LightMagenta).add_modifier(BOLD),
    good: named(Color::LightGreen),
    bad: named(Color::LightRed),
};

/// The terminal's own ground, for terminals of sixteen colours that are light.
pub const LIGHT_16: Theme = Theme {
    text: Style::new(),
    quiet: named(Color::DarkGray),
    strong: named(Color::Black).add_modifier(BOLD),
    board: named(Color::Red),
    seed: named(Color::Red),
    can: named(Color::Blue).add_modifier(BOLD),
    chosen: named(Color::White).bg(Color::Blue).add_modifier(BOLD),
    just: named(Color::Magenta).add_modifier(BOLD),
    good: named(Color::Blue),
    bad: named(Color::Red),
};

/// No colour at all: weight, underlining and reversal only.
pub const MONO: Theme = Theme {
    text: Style::new(),
    quiet: Style::new().add_modifier(Modifier::DIM),
    strong: Style::new().add_modifier(BOLD),
    board: Style::new(),
    seed: Style::new(),
    can: Style::new().add_modifier(BOLD),
    chosen: Style::new().add_modifier(BOLD.union(Modifier::REVERSED)),
    just: Style::new().add_modifier(BOLD.union(Modifier::UNDERLINED)),
    good: Style::new().add_modifier(BOLD),
    bad: Style::new().add_modifier(Modifier::UNDERLINED),
};

/// What the player asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// As much contrast as there is.
    Contrast,
}

impl Look {
    /// Every look.
    pub const ALL: [Look; 3] = [Look::Dark, Look::Light, Look::Contrast];

    /// The word for it in the settings file and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Look::Dark => "dark",
            Look::Light => "light",
            Look::Contrast => "contrast",
        }
    }
}

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 256 or more.
    Many,
    /// The sixteen of old.
    Sixteen,
    /// None, or none are wanted.
    None,
}

impl Depth {
    /// What the environment says: `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn of(get: impl Fn(&str) -> Option<String>) -> Depth {
        let is_set = |name| get(name).is_some_and(|value| !value.is_empty());
        let term = get("TERM").unwrap_or_default();
        if is_set("NO_COLOR") || term == "dumb" || term.contains("mono") || term.starts_with("vt") {
            Depth::None
        } else if is_set("COLORTERM")
            || ["256color", "kitty", "alacritty", "direct"]
                .iter()
                .any(|t| term.contains(t))
        {
            Depth::Many
        } else {
            Depth::Sixteen
        }
    }
}

/// The theme for a look on a terminal.
pub const fn theme(look: Look, depth: Depth) -> Theme {
    match (depth, look) {
        (Depth::None, _) => MONO,
        (_, Look::Contrast) => CONTRAST,
        (Depth::Many, Look::Dark) => DARK,
        (Depth::Many, Look::Light) => LIGHT,
        (Depth::Sixteen, Look::Dark) => DARK_16,
        (Depth::Sixteen, Look::Light) => LIGHT_16,
    }
}

/// The characters things are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// The edge of a pit or a panel.
    pub edge: Set<'static>,
    /// The edge of the chosen pit.
    pub chosen_edge: Set<'static>,
    /// The edge of a burned pit.
    pub burned_edge: Set<'static>,
    /// Whether edges that touch grow together.
    pub merge: bool,
    /// One, two, and three or more seeds in one spot.
    pub seeds: [&'static str; 3],
    /// What lies in a burned pit.
    pub burned: &'static str,
    /// A pit that is a tuzdyk.
    pub tuzdyk: &'static str,
    /// Where the last move began.
    pub origin: &'static str,
    /// Where its last seed fell.
    pub last: &'static str,
    /// What it captured.
    pub captured: &'static str,
    /// Where the last seed would fall.
    pub will_last: &'static str,
    /// What it would capture.
    pub will_capture: &'static str,
    /// What the engine would play.
    pub hint: &'static str,
    /// Whose turn it is; which line of a list is chosen.
    pub pointer: &'static str,
    /// A value the engine only estimates.
    pub about: &'static str,
    /// Between things in a line.
    pub dot: &'static str,
    /// More than fits.
    pub more: &'static str,
    /// A bar of a graph, an eighth to a whole.
    pub bars: [&'static str; 8],
    /// The keys that move the selection.
    pub arrows: [&'static str; 4],
}

/// Box characters and dots.
pub const UNICODE: Glyphs = Glyphs {
    edge: border::ROUNDED,
    chosen_edge: border::DOUBLE,
    burned_edge: border::LIGHT_TRIPLE_DASHED,
    merge: true,
    seeds: ["•", ":", "⁝"],
    burned: "░",
    tuzdyk: "◇",
    origin: "○",
    last: "●",
    captured: "×",
    will_last: "▼",
    will_capture: "✕",
    hint: "★",
    pointer: "▶",
    about: "≈",
    dot: "·",
    more: "…",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    arrows: ["←", "→", "↑", "↓"],
};

const ASCII_EDGE: Set<'static> = Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const ASCII_CHOSEN_EDGE: Set<'static> = Set {
    top_left: "#",
    top_right: "#",
    bottom_left: "#",
    bottom_right: "#",
    vertical_left: "#",
    vertical_right: "#",
    horizontal_top: "=",
    horizontal_bottom: "=",
};

const ASCII_BURNED_EDGE: Set<'static> = Set {
    top_left: ".",
    top_right: ".",
    bottom_left: ".",
    bottom_right: ".",
    vertical_left: ":",
    vertical_right: ":",
    horizontal_top: ".",
    horizontal_bottom: ".",
};

/// Nothing but ASCII.
pub const ASCII: Glyphs = Glyphs {
    edge: ASCII_EDGE,
    chosen_edge: ASCII_CHOSEN_EDGE,
    burned_edge: ASCII_BURNED_EDGE,
    merge: false,
    seeds: ["o", "8", "%"],
    burned: "x",
    tuzdyk: "<>",
    origin: "o",
    last: "*",
    captured: "x",
    will_last: "v",
    will_capture: "X",
    hint: "!",
    pointer: ">",
    about: "~",
    dot: "-",
    more: "..",
    bars: [".", ".", ":", ":", "|", "|", "#", "#"],
    arrows: ["Left", "Right", "Up", "Down"],
};

/// A letter without its accent, or the sign of ASCII nearest to another; a question mark if there
/// is none.
pub const fn ascii(c: char) -> char {
    match c {
        '\0'..='\x7f' => c,
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'å' | 'æ' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' | 'í' | 'ì' => 'i',
        'ñ' => 'n',
        'ô' | 'ö' | 'ó' | 'ò' | 'õ' | 'ø' | 'œ' => 'o',
        'ù' | 'û' | 'ü' | 'ú' => 'u',
        'ÿ' => 'y',
        'À' | 'Â' | 'Ä' | 'Á' | 'Ã' | 'Å' | 'Æ' => 'A',
        'Ç' => 'C',
        'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'Î' | 'Ï' | 'Í' => 'I',
        'Ô' | 'Ö' | 'Ó' | 'Ø' | 'Œ' => 'O',
        'Ù' | 'Û' | 'Ü' | 'Ú' => 'U',
        '\u{a0}' | '\u{202f}' => ' ',
        '’' | '‘' => '\'',
        '“' | '”' | '«' | '»' => '"',
        '–' | '—' => '-',
        '…' => '.',
        '×' => 'x',
        '±' | '≈' => '~',
        _ => '?',
    }
}

/// Whether the environment's locale can write more than ASCII.
pub fn speaks_unicode(get: impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| get(name).filter(|value| !value.is_empty()));
    match locale {
        Some(locale) => {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        // Nothing said: a terminal of today.
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env<'a>(pairs: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_string())
        }
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        let depth = |pairs: &[(&str, &str)]| Depth::of(env(pairs));
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Many);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Sixteen);
        assert_eq!(
            depth(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]),
            Depth::Many
        );
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]),
            Depth::None
        );
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            Depth::Many
        );
        assert_eq!(depth(&[("TERM", "vt100")]), Depth::None);
    }

    #[test]
    fn without_colour_no_style_has_any() {
        let Theme {
            text,
            quiet,
            strong,
            board,
            seed,
            can,
            chosen,
            just,
            good,
            bad,
        } = theme(Look::Contrast, Depth::None);
        for style in [
            text, quiet, strong, board, seed, can, chosen, just, good, bad,
        ] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }

    /// The light of a colour as eyes see it, from 0 to 1; only of those that look the same
    /// everywhere.
    fn light(colour: Color) -> f64 {
        let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
        let [r, g, b] = match colour {
            Color::Indexed(n @ 16..=231) => {
                let n = n - 16;
                [level(n / 36), level(n / 6 % 6), level(n % 6)]
            }
            Color::Indexed(n @ 232..) => [8 + 10 * (n - 232); 3],
            Color::Black => [0; 3],
            Color::White => [255; 3],
            Color::LightYellow => [255, 255, 0],
            Color::LightCyan => [0, 255, 255],
            Color::LightGreen => [0, 255, 0],
            Color::LightMagenta => [255, 85, 255],
            other => panic!("{other:?} looks different on every terminal"),
        };
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// How much two colours differ: 1 not at all, 21 as black and white.
    fn contrast(a: Color, b: Color) -> f64 {
        let [a, b] = [a, b].map(light);
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn everything_can_be_read_on_its_ground() {
        // What the guidelines for accessible pages ask of text, and of text in high contrast; the
        // lines of the board are no text.
        for (theme, enough, lines) in [(DARK, 4.5, 3.0), (LIGHT, 4.5, 3.0), (CONTRAST, 7.0, 7.0)] {
            let ground = theme.text.bg.unwrap();
            let Theme {
                text,
                quiet,
                strong,
                can,
                chosen,
                just,
                good,
                bad,
                seed,
                board,
            } = theme;
            for style in [text, quiet, strong, can, chosen, just, good, bad] {
                let found = contrast(style.fg.unwrap(), style.bg.unwrap_or(ground));
                assert!(found >= enough, "{style:?}: {found:.1}");
            }
            for style in [seed, board] {
                let found = contrast(style.fg.unwrap(), ground);
                assert!(found >= lines, "{style:?}: {found:.1}");
            }
        }
    }

    #[test]
    fn the_locale_decides_between_boxes_and_ascii() {
        assert!(speaks_unicode(env(&[("LANG", "fr_FR.UTF-8")])));
        assert!(speaks_unicode(env(&[
            ("LC_ALL", ""),
            ("LANG", "en_US.utf8")
        ])));
        assert!(!speaks_unicode(env(&[
            ("LC_ALL", "C"),
            ("LANG", "en_US.UTF-8")
        ])));
        assert!(speaks_unicode(env(&[])));
    }
}
