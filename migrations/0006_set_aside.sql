-- What stood in a journal that could be read no further, kept for who can make something of it. The journal goes on in its
-- place with a record that says so; `epoch` is the one in which that was written.
CREATE TABLE set_aside (
    room  TEXT    NOT NULL REFERENCES room (id),
    epoch INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    body  TEXT    NOT NULL,
    PRIMARY KEY (room, epoch, seq)
) STRICT, WITHOUT ROWID;
