//! What everybody may know of a player: ratings, statistics, games. For the pages and programs.

use krou_rules::{BySide, Lang, Ruleset, Side};
use krou_store::{
    Accounts, Ended, GameId, GameInfo, GamesOf, Leader, Outcome, PlayerId, Rating, Seat, Standing,
    Store, Visitor,
};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::Error;

/// How many games a list shows at once.
pub const PAGE: u32 = 30;
/// How many games a program may ask for at once.
const MOST: u32 = 100;
/// How many players a leaderboard shows.
const LEADERS: u32 = 100;

/// A rating as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Rated {
    /// The rating.
    pub rating: i64,
    /// The true strength is within two of these 95 times in 100.
    pub deviation: i64,
    /// Whether it is still mostly a guess.
    pub provisional: bool,
}

impl From<Rating> for Rated {
    fn from(rating: Rating) -> Rated {
        Rated {
            rating: rating.rating.round() as i64,
            deviation: rating.deviation.round() as i64,
            provisional: rating.is_provisional(),
        }
    }
}

impl std::fmt::Display for Rated {
    /// `1612`, or `1612?` while it is mostly a guess.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.rating)?;
        f.write_str(if self.provisional { "?" } else { "" })
    }
}

/// What a player has achieved in one exact game.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Achieved {
    /// The ruleset's name.
    pub rules: String,
    /// What identifies the exact rules.
    pub fingerprint: String,
    /// The rating, once there was a rated game.
    pub rating: Option<Rated>,
    /// Finished games won, drawn and lost.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Lost games.
    pub lost: u64,
    /// Seeds won in all.
    pub seeds: u64,
    /// Seeds the opponents won.
    pub seeds_against: u64,
}

impl From<&Standing> for Achieved {
    fn from(standing: &Standing) -> Achieved {
        Achieved {
            rules: standing.rules.clone(),
            fingerprint: standing.fingerprint.to_string(),
            rating: standing.rating.map(Rated::from),
            won: standing.tally.wins,
            drawn: standing.tally.draws,
            lost: standing.tally.losses,
            seeds: standing.tally.seeds,
            seeds_against: standing.tally.seeds_against,
        }
    }
}

/// What a ruleset is called; with a mark if its switches were changed.
pub fn title(rules: &str, fingerprint: krou_rules::Fingerprint, lang: Lang) -> String {
    match Ruleset::builtin(rules) {
        Some(ruleset) if ruleset.fingerprint() == fingerprint => {
            ruleset.title.get(lang).to_string()
        }
        Some(ruleset) => format!("{} *", ruleset.title.get(lang)),
        None => rules.to_string(),
    }
}

/// The account of that name.
pub async fn known(app: &App, name: &str) -> Result<Visitor, Error> {
    let account = app.store.account(name).await?;
    let account = account.ok_or_else(|| krou_store::Error::NoPlayer(name.to_string()))?;
    Ok(account.visitor)
}

/// The rating of a player in the game of these rules.
pub async fn rating(app: &App, seat: &Seat, info: &GameInfo) -> Result<Option<Rated>, Error> {
    let Some(player) = seat.player() else {
        return Ok(None);
    };
    let rating = app.store.rating(player, info.fingerprint).await?;
    Ok(rating.map(Rated::from))
}

/// Which of a player's games to list.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Only those by the ruleset of this name.
    pub rules: String,
    /// Only those that are `won`, `lost`, `drawn` or still `open`.
    pub result: String,
    /// Only those against the account of this name.
    pub opponent: String,
    /// `yes` for rated games only, `no` for casual games only.
    pub rated: String,
    /// Only those begun before the game of this number: the next page.
    pub before: Option<i64>,
    /// At most so many, 100 at most; 30 if it is left out.
    pub limit: Option<u32>,
}

impl Which {
    async fn filter(&self, app: &App) -> Result<GamesOf, Error> {
        let given = |text: &str| Some(text.trim().to_string()).filter(|text| !text.is_empty());
        let ended = given(&self.result).map(|word| {
            Ended::named(&word).ok_or_else(|| {
                Error::wrong(
                    "result is won, lost, drawn, open or aborted",
                    "result est won, lost, drawn, open ou aborted",
                )
            })
        });
        let rated = match self.rated.trim() {
            "" => None,
            "yes" => Some(true),
            "no" => Some(false),
            _ => return Err(Error::wrong("rated is yes or no", "rated est yes ou no")),
        };
        let opponent = match given(&self.opponent) {
            Some(name) => known(app, &name).await?.account(),
            None => None,
        };
        Ok(GamesOf {
            rules: given(&self.rules),
            ended: ended.transpose()?,
            opponent,
            rated,
            before: self.before.map(GameId),
            limit: self.limit.unwrap_or(PAGE).clamp(1, MOST),
        })
    }

