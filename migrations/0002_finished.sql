-- Finished games in short, to be found again: by who played, preset, opening, result and date. Written in the transaction
-- that ends a game; the journal stays the truth.
CREATE TABLE finished (
    room       TEXT    NOT NULL PRIMARY KEY REFERENCES room (id),
    -- When the room was opened, in milliseconds since 1970.
    wall       INTEGER NOT NULL,
    -- public or link; the latter only its players find.
    visibility TEXT    NOT NULL,
    a          TEXT    NOT NULL,
    a_name     TEXT    NOT NULL,
    b          TEXT    NOT NULL,
    b_name     TEXT    NOT NULL,
    -- a or b; null if the game never began
    black      TEXT,
    preset     TEXT,
    opening    TEXT,
    -- win, draw, loss or void
    a_score    TEXT    NOT NULL,
    b_score    TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    moves      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX finished_wall ON finished (wall DESC, room);
CREATE INDEX finished_a ON finished (a, wall DESC);
CREATE INDEX finished_b ON finished (b, wall DESC);
CREATE INDEX finished_a_name ON finished (a_name COLLATE NOCASE, wall DESC);
CREATE INDEX finished_b_name ON finished (b_name COLLATE NOCASE, wall DESC);
CREATE INDEX finished_preset ON finished (preset, wall DESC);
CREATE INDEX finished_opening ON finished (opening, wall DESC);
