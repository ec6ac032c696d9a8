-- What the owner of an account sees of a session.
ALTER TABLE sessions ADD COLUMN used INTEGER;  -- when it was last used, give or take an hour
ALTER TABLE sessions ADD COLUMN client TEXT;   -- the kind of browser, in a few words

-- Browsers in which somebody has signed in to an account before. They stay known after signing out.
CREATE TABLE devices (
    secret    BLOB    NOT NULL,        -- the hash of the browser's cookie
    player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created   INTEGER NOT NULL,
    PRIMARY KEY (secret, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX devices_by_player ON devices (player_id);
