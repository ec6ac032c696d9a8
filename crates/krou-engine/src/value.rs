//! What a position is worth, and whether that is certain.

use std::fmt;

/// The final margin (own minus other's seeds, those already stored included) with best play, from
/// the side of the player to move.
///
/// ```
/// use krou_engine::Value;
/// assert_eq!(Value::Proved(6).to_string(), "+6 proved");
/// assert_eq!(Value::Estimated(-2.5).to_string(), "about -2.5");
/// assert_eq!(-Value::Proved(6), Value::Proved(-6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// It depends on no heuristic, no depth limit and not on what was played before.
    Proved(i16),
    /// The best guess.
    Estimated(f32),
}

impl Value {
    /// The margin, however certain.
    pub fn margin(self) -> f32 {
        match self {
            Value::Proved(margin) => f32::from(margin),
            Value::Estimated(margin) => margin,
        }
    }

    /// The margin with its sign: whole if it is certain, else with one decimal.
    ///
    /// ```
    /// use krou_engine::Value;
    /// assert_eq!(Value::Proved(0).signed(), "0");
    /// assert_eq!(Value::Estimated(-0.04).signed(), "+0.0");
    /// ```
    pub fn signed(self) -> String {
        match self {
            Value::Proved(0) => "0".to_string(),
            Value::Proved(margin) => format!("{margin:+}"),
            // With zero added, no zero has a minus.
            Value::Estimated(margin) => format!("{:+.1}", (10.0 * margin).round() / 10.0 + 0.0),
        }
    }

    /// Whether it is certain.
    pub const fn is_proved(self) -> bool {
        matches!(self, Value::Proved(_))
    }
}

/// The same value from the other player's side.
impl std::ops::Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        match self {
            Value::Proved(margin) => Value::Proved(-margin),
            Value::Estimated(margin) => Value::Estimated(-margin),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = self.signed();
        if self.is_proved() {
            write!(f, "{margin} proved")
        } else {
            write!(f, "about {margin}")
        }
    }
}
