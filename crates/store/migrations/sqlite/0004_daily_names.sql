-- The names of the daily puzzle are unique: `daily_name_key` computes what they are compared by.
ALTER TABLE daily_players ADD COLUMN name_key TEXT;

-- Of players who have the same name already, the first one owns it. For names in ASCII this is the key that the program
-- computes; for others it may differ, and then the name is free for one more player.
UPDATE daily_players SET name_key = lower(name)
    WHERE number IN (SELECT min(number) FROM daily_players WHERE name IS NOT NULL GROUP BY lower(name));

CREATE UNIQUE INDEX daily_players_name_key ON daily_players (name_key);
