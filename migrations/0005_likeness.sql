-- Which names look alike: each likeness is one person's, and so are the last few that the person had, because those still
-- stand at tables. What was chosen before this table is entered when the store is opened.
CREATE TABLE likeness (
    -- The order in which they were chosen.
    turn     INTEGER NOT NULL PRIMARY KEY,
    likeness TEXT    NOT NULL UNIQUE,
    person   TEXT    NOT NULL
) STRICT;

CREATE INDEX likeness_person ON likeness (person, turn);
