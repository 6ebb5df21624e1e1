-- Commits stand in the order in which they came, whatever table they belong to, so that those of many tables share the pages
-- that they change. A commit has everything that it changes for every move with it; the row of its table changes seldom.

ALTER TABLE tables ADD COLUMN number BIGINT;
UPDATE tables SET number = numbered.number
    FROM (SELECT id, row_number() OVER (ORDER BY opened_at, id) AS number FROM tables) AS numbered
    WHERE numbered.id = tables.id;
CREATE UNIQUE INDEX tables_number ON tables (number);

CREATE TABLE commits (
    place INTEGER PRIMARY KEY,
    table_number BIGINT NOT NULL REFERENCES tables (number) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    next_due BIGINT,
    events TEXT NOT NULL,
    -- The command that led to it, so that none is carried out twice.
    player TEXT,
    command_id TEXT,
    reply TEXT
);

INSERT INTO commits (table_number, version, at, next_due, events, player, command_id, reply)
    SELECT number, batches.version, at, CASE WHEN batches.version = tables.version THEN next_due END, events,
           player, command_id, reply
    FROM batches
    JOIN tables ON tables.id = batches.table_id
    LEFT JOIN commands ON commands.table_id = batches.table_id AND commands.version = batches.version
    ORDER BY number, batches.version;

CREATE UNIQUE INDEX commits_version ON commits (table_number, version);
CREATE INDEX commits_command ON commits (table_number, command_id) WHERE command_id IS NOT NULL;

DROP TABLE batches;
DROP TABLE commands;
ALTER TABLE tables DROP COLUMN version;
ALTER TABLE tables DROP COLUMN changed_at;
-- Nothing is due before it; when exactly, the last commit says.
ALTER TABLE tables RENAME COLUMN next_due TO due_from;
