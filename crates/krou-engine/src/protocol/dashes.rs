//! A position as other programs write it: pits counter-clockwise from South's left, South's store,
//! North's, and the side to move, joined by dashes.

use krou_rules::{BySide, Cell, Setup, Side};

/// Writes a position; nothing if it has pits that are more than a number.
pub fn write(setup: &Setup) -> Option<String> {
    let plain = |cell: &Cell| matches!(cell, Cell::Seeds(_));
    let Setup { pits, stores, turn } = setup;
    let cells = pits.south.iter().chain(&pits.north);
    if !cells.clone().all(plain) {
        return None;
    }
    let numbers = cells.map(|cell| cell.seeds());
    let numbers = numbers.chain([stores.south, stores.north]);
    let parts = numbers.map(|number| number.to_string());
    let parts: Vec<String> = parts.chain([turn.letter().to_string()]).collect();
    Some(parts.join("-"))
}

/// Reads a position on a board of so many pits a side.
pub fn read(text: &str, pits: usize) -> Result<Setup, String> {
    let parts: Vec<&str> = text.split('-').collect();
    let wanted = 2 * pits + 3;
    if parts.len() != wanted {
        return Err(format!(
            "the position has {} parts; this game has {wanted}: {pits} pits of South's and of North's, two stores, and S or N",
            parts.len()
        ));
    }
    let turn = match parts[wanted - 1] {
        "S" => Side::South,
        "N" => Side::North,
        other => return Err(format!("`{other}` is no side to move; it is S or N")),
    };
    let numbers = parts[..wanted - 1]
        .iter()
        .map(|part| part.parse::<u8>())
        .collect::<Result<Vec<u8>, _>>()
        .map_err(|_| {
            "every part of the position but the last is a number from 0 to 255".to_string()
        })?;
    let row = |from: usize| {
        numbers[from..from + pits]
            .iter()
            .map(|&n| Cell::Seeds(n))
            .collect()
    };
    Ok(Setup {
        pits: BySide::new(row(0), row(pits)),
        stores: BySide::new(numbers[2 * pits], numbers[2 * pits + 1]),
        turn,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_was_written() {
        let setup: Setup = "4,4,0,5,5,0/6,1,6,6,6,5/12,0/N".parse().unwrap();
        let written = write(&setup).unwrap();
        assert_eq!(written, "4-4-0-5-5-0-6-1-6-6-6-5-12-0-N");
        assert_eq!(read(&written, 6).as_ref(), Ok(&setup));
    }

    #[test]
    fn burned_pits_and_tuzdyks_are_not_written() {
        for special in ["x,1/x,1/0,0/S", "t,1/2,1/0,0/S"] {
            assert_eq!(write(&special.parse().unwrap()), None);
        }
    }
}
