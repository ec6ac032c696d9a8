//! How often a password may be guessed. Wrong guesses are limited by address, by name and address,
//! and by name; whoever holds a browser in which the owner has signed in before is counted alone, so
//! that nobody can lock the owner out.

use std::net::IpAddr;
use std::time::Duration;

use krou_store::Secret;

use crate::error::Error;
use crate::limits::Limit;

/// The guesses so far.
#[derive(Clone, Debug)]
pub struct Tries {
    address: Limit<IpAddr>,
    name_and_address: Limit<(String, IpAddr)>,
    name: Limit<String>,
    device: Limit<(String, Secret)>,
}

impl Default for Tries {
    fn default() -> Tries {
        Tries {
            address: Limit::new(30, Duration::from_secs(10)),
            name_and_address: Limit::new(10, Duration::from_secs(30)),
            name: Limit::new(100, Duration::from_mins(1)),
            device: Limit::new(10, Duration::from_secs(30)),
        }
    }
}

/// A guess, by whom.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The name, as names are compared.
    pub name: String,
    /// Where it comes from.
    pub address: Option<IpAddr>,
    /// The browser or session, if the owner has signed in there before.
    pub device: Option<Secret>,
}

impl Tries {
    /// Counts a guess, and refuses one too many.
    pub fn check(&self, guess: &Guess) -> Result<(), Error> {
        let name = &guess.name;
        if let Some(device) = guess.device {
            return self.device.check((name.clone(), device));
        }
        if let Some(address) = guess.address {
            self.address.check(address)?;
            self.name_and_address.check((name.clone(), address))?;
        }
        self.name.check(name.clone())
    }

    /// The guess was right. What others have guessed still counts.
    pub fn forget(&self, guess: &Guess) {
        let name = || guess.name.clone();
        if let Some(device) = guess.device {
            self.device.forget(&(name(), device));
        } else if let Some(address) = guess.address {
            self.name_and_address.forget(&(name(), address));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_cannot_lock_out_a_known_device_and_stay_limited_themselves() {
        let tries = Tries::default();
        let guess = |address: u32, device| Guess {
            name: "ama".into(),
            address: Some(IpAddr::from(address.to_be_bytes())),
            device,
        };
        // An attacker with as many addresses as they like.
        let passed = (0..10_000).filter(|n| tries.check(&guess(*n, None)).is_ok());
        assert_eq!(passed.count(), 100);
        // The owner, at home and at an address from which nothing more is taken.
        let home = guess(0, Some([7; 32]));
        for _ in 0..1000 {
            assert!(tries.check(&home).is_ok());
            tries.forget(&home);
        }
        // Their signing in frees nobody else.
        assert!(tries.check(&guess(20_000, None)).is_err());
        // Whoever has the owner's browser cannot guess without end either.
        let passed = (0..100).filter(|_| tries.check(&home).is_ok());
        assert_eq!(passed.count(), 10);
    }

    #[test]
    fn one_address_is_limited_for_one_name_and_for_all() {
        let tries = Tries::default();
        let address = Some(IpAddr::from([10, 0, 0, 1]));
        let guess = |name: String| Guess {
            name,
            address,
            device: None,
        };
        let one = (0..50).filter(|_| tries.check(&guess("ama".into())).is_ok());
        assert_eq!(one.count(), 10);
        let many = (0..50).filter(|n| tries.check(&guess(format!("ama{n}"))).is_ok());
        assert!(many.count() <= 20);
    }
}
