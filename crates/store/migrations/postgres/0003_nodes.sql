-- What several nodes share besides the tables. It is worth nothing after a crash of the server, so it is not logged.

CREATE UNLOGGED TABLE nodes (
    id TEXT PRIMARY KEY NOT NULL,
    until BIGINT NOT NULL
);

-- At which node the player of a seat is; at none if it is null.
CREATE UNLOGGED TABLE presence (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    node TEXT,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX presence_node ON presence (node) WHERE node IS NOT NULL;

-- What nodes tell each other about a table. The number is the moment, or the next one that is free.
CREATE UNLOGGED TABLE notes (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    node TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE INDEX notes_number ON notes (number);

-- Until when a node has a table to which time does something.
ALTER TABLE tables ADD COLUMN claimed_until BIGINT NOT NULL DEFAULT 0;
