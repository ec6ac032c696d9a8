//! Passwords that are guessed first: common words with the usual changes, runs of keys, repetitions.

/// Words people choose as passwords, in English and French, in small letters. With a few digits or
/// signs around them, or in place of letters, they are as bad.
const WORDS: [&str; 116] = [
    "abcabc",
    "access",
    "admin",
    "administrator",
    "afrique",
    "alexander",
    "alexandre",
    "amour",
    "andrew",
    "angel",
    "anthony",
    "arsenal",
    "ashley",
    "asshole",
    "azerty",
    "azertyuiop",
    "baseball",
    "basketball",
    "batman",
    "benjamin",
    "bienvenue",
    "biteme",
    "bonjour",
    "bonsoir",
    "camille",
    "caroline",
    "changeme",
    "charlie",
    "charlotte",
    "chelsea",
    "cheval",
    "chocolat",
    "chocolate",
    "chouchou",
    "christian",
    "christophe",
    "computer",
    "cookie",
    "coucou",
    "daniel",
    "default",
    "dolphin",
    "doudou",
    "dragon",
    "elizabeth",
    "football",
    "freedom",
    "fuckyou",
    "ghana",
    "guest",
    "hello",
    "helloworld",
    "hunter",
    "iloveyou",
    "internet",
    "isabelle",
    "jennifer",
    "jessica",
    "jesus",
    "jetaime",
    "jordan",
    "joshua",
    "juliette",
    "kalah",
    "krou",
    "letmein",
    "liverpool",
    "login",
    "loulou",
    "lovely",
    "loveme",
    "maman",
    "mancala",
    "marseille",
    "master",
    "matthew",
    "maverick",
    "michael",
    "michelle",
    "mickey",
    "monkey",
    "motdepasse",
    "mustang",
    "naruto",
    "nicolas",
    "ninja",
    "nopassword",
    "nothing",
    "oware",
    "parola",
    "pass",
    "passphrase",
    "passw",
    "password",
    "passwort",
    "pokemon",
    "princess",
    "princesse",
    "qazwsx",
    "qwert",
    "qwerty",
    "qwertyuiop",
    "samsung",
    "secret",
    "shadow",
    "soleil",
    "starwars",
    "summer",
    "sunshine",
    "superman",
    "test",
    "thomas",
    "trustno",
    "welcome",
    "whatever",
    "zaqxsw",
];

/// Keys beside each other, and the alphabet.
const RUNS: [&str; 8] = [
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1234567890qwertyuiop",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn",
    "qazwsxedcrfvtgbyhnujm",
];

/// How many characters around a common word are still no protection.
const AROUND: usize = 6;
/// Digits alone, up to so many, are a date or a telephone number.
const DIGITS: usize = 12;
/// The longest piece whose mere repetition is guessed.
const PIECE: usize = 5;

/// Whether a password is among those guessed first.
pub fn is_common(password: &str) -> bool {
    let small = password.to_lowercase();
    let length = small.chars().count();
    if small.chars().all(|c| !c.is_alphabetic()) && length <= DIGITS {
        return true;
    }
    let piece = piece(&small);
    let repeated = piece.len() < small.len();
    if repeated && piece.chars().count() <= PIECE {
        return true;
    }
    [piece.to_string(), letters(piece)].iter().any(|text| {
        let word = text.trim_matches(|c: char| !c.is_alphabetic());
        let around = text.chars().count() - word.chars().count();
        let word: String = word.chars().filter(|c| c.is_alphabetic()).collect();
        around <= AROUND && (WORDS.contains(&word.as_str()) || is_run(&word))
    }) || is_run(&small)
}

/// The shortest piece of which a text is a repetition.
fn piece(text: &str) -> &str {
    let pieces = text.char_indices().skip(1).map(|(at, _)| &text[..at]);
    let mut pieces = pieces.take_while(|piece| piece.len() * 2 <= text.len());
    let found = pieces.find(|piece| {
        text.len().is_multiple_of(piece.len()) && piece.repeat(text.len() / piece.len()) == text
    });
    found.unwrap_or(text)
}

/// The letters that digits and signs stand for: `p@ssw0rd`.
fn letters(text: &str) -> String {
    let letter = |c| match c {
        '@' | '4' => 'a',
        '3' => 'e',
        '1' | '!' => 'i',
        '0' => 'o',
        '$' | '5' => 's',
        '7' => 't',
        other => other,
    };
    // At the ends they are what was added.
    let inner = text.trim_matches(|c: char| !c.is_alphabetic() && !matches!(c, '@' | '$'));
    let inner: String = inner.chars().map(letter).collect();
    let around = text.chars().count() - inner.chars().count();
    inner + &"1".repeat(around)
}

/// Whether a text is a run of keys or letters, forwards or backwards.
fn is_run(text: &str) -> bool {
    let backwards: String = text.chars().rev().collect();
    let runs = |text: &str| RUNS.iter().any(|run| run.contains(text));
    text.len() >= 4 && (runs(text) || runs(&backwards))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_guessed_first_are_common() {
        for common in [
            "password",
            "Password1",
            "PASSWORD123!",
            "p@ssw0rd",
            "P@$$w0rd1",
            "passwordpassword",
            "12345678",
            "123456789",
            "01011990",
            "0612345678",
            "11111111",
            "qwertyuiop",
            "azertyuiop",
            "asdfghjkl",
            "1q2w3e4r",
            "1qaz2wsx",
            "abcdefgh",
            "hgfedcba",
            "abcd1234",
            "aaaaaaaa",
            "abababab",
            "abcabcabc",
            "motdepasse",
            "MotDePasse2024",
            "iloveyou",
            "jetaime1",
            "bonjour123",
            "mancala1",
            "--------",
            "letmein!!",
        ] {
            assert!(is_common(common), "{common}");
        }
        for fine in [
            "seven stones",
            "eight stones",
            "awale before breakfast",
            "graines de baobab",
            "k8#vQz!p",
            "correct horse",
            "password of my grandmother",
            "mancala au village",
            "3141592653589793",
            "Ŋdɔkutsu tɔ",
        ] {
            assert!(!is_common(fine), "{fine}");
        }
    }
}
