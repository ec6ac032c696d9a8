-- Times are milliseconds since 1970 in UTC. Sides are S and N, as in positions.

CREATE TABLE players (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT    NOT NULL,
    name_key TEXT    NOT NULL UNIQUE, -- the name as it is compared: two names with one key are one name
    created  INTEGER NOT NULL
) STRICT;

CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    revision    INTEGER NOT NULL,     -- grows with every change
    rules       TEXT    NOT NULL,     -- the ruleset's name
    fingerprint TEXT    NOT NULL,     -- of the rules in effect
    switches    TEXT    NOT NULL,     -- all that differ from Kalah, whatever the name: `pits=5 seeds=2`
    start       TEXT    NOT NULL,     -- the start position
    plies       INTEGER NOT NULL,     -- how many of its moves stand; those after them were taken back
    rated       INTEGER NOT NULL,
    started     INTEGER NOT NULL,
    updated     INTEGER NOT NULL,
    finished    INTEGER,              -- null while the game goes on
    winner      TEXT    CHECK (winner IN ('S', 'N', 'draw')),
    termination TEXT,                 -- why it ended, as in game files: `side-empty`, `resigned S`
    notes       TEXT,                 -- the game file it came from, where that has comments or further tags
    CHECK ((finished IS NULL) = (winner IS NULL) AND (finished IS NULL) = (termination IS NULL))
) STRICT;

CREATE INDEX games_by_update ON games (updated, id);
CREATE INDEX games_by_rules ON games (fingerprint, finished, id);

CREATE TABLE seats (
    game_id   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side      TEXT    NOT NULL CHECK (side IN ('S', 'N')),
    player_id INTEGER REFERENCES players (id),
    guest     TEXT,
    level     INTEGER CHECK (level BETWEEN 1 AND 10),
    score     INTEGER,                -- at the end
    PRIMARY KEY (game_id, side),
    CHECK ((player_id IS NOT NULL) + (guest IS NOT NULL) + (level IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player_id, game_id);

CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply     INTEGER NOT NULL,         -- from 0
    move    TEXT    NOT NULL,
    played  INTEGER,                  -- null where it is not known
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;

-- What a player's rating in one exact game was after each rated game.
CREATE TABLE ratings (
    game_id     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player_id   INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    fingerprint TEXT    NOT NULL,
    finished    INTEGER NOT NULL,
    rating      REAL    NOT NULL,
    deviation   REAL    NOT NULL,
    volatility  REAL    NOT NULL,
    PRIMARY KEY (game_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_player ON ratings (player_id, fingerprint, finished, game_id);
CREATE INDEX ratings_by_rules ON ratings (fingerprint, finished);
