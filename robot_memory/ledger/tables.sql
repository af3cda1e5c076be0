-- The tables of observations.db. Each statement is run where its table is missing.

CREATE TABLE IF NOT EXISTS observations (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    ts           TEXT NOT NULL,      -- receipt time, UTC, ISO 8601 with microseconds
    kind         TEXT NOT NULL,      -- onset, present, end, note, resolve, mute, …
    summary      TEXT NOT NULL,      -- the sentence of the entry, or the note
    summary_en   TEXT,               -- the same in English, where summary is in another language
    tool_name    TEXT GENERATED ALWAYS AS (CASE detector WHEN '' THEN source ELSE detector END),
    detail_json  TEXT NOT NULL,      -- peak, repeats, …; the only column document 004 may change
    boot_id      TEXT NOT NULL,
    uptime       REAL NOT NULL,      -- seconds since that boot, suspend included
    trusted      INTEGER NOT NULL,   -- 0: ts is provisional (rules.md §4.2)
    source       TEXT NOT NULL,      -- detector, person, agent, claimed, peer
    key          TEXT,               -- JSON [detector, component, symptom(, place)]
    detector     TEXT NOT NULL,
    topic        TEXT NOT NULL,
    component    TEXT NOT NULL,
    severity     TEXT NOT NULL,      -- ok, warn, error, stale
    entry_id     TEXT NOT NULL,
    entry_type   TEXT NOT NULL,
    confidence   REAL NOT NULL,      -- first confidence of a new entry
    tags         TEXT NOT NULL,      -- JSON list
    context_json TEXT NOT NULL       -- operating conditions and readings, SI units
);
CREATE INDEX IF NOT EXISTS observations_by_entry ON observations (entry_id);
CREATE INDEX IF NOT EXISTS observations_by_boot ON observations (boot_id, ts);
CREATE INDEX IF NOT EXISTS observations_assisted ON observations (id)  -- document 004
    WHERE instr(detail_json, '"rollback_ref"') > 0;
CREATE INDEX IF NOT EXISTS observations_attempts ON observations (component, id)
    WHERE kind = 'attempt';
CREATE INDEX IF NOT EXISTS observations_versions ON observations (key, id)
    WHERE kind = 'version';
CREATE INDEX IF NOT EXISTS observations_outcomes ON observations (key, id)
    WHERE kind = 'outcome';
CREATE INDEX IF NOT EXISTS observations_limits ON observations (entry_id, id)
    WHERE kind = 'limit';
CREATE INDEX IF NOT EXISTS observations_repairs ON observations (component, id)
    WHERE kind = 'repaired';
CREATE INDEX IF NOT EXISTS observations_peers ON observations (component, id)
    WHERE kind = 'peer';
CREATE TABLE IF NOT EXISTS exposure (
    day      TEXT NOT NULL,          -- UTC
    variable TEXT NOT NULL,          -- what is counted: 'passes in map', 'distance', 'goals' …
    bin      TEXT NOT NULL,          -- where: a cell; of which action; else ''
    seconds  REAL NOT NULL,          -- how much: passes, metres, goals or tasks
    PRIMARY KEY (day, variable, bin)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS moments (
    ts          TEXT NOT NULL,       -- as in observations, and so are the next three
    boot_id     TEXT NOT NULL,
    uptime      REAL NOT NULL,
    trusted     INTEGER NOT NULL,
    seconds     REAL NOT NULL,       -- running time, up to then, that it stands for
    values_json TEXT NOT NULL        -- operating conditions by name: SI units, or names of modes
);
CREATE INDEX IF NOT EXISTS moments_by_time ON moments (ts);
CREATE TABLE IF NOT EXISTS baselines (
    signal TEXT PRIMARY KEY,         -- '/imu linear_acceleration.x frozen'
    state  TEXT NOT NULL             -- JSON: what its detector has learned to be normal
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS places (
    id         TEXT PRIMARY KEY,     -- the fourth part of its entry's key
    sort       TEXT NOT NULL,        -- key of its events, without a place
    frame      TEXT NOT NULL,        -- map, odom, wgs84 …
    x          REAL NOT NULL,        -- centre, metres; in wgs84 longitude and latitude, degrees
    y          REAL NOT NULL,
    sigma      REAL NOT NULL,        -- how sure the centre is, metres
    radius     REAL NOT NULL,        -- metres
    covariance TEXT NOT NULL,        -- JSON [xx, xy, yy] of its events, square metres
    events     INTEGER NOT NULL,
    hits       INTEGER NOT NULL,     -- passes of the robot with an event
    passes     INTEGER NOT NULL,     -- passes of the robot
    text       TEXT NOT NULL,        -- the entry's sentence, empty while there is none
    entry_id   TEXT NOT NULL,
    cleared    INTEGER NOT NULL      -- resolved, or proposed as such, and nothing happened since
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS place_events (
    row            INTEGER PRIMARY KEY,  -- of observations; of several events in one, the newest
    place          TEXT NOT NULL,
    x              REAL NOT NULL,
    y              REAL NOT NULL,
    sigma          REAL NOT NULL,
    session        TEXT NOT NULL,
    leg            INTEGER NOT NULL,     -- events of one leg are of one pass
    visits         INTEGER NOT NULL,     -- passes in that session, up to then
    way            REAL NOT NULL,        -- metres gone in that session, up to then
    weight         INTEGER NOT NULL,     -- events that it stands for
    earlier_hits   INTEGER NOT NULL,
    earlier_passes INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS place_events_by_place ON place_events (place);
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
