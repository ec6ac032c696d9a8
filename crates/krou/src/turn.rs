//! `krou turn`: the best chain of one turn.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use krou_engine::{StopFlag, best_chain};
use krou_rules::{
    Game, Lang, Line, MOST_SEEDS, Move, Numbering, Pit, Position, Rules, Setup, SetupFault, Side,
};
use serde_json::{Value, json};

use crate::args::{Common, TurnArgs};
use crate::failure::{Failure, Outcome};
use crate::layout::quoted;
use crate::surroundings::View;
use crate::{given, json, layout, text};

pub fn run(args: &TurnArgs, common: &Common, view: View, out: &mut dyn Write) -> Outcome {
    let game = game(args, common, view.lang)?;
    let over = || Failure::No(Some(text::no_turn_to_play(view.lang).into()));
    let (rules, from) = (game.rules(), game.position());
    if game.result().is_some() {
        return Err(over());
    }
    let start = Instant::now();
    let chain = best_chain(rules, from, args.memory, &StopFlag::new()).ok_or_else(over)?;
    let seconds = start.elapsed().as_secs_f64();
    let gained = i16::from(chain.store) - i16::from(from.store(from.turn()));
    let numbers: Vec<String> = chain
        .moves
        .iter()
        .map(|&m| number(m, from.pits()))
        .collect();
    let after = Game::from_position(Arc::clone(rules), chain.position);

    if view.json {
        let moves: Vec<String> = chain.moves.iter().map(Move::to_string).collect();
        let mut answer = json::rules(rules.ruleset());
        answer.insert("from".into(), json!(from.to_string()));
        answer.insert("chain".into(), json!(moves));
        answer.insert("numbers".into(), json!(numbers));
        answer.insert("gained".into(), json!(gained));
        answer.insert("store".into(), json!(chain.store));
        answer.insert("position".into(), json!(chain.position.to_string()));
        answer.insert("over".into(), json!(after.result().is_some()));
        answer.insert("nodes".into(), json!(chain.nodes));
        answer.insert("seconds".into(), json!(seconds));
        return json::write(out, &Value::Object(answer));
    }

    let View { lang, width, .. } = view;
    let say = |line: &str| layout::wrapped(line, 0, width);
    let count = chain.moves.len();
    let moves = Line(chain.moves).to_string();
    let [letters, numbers] = text::chain(lang, &moves, count, &numbers.join(" "));
    let setup = chain.position.setup();
    let board = setup.diagram().names(text::sides(lang)).width(width);
    let standing = match after.result() {
        Some(result) => text::chain_ends_game(lang, result),
        None => text::turn_passes(lang, chain.position.turn()),
    };
    writeln!(out, "{}\n", say(&text::heading(lang, rules.ruleset())))?;
    writeln!(out, "{}", say(&letters))?;
    writeln!(out, "{}", say(&numbers))?;
    writeln!(out, "{}\n", say(&text::gained(lang, gained, chain.store)))?;
    writeln!(out, "{board}")?;
    writeln!(out, "{}", say(&standing))?;
    Ok(writeln!(out, "{}", text::position(lang, &chain.position))?)
}

/// A move in the older solver's numbers: on a board of six, 7–12 are the mover's pits.
fn number(m: Move, pits: u8) -> String {
    let number = Numbering::Solver.number(m.side, m.pit, pits, m.side);
    let burn = if m.burn { "!" } else { "" };
    format!("{burn}{number}")
}

fn game(args: &TurnArgs, common: &Common, lang: Lang) -> Outcome<Game> {
    let numbers = if args.prompt {
        let pits = given::chosen(common, lang)?.switches.pits;
        ask(pits, lang, &mut io::stdin().lock(), &mut io::stderr())?
    } else if args.numbers.is_empty() {
        return given::game(common, lang);
    } else {
        args.numbers.clone()
    };
    let rules = given::rules(common, lang)?;
    let position = from_numbers(&rules, &numbers, lang)?;
    given::game_from(rules, position, common, lang)
}

