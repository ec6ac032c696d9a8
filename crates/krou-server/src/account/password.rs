//! Passwords: kept as Argon2id hashes, with the parameters OWASP recommends (19 MiB, 2 passes).

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use krou_store::Name;
use tokio::sync::Semaphore;

use super::common::is_common;
use crate::error::Error;
use crate::refusal;

/// How many passwords are hashed at once: each takes memory and a processor.
const AT_ONCE: usize = 2;

/// Hashes passwords, a few at a time, away from everything else.
#[derive(Clone, Debug)]
pub struct Passwords {
    places: Arc<Semaphore>,
    /// The hash of something nobody knows, for accounts that are not there.
    nobody: Arc<String>,
}

impl Passwords {
    /// Ready to hash.
    pub fn new() -> Passwords {
        let nothing: [u8; 32] = rand::random();
        Passwords {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            nobody: Arc::new(hashed(&nothing).unwrap_or_default()),
        }
    }

    /// What is kept of a password.
    pub async fn hash(&self, password: &str) -> Result<String, Error> {
        let password = password.to_string();
        self.work(move || hashed(password.as_bytes())).await?
    }

    /// Whether it is the password of which this is kept. It takes as long if nothing is.
    pub async fn verify(&self, password: &str, kept: Option<&str>) -> Result<bool, Error> {
        let known = kept.is_some();
        let kept = kept.unwrap_or(&self.nobody).to_string();
        let password: String = password.chars().take(LONGEST).collect();
        let right = self.work(move || {
            let hash = PasswordHash::new(&kept);
            hash.is_ok_and(|hash| {
                let right = Argon2::default().verify_password(password.as_bytes(), &hash);
                right.is_ok()
            })
        });
        Ok(right.await? && known)
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let inside = |error: &dyn std::error::Error| Error::Inside(error.to_string());
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|error| inside(&error))?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        done.await.map_err(|error| inside(&error))
    }
}

fn hashed(password: &[u8]) -> Result<String, Error> {
    let hash = Argon2::default().hash_password(password);
    hash.map(|hash: PasswordHash| hash.to_string())
        .map_err(|error| Error::Inside(error.to_string()))
}

const SHORTEST: usize = 8;
const LONGEST: usize = 200;

/// Refuses a password that is easily guessed.
pub fn check(password: &str, name: &Name) -> Result<(), Error> {
    let length = password.chars().count();
    let refusal = if password.contains(char::is_control) {
        refusal::CONTROL_IN_PASSWORD
    } else if password.trim().chars().count() < SHORTEST {
        refusal::SHORT_PASSWORD
    } else if length > LONGEST {
        refusal::LONG_PASSWORD
    } else if password
        .to_lowercase()
        .contains(&name.as_str().to_lowercase())
        && length < name.as_str().chars().count() + 4
    {
        refusal::NAME_AS_PASSWORD
    } else if is_common(password) {
        refusal::COMMON_PASSWORD
    } else {
        return Ok(());
    };
    Err(Error::Refused(refusal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_kept_as_a_salted_argon2id_hash() {
        let passwords = Passwords::new();
        let one = passwords.hash("correct horse").await.unwrap();
        let two = passwords.hash("correct horse").await.unwrap();
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        let verify = async |password: &str, kept| passwords.verify(password, kept).await.unwrap();
        assert!(verify("correct horse", Some(&one)).await);
        assert!(!verify("correct horsf", Some(&one)).await);
        assert!(!verify("correct horse", None).await);
        assert!(!verify("correct horse", Some("nonsense")).await);
    }

    #[test]
    fn a_password_easily_guessed_is_refused() {
        let ama: Name = "AmaSerwaa".parse().unwrap();
        for (bad, why) in [
            ("short", refusal::SHORT_PASSWORD),
            ("          ", refusal::SHORT_PASSWORD),
            (" \u{a0}\u{2003} short   ", refusal::SHORT_PASSWORD),
            ("seven\tstones", refusal::CONTROL_IN_PASSWORD),
            ("seven stones\0", refusal::CONTROL_IN_PASSWORD),
            ("amaserwaa", refusal::NAME_AS_PASSWORD),
            ("AmaSerwaa1", refusal::NAME_AS_PASSWORD),
            ("Password123", refusal::COMMON_PASSWORD),
            (&"x".repeat(201), refusal::LONG_PASSWORD),
        ] {
            let refused = check(bad, &ama).unwrap_err().to_string();
            assert_eq!(refused, why.to_string(), "{bad:?}");
        }
        assert!(check("awale before breakfast", &ama).is_ok());
    }
}
