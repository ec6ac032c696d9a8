//! Accounts: players who sign in on the web, and what they are shown.

use async_trait::async_trait;
use jiff::Timestamp;
use krou_rules::Fingerprint;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _, skeleton};

use crate::{
    Error, GameId, GameInfo, Name, NameError, Player, PlayerId, Rating, Table, Visitor, VisitorId,
};

/// The hash of a cookie or a token: all that is kept of it.
pub type Secret = [u8; 32];

/// A name for an account: one that no other account's can be taken for.
///
/// ```
/// use krou_store::AccountName;
/// let paul: AccountName = "Paul".parse()?;
/// assert_eq!(paul.look(), "PauI".parse::<AccountName>()?.look()); // with a capital i
/// assert_eq!(paul.look(), "pau1".parse::<AccountName>()?.look());
/// assert!("P\u{430}ul".parse::<AccountName>().is_err()); // with a Cyrillic a
/// # Ok::<(), krou_store::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountName {
    name: Name,
    look: String,
}

impl AccountName {
    /// How many characters an account's name has.
    pub const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

    /// The name.
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// What the name looks like, regardless of case: two names with one look cannot be told apart.
    pub fn look(&self) -> &str {
        &self.look
    }

    /// What a text looks like.
    pub(crate) fn look_of(text: &str) -> String {
        // What looks alike first: a capital i looks like an l, its small letter does not.
        let alike: String = skeleton(text).collect();
        let small: String = alike.chars().flat_map(char::to_lowercase).collect();
        skeleton(&small).collect()
    }
}

impl std::str::FromStr for AccountName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<AccountName, NameError> {
        let name: Name = text.parse()?;
        let text = name.as_str();
        let first = text.chars().next();
        let allowed =
            |c: char| c == '-' || c == '_' || (c.is_alphanumeric() && c.identifier_allowed());
        if !AccountName::LENGTH.contains(&text.chars().count()) {
            return Err(NameError::AccountLength);
        }
        if !text.chars().all(allowed) || !first.is_some_and(char::is_alphabetic) {
            return Err(NameError::AccountLetters);
        }
        if !text.is_single_script() {
            return Err(NameError::AccountScripts);
        }
        name.check_player()?;
        let look = AccountName::look_of(text);
        Ok(AccountName { name, look })
    }
}

/// An account, as its owner's sign-in needs it.
#[derive(Clone, Debug)]
pub struct Account {
    /// Whose it is.
    pub visitor: Visitor,
    /// The hash of the password, with how it was made.
    pub password: String,
}

/// A session to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The hash of its cookie.
    pub secret: Secret,
    /// The hash of the cookie by which the browser is known from now on.
    pub device: Option<Secret>,
    /// The kind of browser, in a few words.
    pub client: Option<String>,
}

impl NewSession {
    /// A session of a browser of which nothing else is known.
    pub fn new(secret: Secret) -> NewSession {
        NewSession {
            secret,
            device: None,
            client: None,
        }
    }
}

/// A session, as the owner of the account sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The hash of its cookie.
    pub secret: Secret,
    /// When it was begun.
    pub created: Timestamp,
    /// When it was last used, give or take an hour.
    pub used: Timestamp,
    /// The kind of browser, in a few words.
    pub client: Option<String>,
}

/// What a program signs in with; the token itself is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which token.
    pub id: i64,
    /// What it is for, in its owner's words.
    pub label: String,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last used, give or take a day.
    pub used: Option<Timestamp>,
}

/// A place in a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// Who.
    pub player: Player,
    /// Their rating now.
    pub rating: Rating,
    /// How many rated games made it.
    pub games: u64,
}

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// They won.
    Won,
    /// They lost.
    Lost,
    /// Nobody won.
    Drawn,
    /// It goes on.
    Open,
    /// It was called off and counts for nobody.
    Aborted,
}

impl Ended {
    /// What it is called in addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Ended::Won => "won",
            Ended::Lost => "lost",
            Ended::Drawn => "drawn",
            Ended::Open => "open",
            Ended::Aborted => "aborted",
        }
    }

    /// What goes by that word.
    pub fn named(word: &str) -> Option<Ended> {
        use Ended::{Aborted, Drawn, Lost, Open, Won};
        [Won, Lost, Drawn, Open, Aborted]
            .into_iter()
            .find(|ended| ended.word() == word)
    }
}

/// Which of a player's games to list, the last begun first.
#[derive(Clone, Debug, Default)]
pub struct GamesOf {
    /// Only those by the ruleset of this name.
    pub rules: Option<String>,
    /// Only those that ended so.
    pub ended: Option<Ended>,
    /// Only those against this player.
    pub opponent: Option<PlayerId>,
    /// Only rated or only casual ones.
    pub rated: Option<bool>,
    /// Only those begun before this one.
    pub before: Option<GameId>,
    /// At most so many.
    pub limit: u32,
}

