//! Accounts and players, for programs.

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use krou_store::{Accounts, Store, Visitor};
use serde::{Deserialize, Serialize};

use super::{Asked, Sent};
use crate::App;
use crate::account::{self, Client, Cookies, Credentials};
use crate::error::{Complaint, Error};
use crate::player::{self, Achieved, Played, Rated, Which};
use crate::refusal;
use crate::visitor::{Asking, Credential, Signed, session, session_cookie, with_cookie};

/// An account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Me {
    /// Its name.
    pub name: String,
    /// Whether a program plays.
    pub bot: bool,
}

impl From<&Visitor> for Me {
    fn from(visitor: &Visitor) -> Me {
        Me {
            name: visitor.name.to_string(),
            bot: visitor.bot,
        }
    }
}

fn signed(status: StatusCode, visitor: &Visitor, cookies: Cookies) -> Response {
    let mut response = (status, Json(Me::from(visitor))).into_response();
    cookies.add_to(response.headers_mut());
    response
}

/// Makes an account and signs in to it. A guest, known by their cookie, keeps their games.
#[utoipa::path(post, path = "/api/account", request_body = Credentials,
    responses((status = 201, body = Me), (status = 400, body = Complaint), (status = 409, body = Complaint), (status = 429, body = Complaint)))]
pub async fn sign_up(
    State(app): State<App>,
    client: Client,
    Asking(asking): Asking,
    Sent(wanted): Sent<Credentials>,
) -> Result<Response, Error> {
    let (visitor, cookies) = account::sign_up(&app, &client, asking, &wanted).await?;
    Ok(signed(StatusCode::CREATED, &visitor, cookies))
}

/// Signs in; the session is a cookie.
#[utoipa::path(post, path = "/api/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, body = Complaint), (status = 429, body = Complaint)))]
pub async fn sign_in(
    State(app): State<App>,
    client: Client,
    Sent(given): Sent<Credentials>,
) -> Result<Response, Error> {
    let (visitor, cookies) = account::sign_in(&app, &client, &given).await?;
    Ok(signed(StatusCode::OK, &visitor, cookies))
}

/// Signs out.
#[utoipa::path(delete, path = "/api/session", responses((status = 204)))]
pub async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Result<Response, Error> {
    if let Some(session) = session(&app, &headers) {
        account::sign_out(&app, session).await?;
    }
    signed_out(&app)
}

fn signed_out(app: &App) -> Result<Response, Error> {
    let mut response = StatusCode::NO_CONTENT.into_response();
    with_cookie(response.headers_mut(), Some(session_cookie(app, "")?));
    Ok(response)
}

/// A session of the account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Session {
    /// When it was begun.
    created: String,
    /// When it was last used, give or take an hour.
    used: String,
    /// The kind of browser, if it is known.
    client: Option<String>,
    /// Whether it is the one that asks.
    this: bool,
}

/// The sessions of the account, the last used first.
#[utoipa::path(get, path = "/api/account/sessions",
    responses((status = 200, body = Vec<Session>), (status = 401, body = Complaint)))]
pub async fn sessions(State(app): State<App>, signed: Signed) -> Result<Json<Vec<Session>>, Error> {
    let signed = account::not_by_token(signed)?;
    let session = |session: krou_store::Session| Session {
        created: session.created.to_string(),
        used: session.used.to_string(),
        client: session.client,
        this: signed.credential == Credential::Session(session.secret),
    };
    let sessions = app.store.sessions(signed.visitor.id).await?.into_iter();
    Ok(Json(sessions.map(session).collect()))
}

/// Signs out everywhere: all sessions end, this one too, and what is open by them. Tokens stay.
#[utoipa::path(delete, path = "/api/account/sessions",
    responses((status = 204), (status = 401, body = Complaint)))]
pub async fn sign_out_everywhere(
    State(app): State<App>,
    signed: Signed,
) -> Result<Response, Error> {
    let signed = account::not_by_token(signed)?;
    account::sign_out_everywhere(&app, &signed).await?;
    signed_out(&app)
}

/// Whose session or token it is.
#[utoipa::path(get, path = "/api/account", security(("token" = [])),
    responses((status = 200, body = Me), (status = 401, body = Complaint)))]
pub async fn me(signed: Signed) -> Json<Me> {
    Json(Me::from(&signed.visitor))
}

/// A change of the password.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct NewPassword {
    /// The password so far.
    old: String,
    /// The password from now on.
    new: String,
}

/// Changes the password; every other session and every token ends, and what is open by them.
#[utoipa::path(post, path = "/api/account/password", request_body = NewPassword,
    responses((status = 204), (status = 400, body = Complaint), (status = 401, body = Complaint)))]
pub async fn change_password(
    State(app): State<App>,
    (client, signed): (Client, Signed),
    Sent(change): Sent<NewPassword>,
) -> Result<Response, Error> {
    let signed = account::not_by_token(signed)?;
    let NewPassword { old, new } = &change;
    let cookies = account::change_password(&app, &client, &signed, old, new).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    cookies.add_to(response.headers_mut());
    Ok(response)
}

/// Whether a program plays.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct BotChoice {
    /// Whether a program plays.
    bot: bool,
}

/// Marks the account as a bot, or as none.
#[utoipa::path(post, path = "/api/account/bot", request_body = BotChoice,
    security(("token" = [])), responses((status = 204), (status = 401, body = Complaint)))]
pub async fn bot(
    State(app): State<App>,
    signed: Signed,
    Sent(choice): Sent<BotChoice>,
) -> Result<StatusCode, Error> {
    app.store.set_bot(signed.player, choice.bot).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account. The games stay with the opponents, under a made-up name.
#[utoipa::path(post, path = "/api/account/delete", request_body = Credentials,
    responses((status = 204), (status = 401, body = Complaint)))]
