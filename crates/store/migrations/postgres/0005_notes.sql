-- The number of the last note about a table, which outlives the notes. Those that are there count.
ALTER TABLE tables ADD COLUMN last_note BIGINT NOT NULL DEFAULT 0;
UPDATE tables SET last_note = noted.number
    FROM (SELECT table_id, MAX(number) AS number FROM notes GROUP BY table_id) AS noted WHERE noted.table_id = tables.id;
