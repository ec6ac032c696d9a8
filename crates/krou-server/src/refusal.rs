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
    /// An account is needed.
    SIGN_IN_FIRST: UNAUTHORIZED,
        "this needs an account; sign in first",
        "il faut un compte pour cela ; connectez-vous d’abord";
    /// Signed in already.
    SIGNED_IN_ALREADY: CONFLICT,
        "you are signed in already; sign out first",
        "vous êtes déjà connecté ; déconnectez-vous d’abord";
    /// Name and password do not belong together.
    WRONG_PASSWORD: UNAUTHORIZED,
        "there is no account with this name and password",
        "il n’y a pas de compte avec ce nom et ce mot de passe";
    /// A password that is easily guessed.
    SHORT_PASSWORD: BAD_REQUEST,
        "a password has at least 8 characters",
        "un mot de passe a au moins 8 caractères";
    /// A password that is no password.
    LONG_PASSWORD: BAD_REQUEST,
        "a password has at most 200 characters",
        "un mot de passe a au plus 200 caractères";
    /// A password that is the name.
    NAME_AS_PASSWORD: BAD_REQUEST,
        "the name is no good password; choose another",
        "le nom n’est pas un bon mot de passe ; choisissez-en un autre";
    /// A token nobody has.
    BAD_TOKEN: UNAUTHORIZED,
        "this is no token of an account here; send `Authorization: Bearer TOKEN`",
        "ce n’est pas le jeton d’un compte d’ici ; envoyez `Authorization: Bearer JETON`";
    /// A token where the owner is needed.
    NOT_BY_TOKEN: FORBIDDEN,
        "a token is for playing; sign in with the password for this",
        "un jeton sert à jouer ; connectez-vous avec le mot de passe pour cela";
    /// A token's label.
    TOKEN_LABEL: BAD_REQUEST,
        "say in 1 to 40 characters what the token is for",
        "dites en 1 à 40 caractères à quoi sert le jeton";
    /// Too many tokens.
    TOO_MANY_TOKENS: CONFLICT,
        "an account has at most 20 tokens; revoke one first",
        "un compte a au plus 20 jetons ; révoquez-en un d’abord";
    /// An invitation to oneself.
    INVITED_SELF: BAD_REQUEST,
        "nobody plays against themselves here; invite somebody else",
        "personne ne joue contre soi-même ici ; invitez quelqu’un d’autre";
    /// Somebody who does not play here wants to act in a game.
    NOT_PLAYING: FORBIDDEN,
        "you are not one of the players of this game",
        "vous n’êtes pas l’un des joueurs de cette partie";
}
