-- Finished games are looked for by one index whatever is asked: what is equal leads, then comes the order that is wanted,
-- then what else can be asked, so that a game that does not fit costs one entry and no row. What stood in 0002 for the
-- same purpose goes with it; an index holds nothing that is not in the table.

-- black, white or draw; null if the game never began or both lost.
ALTER TABLE finished ADD COLUMN winner TEXT;

UPDATE finished SET winner = CASE
    WHEN a_score = 'draw' AND b_score = 'draw' THEN 'draw'
    WHEN a_score = 'win' AND black = 'a' OR b_score = 'win' AND black = 'b' THEN 'black'
    WHEN a_score = 'win' AND black = 'b' OR b_score = 'win' AND black = 'a' THEN 'white'
END;

DROP INDEX finished_wall;
DROP INDEX finished_a;
DROP INDEX finished_b;
DROP INDEX finished_a_name;
DROP INDEX finished_b_name;
DROP INDEX finished_preset;
DROP INDEX finished_opening;

CREATE INDEX finished_told ON finished (visibility, wall DESC, room);
CREATE INDEX finished_winner ON finished (visibility, winner, wall DESC, room);
CREATE INDEX finished_preset ON finished (visibility, preset, wall DESC, room, winner);
CREATE INDEX finished_opening ON finished (visibility, opening, wall DESC, room, preset, winner);
CREATE INDEX finished_a ON finished (a, wall DESC, room, preset, opening, winner, a_name, b_name);
CREATE INDEX finished_b ON finished (b, wall DESC, room, preset, opening, winner, a_name, b_name);
CREATE INDEX finished_a_name ON finished (a_name COLLATE NOCASE, visibility, wall DESC, room, preset, opening, winner);
CREATE INDEX finished_b_name ON finished (b_name COLLATE NOCASE, visibility, wall DESC, room, preset, opening, winner);