/// The position in the older solver's order, South to move.
fn from_numbers(rules: &Rules, numbers: &[String], lang: Lang) -> Outcome<Position> {
    let given = text::the_numbers(lang, &quoted(&numbers.join(" ")));
    let pits = rules.switches().pits;
    let wanted = 2 * usize::from(pits) + 2;
    if numbers.len() != wanted {
        let what = text::wrong_count(lang, wanted, numbers.len(), pits);
        return Err(given::wrong(lang, &given, &what));
    }
    if let Some(word) = numbers.iter().find(|word| word.parse::<u8>().is_err()) {
        let what = SetupFault::NoNumber(word.clone()).text(lang);
        return Err(given::wrong(lang, &given, &what));
    }
    let setup = Setup::read(&numbers.join(","), Numbering::Solver, pits)
        .map_err(|error| given::wrong(lang, &given, &error.what.text(lang)))?;
    rules
        .position(&setup)
        .map_err(|error| given::wrong(lang, &given, &error.text(lang)))
}

fn is_not_text(read: &io::Result<usize>) -> bool {
    matches!(read, Err(error) if error.kind() == io::ErrorKind::InvalidData)
}

/// Asks for the cells one by one, and once more for each that cannot be.
fn ask(
    pits: u8,
    lang: Lang,
    input: &mut dyn BufRead,
    prompt: &mut dyn Write,
) -> Outcome<Vec<String>> {
    let cells = |side: Side| {
        Pit::first(pits).map(move |pit| {
            let number = Numbering::Solver.number(side, pit, pits, Side::South);
            (side, format!("{} ({number})", pit.letter(side)))
        })
    };
    let stores = Side::BOTH.map(|side| (side, String::new()));
    let mut numbers = Vec::new();
    let mut left = MOST_SEEDS;
    for (side, cell) in stores
        .into_iter()
        .chain(cells(Side::South))
        .chain(cells(Side::North))
    {
        loop {
            write!(
                prompt,
                "{}",
                text::ask_seeds(lang, side == Side::South, &cell)
            )?;
            prompt.flush()?;
            let mut line = String::new();
            // Text that is not UTF-8 is a typing error; anything else there is no second try for.
            let read = input.read_line(&mut line);
            if !matches!(&read, Ok(1..)) && !is_not_text(&read) {
                let told = text::numbers_ended(lang, numbers.len(), 2 * pits + 2);
                return Err(Failure::Call(told));
            }
            let typed = line.trim();
            match typed.parse::<u16>() {
                Ok(seeds) if seeds <= left && read.is_ok() => {
                    left -= seeds;
                    numbers.push(seeds.to_string());
                    break;
                }
                _ => writeln!(prompt, "{}", text::bad_seeds(lang, &quoted(typed), left))?,
            }
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> (Outcome<Vec<String>>, String) {
        let mut said = Vec::new();
        let numbers = ask(2, Lang::En, &mut text.as_bytes(), &mut said);
        (numbers, String::from_utf8(said).unwrap())
    }

    #[test]
    fn a_typing_error_gets_a_clear_message_and_a_second_try() {
        let (numbers, said) = typed("0\n0\n3\nfour\n4\n3\n254\n4\n");
        assert_eq!(numbers.unwrap(), ["0", "0", "3", "4", "3", "4"]);
        assert!(
            said.contains("Own pit B (4): “four” will not do: type a whole number from 0 to 252.")
        );
        assert!(said.contains("“254” will not do: type a whole number from 0 to 245."));
    }

    #[test]
    fn numbers_that_end_too_early_are_refused() {
        let (numbers, _) = typed("0\n0\n3\n");
        let complaint = numbers.unwrap_err().text(Lang::En);
        assert_eq!(complaint, "error: the numbers ended after 3 of 6\n");
    }
}
