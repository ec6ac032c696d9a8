//! What is said when a table, a checkpoint or the memory for a proof cannot be had.
//!
//! The errors themselves speak English.

use krou_engine::{CheckpointError, SolveError};
use krou_rules::{Lang, Rules};
use krou_tables::{BuildError, FileError, Folder, NoTable, Problem, TableError};

use super::about;

pub fn no_tables(lang: Lang, error: NoTable) -> String {
    match (lang, error) {
        (Lang::En, error) => error.to_string(),
        (Lang::Fr, NoTable::Burning) => "il n’y a pas de tables pour les jeux où des colonnes brûlent\u{a0}: brûler coûte des graines engrangées, les greniers font donc partie de la position".into(),
    }
}

pub fn wrong_table(lang: Lang, error: TableError) -> String {
    match (lang, error) {
        (Lang::En, error) => error.to_string(),
        (Lang::Fr, TableError::NoTable(error)) => no_tables(lang, error),
        (Lang::Fr, TableError::TooLarge { seeds, pits }) => format!(
            "une table de {seeds} graines est trop grande\u{a0}: avec {pits} cases par camp elle aurait plus de positions qu’on n’en peut compter, ou des valeurs qui ne tiennent pas dans un octet"
        ),
    }
}

pub fn wrong_table_file(lang: Lang, error: &FileError) -> String {
    if lang == Lang::En {
        return error.to_string();
    }
    let again = "supprimez le fichier et construisez la table à nouveau";
    let problem = match &error.problem {
        Problem::Io(error) => error.to_string(),
        Problem::NotATable => {
            "ce n’est pas une table de Krou\u{a0}; mettez ce fichier ailleurs".into()
        }
        Problem::Version(version) => format!(
            "cette table a la version {version} du format, que ce Krou ne lit pas\u{a0}; construisez-la à nouveau"
        ),
        Problem::OtherRules { name, key, wanted } => format!(
            "c’est une table d’autres règles\u{a0}: de `{name}` avec la clé {key}, alors qu’il faut {wanted}"
        ),
        Problem::OtherLayer { found, wanted } => {
            format!("c’est la couche de {found} graines, alors qu’il faut celle de {wanted}")
        }
        Problem::Length { found, wanted } => {
            format!("abîmé\u{a0}: {found} octets au lieu de {wanted}\u{a0}; {again}")
        }
        Problem::Header => {
            format!("abîmé\u{a0}: l’en-tête ne répond pas à sa somme de contrôle\u{a0}; {again}")
        }
        Problem::Values => {
            format!(
                "abîmé\u{a0}: les valeurs ne répondent pas à leur somme de contrôle\u{a0}; {again}"
            )
        }
        Problem::Locked => {
            "une autre construction est en cours ici\u{a0}; attendez qu’elle finisse".into()
        }
    };
    about(lang, &error.path.display(), &problem)
}

pub fn no_table_built(lang: Lang, error: &BuildError) -> String {
    match error {
        BuildError::Table(error) => wrong_table(lang, *error),
        BuildError::File(error) => wrong_table_file(lang, error),
    }
}

pub fn no_home_for_tables(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "there is no home to keep tables in; say where with --dir",
        Lang::Fr => {
            "il n’y a pas de dossier personnel où garder des tables\u{a0}; dites où avec --dir"
        }
    }
}

/// There is no table yet; how to build one.
pub fn missing_table(lang: Lang, rules: &Rules, folder: &Folder, seeds: u8) -> String {
    let (name, place) = (&rules.ruleset().name, folder.path().display());
    let call = format!("krou tables build -r {name} --seeds {seeds}");
    match lang {
        Lang::En => format!("there is no table of {name} in {place}; build one: {call}"),
        Lang::Fr => format!(
            "il n’y a pas de table de {name} dans {place}\u{a0}; pour en construire une\u{a0}: {call}"
        ),
    }
}

/// Why nothing could be solved.
pub fn not_solved(lang: Lang, error: &SolveError) -> String {
    match (lang, error) {
        (Lang::En, error) => error.to_string(),
        (Lang::Fr, SolveError::Memory(error)) => {
            format!("la mémoire manque\u{a0}: {error}\u{a0}; demandez-en moins")
        }
        (Lang::Fr, SolveError::Table(error)) => no_table_built(lang, error),
        (Lang::Fr, SolveError::Checkpoint(error)) => checkpoint_in_french(error),
    }
}

fn checkpoint_in_french(error: &CheckpointError) -> String {
    match error {
        CheckpointError::Unreadable { path, error } => format!(
            "le point de reprise {path} ne peut pas être lu\u{a0}: {error}\u{a0}; il est abîmé, ou ce n’en est pas un"
        ),
        CheckpointError::Foreign {
            path,
            found,
            wanted,
        } => format!(
            "le point de reprise {path} est de {found}, non de {wanted}\u{a0}; nommez un autre fichier, ou prenez les mêmes règles et la même position"
        ),
        CheckpointError::TooLarge { path, megabytes } => format!(
            "le point de reprise {path} prend {megabytes} Mo\u{a0}; donnez --memory {megabytes}M ou plus"
        ),
        CheckpointError::Unwritable { path, error } => {
            format!("le point de reprise {path} ne peut pas être écrit\u{a0}: {error}")
        }
    }
}
