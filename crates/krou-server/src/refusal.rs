//! What players and accounts may not do, in both languages.

use axum::http::StatusCode;
use krou_rules::Lang;

/// Why something is refused, and what would be right.
#[derive(Debug)]
pub struct Refusal {
    /// The status it is answered with.
    pub status: StatusCode,
    en: &'static str,
    fr: &'static str,
}

impl Refusal {
    const fn new(status: StatusCode, en: &'static str, fr: &'static str) -> Refusal {
        Refusal { status, en, fr }
    }

    /// The sentence.
    pub fn text(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $status:ident, $en:literal, $fr:literal;)+) => {
        $($(#[$doc])* pub static $name: Refusal = Refusal::new(StatusCode::$status, $en, $fr);)+
    };
}

refusals! {
    /// A guest wants to play a rated game.
    RATED_NEEDS_ACCOUNT: FORBIDDEN,
        "rated games are for players with an account; sign in, or play a casual game",
        "les parties classées sont pour les joueurs qui ont un compte ; connectez-vous, ou jouez une partie amicale";
    /// A rated game that is not the game itself between two people.
    RATED_IS_STANDARD: BAD_REQUEST,
        "rated games are between two people, by a game’s own rules and from its own start; play a casual game",
        "les parties classées se jouent entre deux personnes, selon les règles mêmes du jeu et depuis son début ; jouez une partie amicale";
    /// Somebody else is invited.
    NOT_INVITED: FORBIDDEN,
        "somebody else is invited to this game; you can watch it once it has begun",
        "quelqu’un d’autre est invité à cette partie ; vous pourrez la regarder quand elle aura commencé";
    /// A turn of a rated game is to be taken back.
    RATED_STANDS: FORBIDDEN,
        "in a rated game nothing is taken back",
        "dans une partie classée, rien n’est repris";
}
