//! What is not done, and why: a status and a sentence in both languages.

use std::borrow::Cow;
use std::fmt;

use axum::http::StatusCode;
use krou_rules::Lang;

/// Why something is refused, and what would be right.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status it is answered with.
    pub status: StatusCode,
    en: Cow<'static, str>,
    fr: Cow<'static, str>,
}

impl Refusal {
    /// A refusal in English and French.
    pub fn new(
        status: StatusCode,
        en: impl Into<Cow<'static, str>>,
        fr: impl Into<Cow<'static, str>>,
    ) -> Refusal {
        let (en, fr) = (en.into(), fr.into());
        Refusal { status, en, fr }
    }

    /// The sentence.
    pub fn text(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $status:ident, $en:literal, $fr:literal;)+) => {
        $($(#[$doc])* pub const $name: Refusal = Refusal {
            status: StatusCode::$status,
            en: Cow::Borrowed($en),
            fr: Cow::Borrowed($fr),
        };)+
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
    /// A game to be begun where nothing is left to play.
    OVER_AT_START: BAD_REQUEST,
        "in this position the game is over; give one in which there is something to play",
        "dans cette position la partie est finie ; donnez-en une où il reste à jouer";
    /// A level that is none.
    NO_LEVEL: BAD_REQUEST,
        "a level is a number from 1 to 10",
        "un niveau est un nombre de 1 à 10";
    /// A clock that is none.
    NO_CLOCK: BAD_REQUEST,
        "give 0 to 180 minutes and 0 to 180 seconds a turn, not both 0, or 1 to 14 days",
        "donnez de 0 à 180 minutes et de 0 à 180 secondes par tour, pas 0 et 0, ou de 1 à 14 jours";
    /// Whoever was looking for an opponent has left.
    SEEK_GONE: CONFLICT,
        "whoever made this offer has left; make one yourself",
        "la personne qui l’a proposée est partie ; proposez une partie à votre tour";
    /// Somebody moves or offers too late.
    TIME_IS_OUT: CONFLICT, "the time has run out", "le temps est écoulé";
    /// A move on a game that is not the game any more.
    GONE_ON: CONFLICT, "the game has gone on meanwhile", "la partie a continué entre-temps";
    /// The other's turn.
    NOT_YOUR_TURN: FORBIDDEN, "it is not your turn", "ce n’est pas à vous de jouer";
    /// A game that is over is to be changed.
    IS_OVER: CONFLICT, "the game is over", "la partie est finie";
    /// A game is to be given up that does not count yet.
    ABORT_INSTEAD: CONFLICT,
        "nothing counts before each player has completed two turns; abort the game instead",
        "rien ne compte avant que chaque joueur ait achevé deux tours ; interrompez plutôt la partie";
    /// A game is to be called off that counts.
    RESIGN_INSTEAD: CONFLICT,
        "the game counts since each player has completed two turns; resign instead",
        "la partie compte depuis que chaque joueur a achevé deux tours ; abandonnez plutôt";
    /// The engine does not agree to an early end.
    ENGINE_PLAYS_ON: CONFLICT,
        "the engine does not agree; it is not proved that playing on gains it nothing",
        "le moteur n’est pas d’accord ; il n’est pas prouvé que continuer ne lui rapporte rien";
    /// An offer that makes no sense now.
    NO_OFFER: CONFLICT, "that cannot be offered now", "cela ne peut être proposé maintenant";
    /// One who watches wants to do something.
    WATCHING: FORBIDDEN, "you are watching", "vous regardez";
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
        "a password has at least 8 characters, not counting blanks at its ends",
        "un mot de passe a au moins 8 caractères, sans compter les blancs au début et à la fin";
    /// A password that cannot be typed everywhere.
    CONTROL_IN_PASSWORD: BAD_REQUEST,
        "a password is one line of text, without control characters",
        "un mot de passe est une ligne de texte, sans caractères de contrôle";
    /// A password everybody tries first.
    COMMON_PASSWORD: BAD_REQUEST,
        "this password is among the first that are guessed; choose another, several words are good",
        "ce mot de passe est de ceux qu’on devine d’abord ; choisissez-en un autre, plusieurs mots par exemple";
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
    /// A page of another site.
    FOREIGN: FORBIDDEN,
        "this page belongs to another site",
        "cette page est celle d’un autre site";
    /// A request for another host.
    MISDIRECTED: MISDIRECTED_REQUEST,
        "this server answers for another address; if a proxy stands in front, let it pass on the Host header",
        "ce serveur répond pour une autre adresse ; si un mandataire est placé devant, qu’il transmette l’en-tête Host";
    /// Too many open pages.
    TOO_MANY_OPEN: TOO_MANY_REQUESTS,
        "too many pages and programs at your address listen at once; close some, then try again",
        "trop de pages et de programmes écoutent à la fois depuis votre adresse ; fermez-en, puis réessayez";
    /// An invitation that was taken up.
    HAS_BEGUN: CONFLICT, "the game has begun", "la partie a commencé";
    /// A turn in a game that is over.
    NO_TURN_LEFT: CONFLICT,
        "the game is over; there is no turn to play",
        "la partie est terminée ; il n’y a plus de tour à jouer";
    /// A turn with more chains than there is time for.
    CHAIN_TAKES_LONGER: CONFLICT,
        "the best chain of this turn takes longer to find; ask with more seconds",
        "la meilleure chaîne de ce tour demande plus de temps ; accordez plus de secondes";
    /// Help in a game between people, or another's.
    NO_HELP_HERE: FORBIDDEN,
        "there is help only in your own games against the engine",
        "il n’y a d’aide que dans vos propres parties contre le moteur";
    /// Help in the other's turn.
    NO_HELP_NOW: CONFLICT,
        "there is help when it is your turn",
        "il y a de l’aide quand c’est à vous de jouer";
    /// The review of a game that goes on.
    NO_REVIEW_YET: CONFLICT,
        "the game is still being played; its review comes when it is over",
        "la partie est encore en cours ; son bilan viendra quand elle sera finie";
    /// Somebody who does not play here wants to act in a game.
    NOT_PLAYING: FORBIDDEN,
        "you are not one of the players of this game",
        "vous n’êtes pas l’un des joueurs de cette partie";
}
