-- Competitions, each a journal as a room is. What the list of them says stands beside it, and is written with each record.
CREATE TABLE competition (
    id        TEXT    NOT NULL PRIMARY KEY,
    organiser TEXT    NOT NULL,
    title     TEXT    NOT NULL,
    -- Boards of a team match; 0 if people compete.
    boards    INTEGER NOT NULL,
    entrants  INTEGER NOT NULL,
    rounds    INTEGER NOT NULL,
    -- 1 until the chief has ended it.
    open      INTEGER NOT NULL,
    -- In milliseconds since 1970: when it was founded, and when something last happened.
    founded   INTEGER NOT NULL,
    changed   INTEGER NOT NULL,
    -- How many records there are.
    head      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX competition_changed ON competition (changed DESC);
CREATE INDEX competition_organiser ON competition (organiser, open);

CREATE TABLE competition_event (
    competition TEXT    NOT NULL REFERENCES competition (id),
    seq         INTEGER NOT NULL,
    body        TEXT    NOT NULL,
    PRIMARY KEY (competition, seq)
) STRICT, WITHOUT ROWID;
