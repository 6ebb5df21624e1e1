-- How late it was at a node when it last said that it is there. All nodes follow the furthest.
ALTER TABLE nodes ADD COLUMN time BIGINT NOT NULL DEFAULT 0;