/// Keeps accounts, sessions and tokens.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Makes a guest a player with an account. Their games become the player's; the sessions they
    /// had end, and the one named begins.
    async fn sign_up(
        &self,
        guest: VisitorId,
        name: &AccountName,
        password: &str,
        session: &NewSession,
    ) -> Result<Visitor, Error>;

    /// The account of that name, in any case.
    async fn account(&self, name: &str) -> Result<Option<Account>, Error>;

    /// Begins a session. The browser it is begun in is known from now on.
    async fn begin_session(&self, visitor: &Visitor, session: &NewSession) -> Result<(), Error>;

    /// Ends a session.
    async fn end_session(&self, session: &Secret) -> Result<(), Error>;

    /// Ends all sessions of a visitor. Tokens stay.
    async fn end_sessions(&self, visitor: VisitorId) -> Result<(), Error>;

    /// The sessions of a visitor, the last used first.
    async fn sessions(&self, visitor: VisitorId) -> Result<Vec<Session>, Error>;

    /// Returns true if somebody has signed in to the account of that name in this browser before.
    async fn knows_device(&self, name: &str, device: &Secret) -> Result<bool, Error>;

    /// Changes the password; all sessions and tokens end, other browsers are no longer known, and
    /// the session named begins.
    async fn set_password(
        &self,
        visitor: &Visitor,
        password: &str,
        session: &NewSession,
    ) -> Result<(), Error>;

    /// Says whether it is a program that plays.
    async fn set_bot(&self, player: PlayerId, bot: bool) -> Result<(), Error>;

    /// Deletes an account: sessions, tokens, ratings, tables nobody came to. The games stay, since
    /// they are the opponents' too, under a name that tells nothing. Nobody else gets the old one.
    async fn delete_account(&self, player: PlayerId, anonymous: &Name) -> Result<(), Error>;

    /// Makes a token.
    async fn add_token(
        &self,
        player: PlayerId,
        token: &Secret,
        label: &str,
    ) -> Result<Token, Error>;

    /// A player's tokens, the oldest first.
    async fn tokens(&self, player: PlayerId) -> Result<Vec<Token>, Error>;

    /// Revokes a token and returns its hash; `None` if the player has no such token.
    async fn revoke_token(&self, player: PlayerId, token: i64) -> Result<Option<Secret>, Error>;

    /// Whose token it is.
    async fn visitor_by_token(&self, token: &Secret) -> Result<Option<Visitor>, Error>;

    /// The best players of an exact game whose rating is no guess any more, bots left out.
    async fn leaders(&self, rules: Fingerprint, limit: u32) -> Result<Vec<Leader>, Error>;

    /// A player's rating in an exact game, once there was a rated game.
    async fn rating(&self, player: PlayerId, rules: Fingerprint) -> Result<Option<Rating>, Error>;

    /// A player's games, each with its address if it was played on the web.
    async fn games_of(
        &self,
        player: PlayerId,
        which: &GamesOf,
    ) -> Result<Vec<(Option<String>, GameInfo)>, Error>;

    /// Tables at which nobody has sat down yet that wait for this visitor, the newest first.
    async fn challenges(&self, to: VisitorId) -> Result<Vec<Table>, Error>;

    /// Takes away a table at which nobody has sat down; false if somebody has.
    async fn clear_table(&self, slug: &str) -> Result<bool, Error>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_look() {
        let look = |text: &str| text.parse::<AccountName>().unwrap().look;
        for (one, other) in [
            ("Ama", "AMA"),
            ("Paul", "PauI"),
            ("Kofi0", "KofiO"),
            ("arnold", "amold"),
            ("\u{430}\u{440}\u{430}", "apa"),
            ("E\u{301}lodie", "élodie"),
        ] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        for (one, other) in [("Ama", "Kofi"), ("Elodie", "Élodie"), ("ama1", "ama2")] {
            assert_ne!(look(one), look(other), "{one} {other}");
        }
    }

    #[test]
    fn names_that_could_deceive_are_refused() {
        let refused = |text: &str| text.parse::<AccountName>().unwrap_err();
        assert_eq!(refused("A"), NameError::AccountLength);
        assert_eq!(refused(&"a".repeat(21)), NameError::AccountLength);
        for odd in [
            "Ama Serwaa",
            "<b>",
            "1st",
            "-ama",
            "ama/../x",
            "ama😀",
            "ℵma",
            "a.b",
        ] {
            assert_eq!(refused(odd), NameError::AccountLetters, "{odd}");
        }
        assert_eq!(refused("P\u{430}ul"), NameError::AccountScripts);
        for own in ["Krou", "KR0U", "adrnin", "Moderator", "Guest", "level_3"] {
            assert_eq!(refused(own), NameError::Reserved, "{own}");
        }
        for fine in ["Ama", "Élodie", "kofi_7", "Zoë-2", "Жанна", "阿玛"] {
            assert!(fine.parse::<AccountName>().is_ok(), "{fine}");
        }
    }
}
