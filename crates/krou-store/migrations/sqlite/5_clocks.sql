-- How much time the players of a table have, `5+3` or `3d`; null without a clock.
ALTER TABLE tables ADD COLUMN clock TEXT;
-- Whether the empty seat is offered to anybody in the lobby.
ALTER TABLE tables ADD COLUMN open INTEGER NOT NULL DEFAULT 0;

-- The clocks of games that are played with time.
CREATE TABLE clocks (
    game_id INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    control TEXT    NOT NULL,         -- `5+3`: minutes, and seconds more after each turn; `3d`: days a turn
    south   INTEGER NOT NULL,         -- the milliseconds left, as of `since`
    north   INTEGER NOT NULL,
    running TEXT    CHECK (running IN ('S', 'N')), -- whose clock runs; null when none does
    since   INTEGER,                  -- since when
    CHECK ((running IS NULL) = (since IS NULL))
) STRICT;

CREATE INDEX clocks_running ON clocks (since) WHERE since IS NOT NULL;

-- When the server was last known to run: one row. Time while it does not run is nobody's.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
