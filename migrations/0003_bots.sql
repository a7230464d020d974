-- Bots, and the tokens with which they come in.

-- A bot is a person for good: a new token for the same name is the same person.
CREATE TABLE bot (
    -- What the operator calls it.
    name   TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,
    person TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

-- The tokens that are good. A row is deleted when its token is revoked.
CREATE TABLE token (
    -- The SHA-256 of the token in hexadecimal digits; the token itself is kept nowhere.
    digest  TEXT    NOT NULL PRIMARY KEY,
    bot     TEXT    NOT NULL UNIQUE COLLATE NOCASE REFERENCES bot (name),
    -- In milliseconds since 1970.
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whether a player of a finished game was a bot: 0 or 1.
ALTER TABLE finished ADD COLUMN a_bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE finished ADD COLUMN b_bot INTEGER NOT NULL DEFAULT 0;
