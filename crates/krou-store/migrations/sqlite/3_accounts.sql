-- Players who can sign in on the web.
CREATE TABLE accounts (
    player_id INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    look      TEXT    NOT NULL UNIQUE, -- what the name looks like: two names with one look cannot be told apart
    password  TEXT    NOT NULL,        -- its hash, with how it was made
    bot       INTEGER NOT NULL         -- whether a program plays
) STRICT;

-- The looks of the names of deleted accounts, hashed: nobody else is to bear them.
CREATE TABLE retired_names (
    look BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- A visitor can be known by several cookies now, and can be a player.
CREATE TABLE visitors_3 (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT    NOT NULL,        -- made up; a player goes by their own
    player_id INTEGER UNIQUE REFERENCES players (id) ON DELETE SET NULL,
    created   INTEGER NOT NULL
) STRICT;

INSERT INTO visitors_3 (id, name, created) SELECT id, name, created FROM visitors;

CREATE TABLE sessions (
    secret  BLOB    PRIMARY KEY,       -- the hash of the cookie
    visitor INTEGER NOT NULL REFERENCES visitors_3 (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO sessions (secret, visitor, created) SELECT secret, id, created FROM visitors;

CREATE INDEX sessions_by_visitor ON sessions (visitor);

-- What programs sign in with.
CREATE TABLE tokens (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    secret    BLOB    NOT NULL UNIQUE, -- the hash of the token
    player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    label     TEXT    NOT NULL,        -- what it is for, in its owner's words
    created   INTEGER NOT NULL,
    used      INTEGER                  -- when it was last used, give or take a day
) STRICT;

CREATE INDEX tokens_by_player ON tokens (player_id);

-- A table can be for rated games, and for one invited opponent.
CREATE TABLE tables_3 (
    slug      TEXT    PRIMARY KEY,     -- the address
    question  TEXT    NOT NULL,        -- rules, switches and start, as in addresses
    host      INTEGER NOT NULL REFERENCES visitors_3 (id), -- who set it
    host_side TEXT    NOT NULL CHECK (host_side IN ('S', 'N')),
    guest     INTEGER REFERENCES visitors_3 (id),          -- who came to play
    level     INTEGER CHECK (level BETWEEN 1 AND 10),      -- or the engine
    invited   INTEGER REFERENCES visitors_3 (id),          -- who alone may come to play
    rated     INTEGER NOT NULL,        -- whether its games are to count for ratings
    game_id   INTEGER UNIQUE REFERENCES games (id) ON DELETE CASCADE, -- null while a seat is empty
    next      TEXT,                    -- the table of the rematch
    created   INTEGER NOT NULL,
    CHECK (guest IS NULL OR level IS NULL)
) STRICT;

INSERT INTO tables_3 (slug, question, host, host_side, guest, level, rated, game_id, next, created)
    SELECT slug, question, host, host_side, guest, level, 0, game_id, next, created FROM tables;

DROP TABLE tables;
DROP TABLE visitors;
ALTER TABLE visitors_3 RENAME TO visitors;
ALTER TABLE tables_3 RENAME TO tables;

CREATE INDEX tables_by_host ON tables (host, created);
CREATE INDEX tables_by_guest ON tables (guest, created);
CREATE INDEX tables_by_invited ON tables (invited, created);
