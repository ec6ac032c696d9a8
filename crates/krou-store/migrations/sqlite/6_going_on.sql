-- The games going on, and the finished ones, each from the one changed last.
CREATE INDEX games_by_state ON games (finished IS NOT NULL, updated, id);
