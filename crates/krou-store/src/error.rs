//! What can go wrong, in sentences.

use std::fmt;
use std::path::{Path, PathBuf};

use krou_rules::{BiText, Lang};

use crate::{GameId, Name, NameError};

/// Why a store did not do what it was asked. Nothing was changed.
#[derive(Clone, Debug)]
pub enum Error {
    /// The name is another player's.
    NameTaken(Name),
    /// The name cannot be one.
    BadName(NameError),
    /// There is no player of that name (or number).
    NoPlayer(String),
    /// There is no such game.
    NoGame(GameId),
    /// Somebody else has changed the game meanwhile.
    Changed(GameId),
    /// The game is over, and its result stands.
    Finished(GameId),
    /// What is kept of a game is no game by its rules.
    Unreadable {
        /// Which game.
        game: GameId,
        /// What is wrong with it.
        why: BiText,
    },
    /// The file of the store, or its directory, does not do what it should.
    File {
        /// Which file or directory.
        path: PathBuf,
        /// What is the matter.
        trouble: Trouble,
    },
}

/// What can be the matter with a file.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// It cannot be written.
    ReadOnly,
    /// It is there, but no directory.
    NoDirectory,
    /// The disk is full.
    Full,
    /// It is damaged, or no database.
    Damaged,
    /// A newer Krou has made it.
    Newer,
    /// An older Krou has made it, and it was not brought up to date.
    Older,
    /// Another server works on it.
    Served,
    /// It is there already.
    Exists,
    /// It is not there.
    Missing,
    /// Another program keeps it locked.
    Locked,
    /// Anything else, as the system tells it.
    Other(String),
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl Error {
    /// Whether another program has the file to itself just now.
    pub(crate) fn is_locked(&self) -> bool {
        matches!(
            self,
            Error::File {
                trouble: Trouble::Locked,
                ..
            }
        )
    }

    /// Whether the file cannot be written.
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(
            self,
            Error::File {
                trouble: Trouble::ReadOnly,
                ..
            }
        )
    }

    pub(crate) fn directory(dir: &Path, error: &std::io::Error) -> Error {
        use std::io::ErrorKind as Kind;
        let trouble = match error.kind() {
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => Trouble::ReadOnly,
            Kind::AlreadyExists | Kind::NotADirectory => Trouble::NoDirectory,
            Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => Trouble::Full,
            _ => Trouble::Other(error.to_string()),
        };
        let path = dir.to_path_buf();
        Error::File { path, trouble }
    }

    /// What went wrong with a file that is no directory.
    pub(crate) fn file(file: &Path, error: &std::io::Error) -> Error {
        let trouble = match error.kind() {
            std::io::ErrorKind::AlreadyExists => Trouble::Exists,
            std::io::ErrorKind::NotFound => Trouble::Missing,
            _ => return Error::directory(file, error),
        };
        let path = file.to_path_buf();
        Error::File { path, trouble }
    }

    /// The same error, told of this file.
    pub(crate) fn of(self, file: &Path) -> Error {
        match self {
            Error::File { trouble, .. } => Error::File {
                path: file.to_path_buf(),
                trouble,
            },
            other => other,
        }
    }

    /// The error in a sentence.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.english(),
            Lang::Fr => self.french(),
        }
    }

    fn english(&self) -> String {
        match self {
            Error::NameTaken(name) => {
                format!("there is already a player called {name}; choose another name")
            }
            Error::BadName(why) => why.to_string(),
            Error::NoPlayer(name) => format!("there is no player called {name}"),
            Error::NoGame(game) => format!("there is no game {game}"),
            Error::Changed(game) => format!(
                "game {game} was changed by another program meanwhile; load it again to go on"
            ),
            Error::Finished(game) => format!("game {game} is over, and its result stands"),
            Error::Unreadable { game, why } => {
                format!(
                    "game {game} cannot be played again as it is kept: {}",
                    why.en
                )
            }
            Error::File { path, trouble } => {
                let path = path.display();
                match trouble {
                    Trouble::ReadOnly => format!(
                        "{path} cannot be written; make it writable or choose another directory with --data"
                    ),
                    Trouble::NoDirectory => {
                        format!("{path} is not a directory; name one with --data")
                    }
                    Trouble::Full => format!(
                        "{path} cannot grow: the disk is full; what was kept before is safe, free some space and try again"
                    ),
                    Trouble::Damaged => format!(
                        "{path} is damaged or not a Krou database; it was left as it is: put a copy in its place, or move it away to start afresh"
                    ),
                    Trouble::Newer => format!(
                        "{path} was made by a newer Krou; it was left as it is: use that version, or another directory with --data"
                    ),
                    Trouble::Older => format!(
                        "{path} was made by an older Krou; open it once with this one, for example with `krou games list`, to bring it up to date"
                    ),
                    Trouble::Served => format!(
                        "another server works on {path}; end it first, or name another directory with --data"
                    ),
                    Trouble::Exists => {
                        format!("{path} exists already and is not overwritten; name another file")
                    }
                    Trouble::Missing => format!("there is no {path}; check its name"),
                    Trouble::Locked => {
                        format!("{path} is in use by another program; try again when it is done")
                    }
                    Trouble::Other(what) => format!("{path}: {what}"),
                }
            }
        }
    }

    fn french(&self) -> String {
        match self {
            Error::NameTaken(name) => {
                format!("il y a déjà un joueur appelé {name}\u{a0}; choisissez un autre nom")
            }
            Error::BadName(why) => why.french(),
            Error::NoPlayer(name) => format!("il n’y a pas de joueur appelé {name}"),
            Error::NoGame(game) => format!("il n’y a pas de partie {game}"),
            Error::Changed(game) => format!(
                "un autre programme a modifié la partie {game} entre-temps\u{a0}; rechargez-la pour continuer"
            ),
            Error::Finished(game) => {
                format!("la partie {game} est terminée, et son résultat reste")
            }
            Error::Unreadable { game, why } => format!(
                "la partie {game}, telle qu’elle est conservée, ne peut pas être rejouée\u{a0}: {}",
                why.fr
            ),
            Error::File { path, trouble } => {
                let path = path.display();
                match trouble {
                    Trouble::ReadOnly => format!(
                        "impossible d’écrire dans {path}\u{a0}; accordez le droit d’écriture ou choisissez un autre dossier avec --data"
                    ),
                    Trouble::NoDirectory => {
                        format!("{path} n’est pas un dossier\u{a0}; indiquez-en un avec --data")
                    }
                    Trouble::Full => format!(
                        "{path} ne peut pas grandir\u{a0}: le disque est plein\u{a0}; ce qui était conservé est intact, libérez de la place et recommencez"
                    ),
                    Trouble::Damaged => format!(
                        "{path} est endommagé ou n’est pas une base de données de Krou\u{a0}; le fichier n’a pas été touché\u{a0}: remplacez-le par une copie, ou déplacez-le pour repartir de zéro"
                    ),
                    Trouble::Newer => format!(
                        "{path} vient d’une version plus récente de Krou\u{a0}; le fichier n’a pas été touché\u{a0}: utilisez cette version, ou un autre dossier avec --data"
                    ),
                    Trouble::Older => format!(
                        "{path} vient d’une version plus ancienne de Krou\u{a0}; ouvrez-le une fois avec celle-ci, par exemple avec «\u{a0}krou games list\u{a0}», pour le mettre à jour"
                    ),
                    Trouble::Served => format!(
                        "un autre serveur utilise {path}\u{a0}; arrêtez-le d’abord, ou indiquez un autre dossier avec --data"
                    ),
                    Trouble::Exists => format!(
                        "{path} existe déjà et n’est pas remplacé\u{a0}; indiquez un autre fichier"
                    ),
                    Trouble::Missing => {
                        format!("il n’y a pas de fichier {path}\u{a0}; vérifiez son nom")
                    }
                    Trouble::Locked => format!(
                        "{path} est utilisé par un autre programme\u{a0}; recommencez quand il aura fini"
                    ),
                    Trouble::Other(what) => format!("{path}\u{a0}: {what}"),
                }
            }
        }
    }
}

impl NameError {
    pub(crate) fn french(self) -> String {
        match self {
            NameError::Empty => "un nom a au moins un caractère".into(),
            NameError::TooLong => format!("un nom a au plus {} caractères", Name::LONGEST),
            NameError::Control => {
                "un nom est une ligne de texte simple, sans caractères de contrôle".into()
            }
            NameError::Engine => {
                "c’est ainsi que s’appelle l’ordinateur\u{a0}; choisissez un autre nom".into()
            }
            NameError::AccountLength => "le nom d’un compte a de 2 à 20 caractères".into(),
            NameError::AccountLetters => {
                "le nom d’un compte commence par une lettre et n’a que des lettres, des chiffres, `-` et `_`".into()
            }
            NameError::AccountScripts => {
                "le nom d’un compte s’écrit dans une seule écriture, pas dans plusieurs à la fois".into()
            }
            NameError::Reserved => {
                "cela veut dire autre chose là où l’on nomme un joueur\u{a0}; choisissez un autre nom".into()
            }
        }
    }
}

impl From<NameError> for Error {
    fn from(why: NameError) -> Error {
        Error::BadName(why)
    }
}
