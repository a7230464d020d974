-- The journal of every room. Never edited once merged: a change is another migration, and only adds.

-- One row for each room: who may write its journal, and how far it is.
CREATE TABLE room (
    id         TEXT    NOT NULL PRIMARY KEY,
    -- Counts how often the room was claimed. Only who holds the latest may append.
    epoch      INTEGER NOT NULL,
    -- The sequence number of the next record.
    head       INTEGER NOT NULL,
    -- open, playing or over
    phase      TEXT    NOT NULL,
    -- public or link
    visibility TEXT    NOT NULL,
    -- The person who opened it.
    opener     TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- The rooms to be woken when the server starts. Most rooms are over, and not in it.
CREATE INDEX room_awake ON room (id) WHERE phase <> 'over';

-- How many tables a person has open.
CREATE INDEX room_open ON room (opener) WHERE phase = 'open';

-- The records. `body` is the whole record as JSON with a format version inside; `at` repeats its moment in
-- milliseconds, for who looks on with SQL.
CREATE TABLE event (
    room TEXT    NOT NULL REFERENCES room (id),
    seq  INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    body TEXT    NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

-- What people are called.
CREATE TABLE person (
    id   TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
