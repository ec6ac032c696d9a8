-- A random key of this installation, so that hashes kept here cannot be looked up elsewhere, and
-- room to try whether something can be written.
CREATE TABLE installation (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    key     BLOB    NOT NULL,
    scratch BLOB
) STRICT;

INSERT INTO installation VALUES (1, randomblob(32), NULL);
