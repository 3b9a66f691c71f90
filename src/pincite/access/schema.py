"""The shape of `pincite.db`, version by version."""

V1 = """
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    base TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('add', 'retry', 'remove', 'reindex')),
    path TEXT NOT NULL,
    target BLOB NOT NULL,
    tags TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
    stage TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    code TEXT NOT NULL,
    reason TEXT NOT NULL,
    hint TEXT NOT NULL,
    retryable INTEGER NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    worker TEXT NOT NULL DEFAULT '',
    leased_until REAL NOT NULL DEFAULT 0,
    change INTEGER NOT NULL
);
CREATE UNIQUE INDEX one_at_work ON jobs (base, target) WHERE state = 'working';
CREATE UNIQUE INDEX one_waiting ON jobs (base, target, kind) WHERE state = 'waiting';
CREATE INDEX jobs_by_state ON jobs (state, base, number);
CREATE INDEX jobs_by_change ON jobs (base, change);
CREATE TABLE turns (base TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE changes (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL);
INSERT INTO changes VALUES (1, 0);
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    base TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    tags TEXT NOT NULL,
    created REAL NOT NULL
);
"""

V2 = """
CREATE TABLE users (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    admin INTEGER NOT NULL,
    created REAL NOT NULL
);
CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    label TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
    hash TEXT NOT NULL,
    created REAL NOT NULL,
    used REAL
) WITHOUT ROWID;
CREATE INDEX keys_by_user ON keys (user);
CREATE TABLE sessions (
    digest BLOB PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    created REAL NOT NULL,
    seen REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user);
CREATE TABLE roles (
    base TEXT NOT NULL,
    user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('reader', 'editor', 'owner')),
    PRIMARY KEY (base, user)
) WITHOUT ROWID;
CREATE INDEX roles_by_user ON roles (user);
CREATE TABLE changes_of_base (base TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO changes_of_base SELECT base, max(change) FROM jobs GROUP BY base;
"""

V3 = """
CREATE TABLE jobs_of_any_kind (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    base TEXT NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    target BLOB NOT NULL,
    tags TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
    stage TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    code TEXT NOT NULL,
    reason TEXT NOT NULL,
    hint TEXT NOT NULL,
    retryable INTEGER NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    worker TEXT NOT NULL DEFAULT '',
    leased_until REAL NOT NULL DEFAULT 0,
    change INTEGER NOT NULL,
    options TEXT NOT NULL DEFAULT '{}'
);
INSERT INTO jobs_of_any_kind SELECT *, '{}' FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_of_any_kind RENAME TO jobs;
CREATE UNIQUE INDEX one_at_work ON jobs (base, target) WHERE state = 'working';
CREATE UNIQUE INDEX one_waiting ON jobs (base, target, kind) WHERE state = 'waiting';
CREATE INDEX jobs_by_state ON jobs (state, base, number);
CREATE INDEX jobs_by_change ON jobs (base, change);
"""
"""Version 3. Jobs may measure: any kind, with `options` as JSON."""

MIGRATIONS = (V1, V2, V3)
"""Script number i leads from version i to version i + 1; published ones are never changed."""