    /// The same question about the games before this one, as in addresses.
    pub fn next(&self, before: GameId) -> String {
        let pairs = [
            ("rules", self.rules.as_str()),
            ("result", self.result.as_str()),
            ("opponent", self.opponent.as_str()),
            ("rated", self.rated.as_str()),
            ("before", &before.to_string()),
        ];
        let pairs: Vec<_> = pairs.into_iter().filter(|(_, v)| !v.is_empty()).collect();
        serde_urlencoded::to_string(pairs).unwrap_or_default()
    }
}

/// A game of a player, as programs are told of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Played {
    /// Its number.
    pub number: i64,
    /// Its address: `/g/ID`. Nothing if it was not played on the web.
    pub id: Option<String>,
    /// The ruleset's name.
    pub rules: String,
    /// Who plays South and North.
    pub players: [String; 2],
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Which side the player has: `S` or `N`.
    pub side: char,
    /// `won`, `lost`, `drawn`, `open` or `aborted`.
    pub result: &'static str,
    /// What South and North have, once it is over.
    pub scores: Option<[u16; 2]>,
    /// Why it ended, as in game files: `side-empty`, `resigned S`.
    pub end: Option<String>,
    /// When it began.
    pub started: String,
}

impl Played {
    fn new(player: PlayerId, id: Option<String>, info: GameInfo) -> Played {
        let BySide { south, north } = &info.seats;
        let side = if south.player() == Some(player) {
            Side::South
        } else {
            Side::North
        };
        let outcome = info.outcome.as_ref();
        let ended = match outcome.map(|outcome| outcome.winner) {
            None => Ended::Open,
            Some(_) if outcome.is_some_and(Outcome::is_aborted) => Ended::Aborted,
            Some(None) => Ended::Drawn,
            Some(Some(winner)) if winner == side => Ended::Won,
            Some(Some(_)) => Ended::Lost,
        };
        Played {
            number: info.saved.id.0,
            id,
            players: [south.to_string(), north.to_string()],
            rated: info.saved.rated,
            side: side.letter(),
            result: ended.word(),
            end: info
                .outcome
                .as_ref()
                .map(|outcome| outcome.termination.clone()),
            scores: info
                .outcome
                .map(|outcome| [outcome.scores.south, outcome.scores.north]),
            started: info.started.to_string(),
            rules: info.rules,
        }
    }
}

/// A player's games, the last begun first.
pub async fn games(app: &App, player: PlayerId, which: &Which) -> Result<Vec<Played>, Error> {
    let filter = which.filter(app).await?;
    let games = app.store.games_of(player, &filter).await?;
    let played = |(id, info)| Played::new(player, id, info);
    Ok(games.into_iter().map(played).collect())
}

/// The best players of a game.
pub async fn leaders(app: &App, rules: &str) -> Result<(Ruleset, Vec<Leader>), Error> {
    let ruleset = Ruleset::builtin(rules).ok_or(Error::Missing)?;
    let leaders = app.store.leaders(ruleset.fingerprint(), LEADERS).await?;
    Ok((ruleset, leaders))
}

/// How many games are read at a time for an export.
const BATCH: u32 = 50;

/// All games of a player as one game file, read while it is sent.
pub fn export(
    app: App,
    player: PlayerId,
) -> impl futures_util::Stream<Item = Result<String, Error>> + Send {
    futures_util::stream::try_unfold((app, Some(None)), move |(app, before)| async move {
        let Some(before) = before else {
            return Ok(None);
        };
        let which = GamesOf {
            before,
            limit: BATCH,
            ..GamesOf::default()
        };
        let games = app.store.games_of(player, &which).await?;
        let last = games.last().map(|(_, info)| info.saved.id);
        let mut text = String::new();
        for (_, info) in &games {
            if before.is_some() || !text.is_empty() {
                text.push('\n');
            }
            text += &app.store.game(info.saved.id).await?.record().to_string();
        }
        let next = last.filter(|_| games.len() == BATCH as usize).map(Some);
        Ok(Some((text, (app, next))))
    })
}
