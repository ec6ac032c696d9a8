//! The sentences of an explanation, in every language.

use krou_rules::{BySide, GameResult, Lang, Move, Side, side_words};

/// Speaks one language.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub lang: Lang,
}

fn letters(pits: &[char], and: &str) -> String {
    let words: Vec<String> = pits.iter().map(char::to_string).collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

impl Words {
    fn name(self, side: Side) -> String {
        side_words(side, self.lang).to_string()
    }

    fn seeds(self, count: impl Into<i64>) -> String {
        let count = count.into();
        match self.lang {
            Lang::En if count == 1 => "1 seed".into(),
            Lang::En => format!("{count} seeds"),
            Lang::Fr if count < 2 => format!("{count} graine"),
            Lang::Fr => format!("{count} graines"),
        }
    }

    pub fn laps(self, laps: usize) -> String {
        match self.lang {
            Lang::En => format!("The sowing goes on for {laps} laps."),
            Lang::Fr => format!("Le semis se poursuit sur {laps} tours."),
        }
    }

    pub fn tuzdyk(self, pit: char, owner: Side) -> String {
        let owner = self.name(owner);
        match self.lang {
            Lang::En => format!(
                "Pit {pit} becomes {owner}'s tuzdyk: every seed sown there will go to {owner}."
            ),
            Lang::Fr => format!(
                "La case {pit} devient le touzdyk de {owner}\u{a0}: chaque graine semée là lui reviendra."
            ),
        }
    }

    pub fn burn(self, pits: BySide<char>, own: u8, other: u8, cost: u8) -> String {
        let (south, north) = (pits.south, pits.north);
        let (own, other, cost) = (self.seeds(own), self.seeds(other), self.seeds(cost));
        match self.lang {
            Lang::En => format!(
                "It burns {south} and {north} for {cost}: {own} of one's own and {other} of the opponent's are gone."
            ),
            Lang::Fr => format!(
                "Il brûle {south} et {north} pour {cost}\u{a0}: {own} à soi et {other} à l’adversaire disparaissent."
            ),
        }
    }

    pub fn captures(self, seeds: u16, pits: &[char]) -> String {
        let count = self.seeds(seeds);
        match self.lang {
            Lang::En => format!("It captures {count}, from {}.", letters(pits, "and")),
            Lang::Fr => format!("Il prend {count}, en {}.", letters(pits, "et")),
        }
    }

    pub fn feeds(self, hungry: Side) -> String {
        let name = self.name(hungry);
        match self.lang {
            Lang::En => format!("It feeds {name}, who had no seeds."),
            Lang::Fr => format!("Il nourrit {name}, qui n’avait plus de graines."),
        }
    }

    pub fn starves(self, hungry: Side) -> String {
        let name = self.name(hungry);
        match self.lang {
            Lang::En => format!("It leaves {name} without seeds."),
            Lang::Fr => format!("Il laisse {name} sans graines."),
        }
    }

    pub fn ends_game(self, result: GameResult) -> String {
        let BySide { south, north } = result.scores;
        let (more, less) = (south.max(north), south.min(north));
        match (self.lang, result.winner) {
            (Lang::En, Some(side)) => {
                format!(
                    "It ends the game: {} wins {more} to {less}.",
                    self.name(side)
                )
            }
            (Lang::En, None) => format!("It ends the game in a draw, {south} to {north}."),
            (Lang::Fr, Some(side)) => {
                let name = self.name(side);
                format!("Il termine la partie\u{a0}: {name} gagne {more} à {less}.")
            }
            (Lang::Fr, None) => format!("Il termine la partie sur une nulle, {south} à {north}."),
        }
    }

    pub fn again(self, mover: Side) -> String {
        let name = self.name(mover);
        match self.lang {
            Lang::En => format!("The last seed falls in the store: {name} moves again."),
            Lang::Fr => format!("La dernière graine tombe au grenier\u{a0}: {name} rejoue."),
        }
    }

    pub fn chain(self, turn: &str, moves: usize, gained: i32) -> String {
        let gained = self.seeds(gained);
        match self.lang {
            Lang::En => format!("The chain {turn}, {moves} moves in one turn, gains {gained}."),
            Lang::Fr => {
                format!("La suite {turn}, {moves} coups dans le même tour, rapporte {gained}.")
            }
        }
    }

    pub fn parries(self, m: Move, seeds: u16) -> String {
        let count = self.seeds(seeds);
        match self.lang {
            Lang::En => format!("It parries {m}, which could have captured {count}."),
            Lang::Fr => format!("Il pare {m}, qui aurait pu prendre {count}."),
        }
    }

    pub fn allows(self, m: Move, seeds: u16) -> String {
        let count = self.seeds(seeds);
        match self.lang {
            Lang::En => format!("Now {m} can capture {count}."),
            Lang::Fr => format!("À présent {m} peut prendre {count}."),
        }
    }

    pub fn threatens(self, m: Move, seeds: u16) -> String {
        let count = self.seeds(seeds);
        match self.lang {
            Lang::En => format!("It threatens {m}, which would capture {count}."),
            Lang::Fr => format!("Il menace {m}, qui prendrait {count}."),
        }
    }

    pub fn krou(self, pit: char, seeds: u8) -> String {
        let count = self.seeds(seeds);
        match self.lang {
            Lang::En => {
                format!("Pit {pit} now holds {count}, a krou: enough to go once round the board.")
            }
            Lang::Fr => format!(
                "La case {pit} a maintenant {count}, un krou\u{a0}: de quoi faire le tour du plateau."
            ),
        }
    }

    pub fn none_better(self, certain: bool) -> String {
        match (self.lang, certain) {
            (Lang::En, true) => "No move is better: that is proved.".into(),
            (Lang::En, false) => "The engine found no better move.".into(),
            (Lang::Fr, true) => "Aucun coup n’est meilleur\u{a0}: c’est prouvé.".into(),
            (Lang::Fr, false) => "Le moteur n’a pas trouvé mieux.".into(),
        }
    }

    pub fn worse(self, best: Move, loss: f32, proved: bool) -> String {
        let whole = loss.round().max(1.0) as i64;
        let count = self.seeds(whole);
        match (self.lang, proved) {
            (Lang::En, true) => format!("{best} is better by {count}: that is proved."),
            (Lang::En, false) => format!("{best} seems better by about {count}."),
            (Lang::Fr, true) => format!("{best} vaut {count} de plus\u{a0}: c’est prouvé."),
            (Lang::Fr, false) => format!("{best} semble valoir environ {count} de plus."),
        }
    }

    pub fn refuted_by_capture(self, turn: &str, seeds: u16) -> String {
        let count = self.seeds(seeds);
        match self.lang {
            Lang::En => format!("The answer is {turn}, which captures {count}."),
            Lang::Fr => format!("La réponse est {turn}, qui prend {count}."),
        }
    }

    pub fn refuted_by_chain(self, turn: &str, moves: usize) -> String {
        match self.lang {
            Lang::En => format!("The answer is the chain {turn}: {moves} moves in one turn."),
            Lang::Fr => {
                format!("La réponse est la suite {turn}\u{a0}: {moves} coups dans le même tour.")
            }
        }
    }
}