pub async fn delete(
    State(app): State<App>,
    (client, signed): (Client, Signed),
    Sent(who): Sent<Credentials>,
) -> Result<Response, Error> {
    let signed = account::not_by_token(signed)?;
    account::delete(&app, &client, &signed, &who.password).await?;
    signed_out(&app)
}

/// A token of the account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Token {
    /// Its number.
    id: i64,
    /// What it is for.
    label: String,
    /// When it was made.
    created: String,
    /// When it was last used, give or take a day.
    used: Option<String>,
    /// The token itself, only in the answer that makes it.
    #[serde(rename = "token", skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl Token {
    fn new(token: krou_store::Token, secret: Option<String>) -> Token {
        Token {
            id: token.id,
            label: token.label,
            created: token.created.to_string(),
            used: token.used.map(|used| used.to_string()),
            secret,
        }
    }
}

/// What a token is for.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct TokenWish {
    /// What it is for, in 1 to 40 characters.
    label: String,
}

/// The tokens of the account.
#[utoipa::path(get, path = "/api/account/tokens",
    responses((status = 200, body = Vec<Token>), (status = 401, body = Complaint)))]
pub async fn tokens(State(app): State<App>, signed: Signed) -> Result<Json<Vec<Token>>, Error> {
    let signed = account::not_by_token(signed)?;
    let tokens = app.store.tokens(signed.player).await?.into_iter();
    Ok(Json(tokens.map(|token| Token::new(token, None)).collect()))
}

/// Makes a token; it is told only now.
#[utoipa::path(post, path = "/api/account/tokens", request_body = TokenWish,
    responses((status = 201, body = Token), (status = 401, body = Complaint)))]
pub async fn make_token(
    State(app): State<App>,
    signed: Signed,
    Sent(wish): Sent<TokenWish>,
) -> Result<Response, Error> {
    let signed = account::not_by_token(signed)?;
    let (token, secret) = account::make_token(&app, &signed, &wish.label).await?;
    let token = Token::new(token, Some(secret));
    Ok((StatusCode::CREATED, Json(token)).into_response())
}

/// Revokes a token; what is open by it ends.
#[utoipa::path(delete, path = "/api/account/tokens/{id}", params(("id" = i64, Path)),
    responses((status = 204), (status = 401, body = Complaint), (status = 404, body = Complaint)))]
pub async fn revoke_token(
    State(app): State<App>,
    signed: Signed,
    Path(id): Path<i64>,
) -> Result<StatusCode, Error> {
    let signed = account::not_by_token(signed)?;
    if account::revoke_token(&app, &signed, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::Missing)
    }
}

/// All games of the account, as one game file.
#[utoipa::path(get, path = "/api/account/games", security(("token" = [])),
    responses((status = 200, content_type = "text/plain", body = String), (status = 401, body = Complaint)))]
pub async fn export(State(app): State<App>, signed: Signed) -> Result<Response, Error> {
    let head = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"games.krou\"",
        ),
    ];
    let games = player::export(app, signed.player);
    Ok((head, Body::from_stream(games)).into_response())
}

/// What everybody may know of a player.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Profile {
    /// The name.
    name: String,
    /// Whether a program plays.
    bot: bool,
    /// Since when there is the account.
    since: String,
    /// What was achieved, a row for each exact game.
    achieved: Vec<Achieved>,
}

/// A player: ratings and statistics.
#[utoipa::path(get, path = "/api/players/{name}", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = Complaint)))]
pub async fn profile(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, Error> {
    let visitor = player::known(&app, &name).await?;
    let player = visitor.player.as_ref().ok_or(Error::Missing)?;
    let standings = app.store.standings(player.id).await?;
    Ok(Json(Profile {
        name: player.name.to_string(),
        bot: visitor.bot,
        since: player.created.to_string(),
        achieved: standings.iter().map(Achieved::from).collect(),
    }))
}

/// A player's games, the last begun first.
#[utoipa::path(get, path = "/api/players/{name}/games", params(("name" = String, Path), Which),
    responses((status = 200, body = Vec<Played>), (status = 400, body = Complaint), (status = 404, body = Complaint)))]
pub async fn games(
    State(app): State<App>,
    Path(name): Path<String>,
    Asked(which): Asked<Which>,
) -> Result<Json<Vec<Played>>, Error> {
    let visitor = player::known(&app, &name).await?;
    let player = visitor
        .account()
        .ok_or(Error::Refused(refusal::SIGN_IN_FIRST))?;
    Ok(Json(player::games(&app, player, &which).await?))
}

/// A place in a leaderboard.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Place {
    /// Who.
    name: String,
    /// Their rating.
    #[serde(flatten)]
    rating: Rated,
    /// How many rated games made it.
    games: u64,
}

/// The best players of a game, bots left out.
#[utoipa::path(get, path = "/api/leaders/{rules}", params(("rules" = String, Path)),
    responses((status = 200, body = Vec<Place>), (status = 404, body = Complaint)))]
pub async fn leaders(
    State(app): State<App>,
    Path(rules): Path<String>,
) -> Result<Json<Vec<Place>>, Error> {
    let (_, leaders) = player::leaders(&app, &rules).await?;
    let place = |leader: krou_store::Leader| Place {
        name: leader.player.name.to_string(),
        rating: leader.rating.into(),
        games: leader.games,
    };
    Ok(Json(leaders.into_iter().map(place).collect()))
}
