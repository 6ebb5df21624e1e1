-- The daily puzzle. Days are written as 2026-11-15, in UTC.

-- A puzzle as it was when somebody first asked for it: another word list makes another one from then on only.
CREATE TABLE daily_puzzles (
    language TEXT NOT NULL,
    day TEXT NOT NULL,
    seed BIGINT NOT NULL,
    starting_word TEXT NOT NULL,
    tile_order TEXT NOT NULL,
    solution TEXT,
    PRIMARY KEY (language, day)
) WITHOUT ROWID;

CREATE TABLE daily_players (
    number INTEGER PRIMARY KEY,
    name TEXT,
    made_at BIGINT NOT NULL
);

CREATE TABLE daily_devices (
    token BLOB PRIMARY KEY NOT NULL,
    player BIGINT NOT NULL REFERENCES daily_players (number) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX daily_devices_player ON daily_devices (player);

CREATE TABLE daily_transfers (
    code BLOB PRIMARY KEY NOT NULL,
    player BIGINT NOT NULL REFERENCES daily_players (number) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
) WITHOUT ROWID;

-- One row a player and puzzle: its turns are lines of one text.
CREATE TABLE daily_attempts (
    player BIGINT NOT NULL REFERENCES daily_players (number) ON DELETE CASCADE,
    language TEXT NOT NULL,
    day TEXT NOT NULL,
    turns BIGINT NOT NULL,
    score BIGINT NOT NULL,
    deeds TEXT NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (player, language, day)
) WITHOUT ROWID;

CREATE INDEX daily_attempts_score ON daily_attempts (language, day, score DESC, finished_at)
    WHERE finished_at IS NOT NULL;
