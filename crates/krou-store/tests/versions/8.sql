PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'first','2026-11-15 21:59:13',1,X'127D649AB9DF2E678DBE8D1B41B0AB275508B4B0D08E5E8BA94EEE717710F9C3D75B5B9F9E9264565ACB1E899A2A91DC',507211);
INSERT INTO "_sqlx_migrations" VALUES(2,'web','2026-11-15 23:14:04',1,X'6850BEF7777126444261067F16F69DC8C928909591F6DB7AB6602234D8F02B5B259CFFAA49D0F38847D01DE15C2711A7',400385);
INSERT INTO "_sqlx_migrations" VALUES(3,'accounts','2026-11-15 23:55:00',1,X'E533BB3F52000A054F27863F545A5D7127D0BEA7D92EC1750F4EC36527B0604099F3146FFA0D45CD919D7F00838490AC',400385);
INSERT INTO "_sqlx_migrations" VALUES(4,'reviews','2026-11-16 00:10:00',1,X'C48063F396DFC60DC78986A5A2BA04061F7ABA5D7B0F483F44E247223711105CCD5D2345EF3536234B98943C0C72FD75',400385);
INSERT INTO "_sqlx_migrations" VALUES(5,'clocks','2026-11-16 01:02:00',1,X'C48913960B6511EF61E858BDE9BDCE3C9082421D231CDB3BC6044C0A6EC360E134EBABB0D4EB403E674B21595A1EEB0A',400385);
INSERT INTO "_sqlx_migrations" VALUES(6,'going on','2026-11-16 08:20:15',1,X'5211692CB11F747537D840282BC285416CCBAADF82F0595429A08EB10344C26F1072868D02D11D065FC0374FD8B0CDC5',181829);
INSERT INTO "_sqlx_migrations" VALUES(7,'installation','2026-11-16 08:20:15',1,X'F557C439401275F18250ABC19ECB68085A6587736233C545F9C27C5490EBCE7F2F24236C6DA99BA678D5D716A8D5DD4F',181829);
INSERT INTO "_sqlx_migrations" VALUES(8,'sessions','2026-11-16 08:20:15',1,X'F18D1B1351415DEC638F08492A144485D20ABA3EA3536B25FF53C94F8EF9A42C9F390B937B10FE6F65835440C716B6C6',181829);
CREATE TABLE accounts (
    player_id INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    look      TEXT    NOT NULL UNIQUE, -- what the name looks like: two names with one look cannot be told apart
    password  TEXT    NOT NULL,        -- its hash, with how it was made
    bot       INTEGER NOT NULL         -- whether a program plays
) STRICT;
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
CREATE TABLE clocks (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    control TEXT    NOT NULL,         -- `5+3`: minutes, and seconds more after each turn; `3d`: days a turn
    south   INTEGER NOT NULL,         -- the milliseconds left, as of `since`
    north   INTEGER NOT NULL,
    running TEXT    CHECK (running IN ('S', 'N')), -- whose clock runs; null when none does
    since   INTEGER,                  -- since when
    CHECK ((running IS NULL) = (since IS NULL))
) STRICT;
CREATE TABLE devices (
    secret    BLOB    NOT NULL,        -- the hash of the browser's cookie
    player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created   INTEGER NOT NULL,
    PRIMARY KEY (secret, player_id)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "games" VALUES(1,1,'kalah','af1349b9f5f9a1a6','','4,4,4,4,4,4/4,4,4,4,4,4/0,0/S',4,0,1793491200000,1793491200000,NULL,NULL,NULL,'[Rules "kalah"]
[South "Ama"]
[North "Krou level 3"]
[Date "2026-11-01"]
[Event "Village feast"]

CF a {a good answer} A *
');
INSERT INTO "games" VALUES(2,3,'oware','4dda04898d6b77e8','sow-own-store=false origin=skipped bonus=never capture=count grand-slam=captures-nothing feeding=when-possible end=no-move majority=true repetition=2 repetition-leftovers=owner resign=opponent','4,4,4,4,4,4/4,4,4,4,4,4/0,0/S',1,1,1794779953597,1794779953614,1794779953614,'S','resigned N',NULL);
INSERT INTO "games" VALUES(3,3,'kalah','af1349b9f5f9a1a6','','4,4,4,4,4,4/4,4,4,4,4,4/0,0/S',2,1,1794779953624,1794779953626,NULL,NULL,NULL,NULL);
CREATE TABLE installation (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    key     BLOB    NOT NULL,
    scratch BLOB
) STRICT;
INSERT INTO "installation" VALUES(1,X'A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7A7',NULL);
CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply     INTEGER NOT NULL,         -- from 0
    move    TEXT    NOT NULL,
    played  INTEGER,                  -- null where it is not known
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,0,'C',NULL);
INSERT INTO "moves" VALUES(1,1,'F',NULL);
INSERT INTO "moves" VALUES(1,2,'a',NULL);
INSERT INTO "moves" VALUES(1,3,'A',NULL);
INSERT INTO "moves" VALUES(2,0,'A',1794779953608);
INSERT INTO "moves" VALUES(3,0,'C',1794779953625);
INSERT INTO "moves" VALUES(3,1,'F',1794779953625);
INSERT INTO "moves" VALUES(3,2,'a',1794779953625);
CREATE TABLE players (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT    NOT NULL,
    name_key TEXT    NOT NULL UNIQUE, -- the name as it is compared: two names with one key are one name
    created  INTEGER NOT NULL
) STRICT;
INSERT INTO "players" VALUES(1,'Ama','ama',1794779953572);
INSERT INTO "players" VALUES(2,'Kofi','kofi',1794779953573);
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
INSERT INTO "ratings" VALUES(2,1,'4dda04898d6b77e8',1794779953614,1.66231089390629767875e+03,2.90318963717980409455e+02,5.99996753723381417988e-02);
INSERT INTO "ratings" VALUES(2,2,'4dda04898d6b77e8',1794779953614,1.33768910609370232124e+03,2.90318963717980409455e+02,5.99996753723381417988e-02);
CREATE TABLE retired_names (
    look BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
    game_id  INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,        -- of the game it is about; of no use once the game has changed
    review   TEXT    NOT NULL,        -- as JSON
    made     INTEGER NOT NULL
) STRICT;
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
INSERT INTO "seats" VALUES(1,'N',NULL,NULL,3,NULL);
INSERT INTO "seats" VALUES(1,'S',1,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,'N',2,NULL,NULL,0);
INSERT INTO "seats" VALUES(2,'S',1,NULL,NULL,48);
INSERT INTO "seats" VALUES(3,'N',2,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(3,'S',1,NULL,NULL,NULL);
CREATE TABLE sessions (
    secret  BLOB    PRIMARY KEY,       -- the hash of the cookie
    visitor INTEGER NOT NULL REFERENCES "visitors" (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
, used INTEGER, client TEXT) STRICT, WITHOUT ROWID;
INSERT INTO "sessions" VALUES(X'0000000000000000000000000000000000000000000000000000000000000000',1,1794779953700,NULL,NULL);
CREATE TABLE "tables" (
    slug      TEXT    PRIMARY KEY,     -- the address
    question  TEXT    NOT NULL,        -- rules, switches and start, as in addresses
    host      INTEGER NOT NULL REFERENCES "visitors" (id), -- who set it
    host_side TEXT    NOT NULL CHECK (host_side IN ('S', 'N')),
    guest     INTEGER REFERENCES "visitors" (id),          -- who came to play
    level     INTEGER CHECK (level BETWEEN 1 AND 10),      -- or the engine
    invited   INTEGER REFERENCES "visitors" (id),          -- who alone may come to play
    rated     INTEGER NOT NULL,        -- whether its games are to count for ratings
    game_id   INTEGER UNIQUE REFERENCES games (id) ON DELETE CASCADE, -- null while a seat is empty
    next      TEXT,                    -- the table of the rematch
    created   INTEGER NOT NULL, clock TEXT, open INTEGER NOT NULL DEFAULT 0,
    CHECK (guest IS NULL OR level IS NULL)
) STRICT;
INSERT INTO "tables" VALUES('k7m2q9wz3x','?rules=kalah',1,'S',NULL,NULL,NULL,0,NULL,NULL,1794779953800,NULL,0);
CREATE TABLE tokens (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    secret    BLOB    NOT NULL UNIQUE, -- the hash of the token
    player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    label     TEXT    NOT NULL,        -- what it is for, in its owner's words
    created   INTEGER NOT NULL,
    used      INTEGER                  -- when it was last used, give or take a day
) STRICT;
CREATE TABLE "visitors" (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT    NOT NULL,        -- made up; a player goes by their own
    player_id INTEGER UNIQUE REFERENCES players (id) ON DELETE SET NULL,
    created   INTEGER NOT NULL
) STRICT;
INSERT INTO "visitors" VALUES(1,'Kola 512',NULL,1794779953700);
CREATE INDEX games_by_update ON games (updated, id);
CREATE INDEX games_by_rules ON games (fingerprint, finished, id);
CREATE INDEX seats_by_player ON seats (player_id, game_id);
CREATE INDEX ratings_by_player ON ratings (player_id, fingerprint, finished, game_id);
CREATE INDEX ratings_by_rules ON ratings (fingerprint, finished);
CREATE INDEX sessions_by_visitor ON sessions (visitor);
CREATE INDEX tokens_by_player ON tokens (player_id);
CREATE INDEX tables_by_host ON tables (host, created);
CREATE INDEX tables_by_guest ON tables (guest, created);
CREATE INDEX tables_by_invited ON tables (invited, created);
CREATE INDEX clocks_running ON clocks (since) WHERE since IS NOT NULL;
CREATE INDEX games_by_state ON games (finished IS NOT NULL, updated, id);
CREATE INDEX devices_by_player ON devices (player_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('players',2);
INSERT INTO "sqlite_sequence" VALUES('games',3);
INSERT INTO "sqlite_sequence" VALUES('visitors',1);
COMMIT;
