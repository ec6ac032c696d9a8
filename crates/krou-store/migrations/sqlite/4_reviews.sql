-- What the engine found looking back on a finished game, kept so that it is worked out once.
CREATE TABLE reviews (
    game_id  INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL,        -- of the game it is about; of no use once the game has changed
    review   TEXT    NOT NULL,        -- as JSON
    made     INTEGER NOT NULL
) STRICT;
