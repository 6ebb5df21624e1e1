-- Moments are milliseconds since 1970. Everything is keyed by the table first.

CREATE TABLE tables (
    id TEXT PRIMARY KEY NOT NULL,
    lobby TEXT NOT NULL,
    seed BYTEA NOT NULL,
    invite BYTEA NOT NULL,
    version BIGINT NOT NULL,
    standing TEXT NOT NULL,
    opened_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    next_due BIGINT
);

CREATE INDEX tables_due ON tables (next_due) WHERE next_due IS NOT NULL;
CREATE INDEX tables_waiting ON tables (opened_at) WHERE lobby = 'open' AND standing = 'waiting';

-- One row a commit.
CREATE TABLE batches (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
);

-- Commands that were carried out, so that none is carried out twice.
CREATE TABLE commands (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    player TEXT NOT NULL,
    command_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (table_id, player, command_id)
);

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    player TEXT NOT NULL,
    token BYTEA,
    name_key TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX seats_name ON seats (name_key);

-- Apart from the tables, because a code must be unique however those are divided.
CREATE TABLE codes (
    code TEXT PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    ended_at BIGINT
);

CREATE INDEX codes_ended ON codes (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE tickets (
    ticket BYTEA PRIMARY KEY NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX tickets_expiry ON tickets (expires_at);
