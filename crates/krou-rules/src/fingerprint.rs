//! The fingerprint that tells two games apart, whatever they are called.

use std::fmt;
use std::str::FromStr;

use crate::Switches;

/// Sixteen hexadecimal digits that name one exact game.
///
/// They depend on nothing but the switches that have an effect, so a copied or renamed file, or one
/// that says the same in another way, keeps its fingerprint. They are the first eight bytes of the
/// BLAKE3 hash of one line `switch=value` for each switch that differs from Kalah, in the order of
/// [`Switches::KEYS`]. Switches that agree with Kalah are left out so that a switch added to Krou
/// later, at a default that changes nothing, leaves the fingerprints of all older games alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 8]);

impl Fingerprint {
    /// The fingerprint of a game.
    pub fn of(switches: &Switches) -> Self {
        let mut hasher = blake3::Hasher::new();
        for (key, value) in switches.effective().differing(&Switches::default()) {
            hasher.update(format!("{key}={value}\n").as_bytes());
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Fingerprint(bytes)
    }

    /// The bytes, as files keep them.
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0
    }

    /// The fingerprint a file kept.
    pub const fn from_bytes(bytes: [u8; 8]) -> Self {
        Fingerprint(bytes)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// A text that is no fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint is 16 digits from 0-9 and a-f")]
pub struct BadFingerprint;

impl FromStr for Fingerprint {
    type Err = BadFingerprint;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits =
            text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        u64::from_str_radix(text, 16)
            .ok()
            .filter(|_| digits)
            .map(|n| Fingerprint(n.to_be_bytes()))
            .ok_or(BadFingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_without_effect_leave_the_fingerprint_alone() {
        let kalah = Switches::default();
        let mut same = kalah.clone();
        same.burn_cost = 7;
        same.capture_chain = false;
        assert_eq!(Fingerprint::of(&kalah), Fingerprint::of(&same));
        same.seeds = 5;
        assert_ne!(Fingerprint::of(&kalah), Fingerprint::of(&same));
    }

    #[test]
    fn a_fingerprint_is_read_as_it_is_written() {
        let print = Fingerprint::of(&Switches::default());
        assert_eq!(print.to_string().parse(), Ok(print));
        assert_eq!(Fingerprint::from_bytes(print.to_bytes()), print);
        for wrong in ["", "0", "+f1349b9f5f9a1a6", "AF1349B9F5F9A1A6", "ééééééé1"] {
            assert_eq!(wrong.parse::<Fingerprint>(), Err(BadFingerprint));
        }
    }
}
