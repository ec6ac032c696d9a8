-- Who comes by on the web. The cookie that knows them is kept only as its hash.
CREATE TABLE visitors (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    secret    BLOB    NOT NULL UNIQUE, -- the hash of the cookie
    name      TEXT    NOT NULL,
    created   INTEGER NOT NULL
) STRICT;

-- Where games are played on the web: an address, and who sits there.
CREATE TABLE tables (
    slug      TEXT    PRIMARY KEY,     -- the address
    question  TEXT    NOT NULL,        -- rules, switches and start, as in addresses
    host      INTEGER NOT NULL REFERENCES visitors (id), -- who set it
    host_side TEXT    NOT NULL CHECK (host_side IN ('S', 'N')),
    guest     INTEGER REFERENCES visitors (id),          -- who came to play
    level     INTEGER CHECK (level BETWEEN 1 AND 10),    -- or the engine
    game_id   INTEGER UNIQUE REFERENCES games (id) ON DELETE CASCADE, -- null while a seat is empty
    next      TEXT,                    -- the table of the rematch
    created   INTEGER NOT NULL,
    CHECK (guest IS NULL OR level IS NULL)
) STRICT;

CREATE INDEX tables_by_host ON tables (host, created);
CREATE INDEX tables_by_guest ON tables (guest, created);
CREATE INDEX tables_by_game ON tables (game_id);
