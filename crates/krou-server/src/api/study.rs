//! What can be proved, the best chain of a turn, why a move is good, and a game looked back on.

use axum::Json;
use axum::extract::State;
use krou_engine::Limits;
use krou_rules::{Move, MoveError};
use serde::Deserialize;

use super::{Asked, Patience, Tongue};
use crate::App;
use crate::answer::{BestTurn, Reviewed, Solved, Why};
use crate::error::{Complaint, Error};
use crate::lang::Speaks;
use crate::limits::Caller;
use crate::question::Question;
use crate::refusal;
use crate::review::reviewed;

/// The most moves of a game that is reviewed while somebody waits.
const MOST_MOVES: usize = 400;

/// What to solve.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Every {
    /// Whether to prove the value of every move, not only of the best.
    every_move: bool,
}

/// The proved value within the time, or the bounds proved by then.
#[utoipa::path(get, path = "/api/solve", params(Question, Patience, Every),
    responses((status = 200, body = Solved), (status = 400, body = Complaint), (status = 429, body = Complaint)))]
pub async fn solve(
    State(app): State<App>,
    Caller(from): Caller,
    Asked(question): Asked<Question>,
    Asked(patience): Asked<Patience>,
    Asked(every): Asked<Every>,
) -> Result<Json<Solved>, Error> {
    let game = question.game()?;
    let time = patience.time()?;
    let solution = app
        .pool
        .solve(from, game.clone(), time, every.every_move)
        .await?;
    Ok(Json(Solved::new(&game, &solution)))
}

/// The best chain of this one turn: the moves that leave the most seeds in the own store.
#[utoipa::path(get, path = "/api/turn", params(Question, Patience),
    responses((status = 200, body = BestTurn), (status = 400, body = Complaint), (status = 409, body = Complaint), (status = 429, body = Complaint)))]
pub async fn turn(
    State(app): State<App>,
    Caller(from): Caller,
    Asked(question): Asked<Question>,
    Asked(patience): Asked<Patience>,
) -> Result<Json<BestTurn>, Error> {
    let game = question.game()?;
    if game.is_over() {
        return Err(Error::Refused(refusal::NO_TURN_LEFT));
    }
    let chain = app.pool.turn(from, game.clone(), patience.time()?).await?;
    let chain = chain.ok_or(Error::Refused(refusal::CHAIN_TAKES_LONGER))?;
    Ok(Json(BestTurn::new(&game, &chain)))
}

/// Which move to explain.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// A legal move of the position, such as `C`.
    #[serde(rename = "move")]
    written: String,
}

/// Why a move is good or bad, in words.
#[utoipa::path(get, path = "/api/explain", params(Question, Which, Patience, Tongue),
    responses((status = 200, body = Why), (status = 400, body = Complaint), (status = 429, body = Complaint)))]
pub async fn explain(
    State(app): State<App>,
    Caller(from): Caller,
    speaks: Speaks,
    Asked(question): Asked<Question>,
    Asked(which): Asked<Which>,
    Asked(patience): Asked<Patience>,
    Asked(tongue): Asked<Tongue>,
) -> Result<Json<Why>, Error> {
    let lang = tongue.lang(&speaks)?;
    let game = question.game()?;
    let m: Move = which
        .written
        .parse()
        .map_err(|error: MoveError| Error::told(|lang| error.text(lang)))?;
    if let Err(refusal) = game.clone().play(m) {
        return Err(Error::told(|lang| refusal.text(lang)));
    }
    let analysis = app
        .pool
        .analyse(from, game.clone(), patience.time()?)
        .await?;
    Ok(Json(Why::new(&game, m, &analysis, lang)))
}

/// A game looked back on: what each move was worth, mistakes, and what was better. The time is for
/// the whole game.
#[utoipa::path(get, path = "/api/review", params(Question, Patience),
    responses((status = 200, body = Reviewed), (status = 400, body = Complaint), (status = 429, body = Complaint)))]
pub async fn review(
    State(app): State<App>,
    Caller(from): Caller,
    Asked(question): Asked<Question>,
    Asked(patience): Asked<Patience>,
) -> Result<Json<Reviewed>, Error> {
    let game = question.game()?;
    let moves = game.moves().len();
    if moves == 0 || moves > MOST_MOVES {
        return Err(Error::wrong(
            format!("give the moves of a game, at most {MOST_MOVES}"),
            format!("donnez les coups d’une partie, {MOST_MOVES} au plus"),
        ));
    }
    let each = patience.time()? / u32::try_from(moves).unwrap_or(u32::MAX);
    let review = reviewed(&app, from, &game, &Limits::time(each), |_| {}).await?;
    Ok(Json(Reviewed::new(&game, &review)))
}
