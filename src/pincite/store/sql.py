"""Every statement that the store runs, by name."""

# ruff: noqa: S608 -- every part of a statement is a constant of this file; values are always bound

from __future__ import annotations

V1 = """
CREATE TABLE commits (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    number INTEGER NOT NULL
);
INSERT INTO commits VALUES (1, 0);

CREATE TABLE generations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seal TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('current', 'building', 'retired')),
    next_chunk INTEGER NOT NULL DEFAULT 0,
    canaries BLOB NOT NULL
);
CREATE UNIQUE INDEX one_current ON generations (state) WHERE state = 'current';
CREATE UNIQUE INDEX one_building ON generations (state) WHERE state = 'building';

CREATE TABLE counters (
    generation INTEGER NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (generation, name)
) WITHOUT ROWID;

CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    chunks INTEGER NOT NULL,
    dead INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    pieces BLOB NOT NULL
);
CREATE INDEX segments_of ON segments (generation);

CREATE TABLE posting_blocks (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    first_term TEXT NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (segment, first_term)
);

CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    first_chunk INTEGER,
    segment INTEGER REFERENCES segments (id),
    document_id TEXT NOT NULL,
    path TEXT NOT NULL,
    path_bytes BLOB NOT NULL,
    root TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'extracting', 'embedding', 'indexed', 'failed')),
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    date TEXT NOT NULL,
    date_source TEXT NOT NULL,
    tags TEXT NOT NULL,
    size INTEGER NOT NULL,
    source_sha256 TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    extractor TEXT NOT NULL,
    pipeline TEXT NOT NULL,
    characters INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    header_tokens INTEGER NOT NULL,
    over_window INTEGER NOT NULL,
    error_code TEXT NOT NULL,
    error TEXT NOT NULL,
    retryable INTEGER NOT NULL
);
CREATE UNIQUE INDEX indexed_path ON documents (generation, path_bytes) WHERE state = 'indexed';
CREATE UNIQUE INDEX pending_path ON documents (generation, path_bytes) WHERE state <> 'indexed';
CREATE INDEX documents_by_id ON documents (generation, document_id);
CREATE INDEX documents_by_source ON documents (generation, source_sha256);
CREATE INDEX documents_by_text ON documents (generation, text_sha256);
CREATE INDEX documents_by_segment ON documents (segment);

CREATE TABLE texts (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    body BLOB NOT NULL
);

CREATE TABLE chunks (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    spans BLOB NOT NULL,
    lengths BLOB NOT NULL,
    content_hashes BLOB NOT NULL,
    vectors BLOB NOT NULL,
    words BLOB NOT NULL,
    pieces BLOB NOT NULL
);

CREATE TABLE codes (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    code BLOB NOT NULL,
    UNIQUE (document, ordinal)
);
"""
"""Version 1. `spans` is int32 `(n, 4)`: start, end, tokens, header tokens; `lengths` int32 `(n,)`; `content_hashes` 16
bytes a chunk; `vectors` float32 `(n, d)`; `words` JSON in zlib: section, what stands before and after the content in
the embedded text, and the tail, of each chunk; `pieces` see `pincite.store.packed`."""

RECORD = (
    "document_id, path, path_bytes, root, name, state, type, title, date, date_source, tags, size, source_sha256, "
    "text_sha256, extractor, pipeline, characters, chunks, tokens, header_tokens, over_window, error_code, error, retryable"
)
"""The columns of a `DocumentRecord`, in the order of its fields."""

TABLES = "SELECT count(*) FROM sqlite_schema"
V2 = "ALTER TABLE chunks ADD COLUMN checksum BLOB NOT NULL DEFAULT x''"
"""Version 2. `checksum` is 16 bytes over the other columns and the codes of the document; empty where version 1 wrote it."""

V3 = "ALTER TABLE generations ADD COLUMN calibration TEXT NOT NULL DEFAULT ''"
"""Version 3. `calibration` is a `Calibration` as JSON, empty where the generation was not calibrated."""

COMMIT = "SELECT number FROM commits"
COMMIT_NEXT = "UPDATE commits SET number = number + 1"

GENERATION_ADD = "INSERT INTO generations (seal, state, canaries) VALUES (?, ?, ?) RETURNING id"
GENERATION_CANARIES = "SELECT canaries FROM generations WHERE state = 'current'"
GENERATION_IN_STATE = "SELECT id, seal FROM generations WHERE state = ?"
GENERATION_SEAL = "SELECT seal FROM generations WHERE id = ?"
GENERATION_CALIBRATION = "SELECT calibration FROM generations WHERE id = ?"
GENERATION_CALIBRATE = "UPDATE generations SET calibration = ? WHERE id = ?"
GENERATION_INHERIT = (
    "UPDATE generations SET calibration = (SELECT calibration FROM generations WHERE id = :old) "
    "WHERE id = :new AND seal = (SELECT seal FROM generations WHERE id = :old)"
)
GENERATION_SET_STATE = "UPDATE generations SET state = ? WHERE id = ?"
GENERATION_DELETE = "DELETE FROM generations WHERE id = ?"
GENERATION_NEXT_CHUNK = "SELECT next_chunk FROM generations WHERE id = ?"
GENERATION_TAKE_CHUNKS = "UPDATE generations SET next_chunk = next_chunk + ? WHERE id = ? RETURNING next_chunk"

COUNT = (
    "INSERT INTO counters VALUES (:generation, :name, :value) "
    "ON CONFLICT (generation, name) DO UPDATE SET value = value + excluded.value"
)
COUNTERS = "SELECT name, value FROM counters WHERE generation = ? ORDER BY name"
RECOUNT = (
    "SELECT count(*), total(chunks), total(characters), total(tokens), total(header_tokens), total(over_window) "
    "FROM documents WHERE generation = ? AND state = 'indexed'"
)
COUNT_STATES = "SELECT state, count(*) FROM documents WHERE generation = ? GROUP BY state"

DOCUMENT_ADD = (
    f"INSERT INTO documents (generation, first_chunk, segment, {RECORD}) "
    f"VALUES (?, ?, ?, {', '.join('?' * len(RECORD.split(', ')))}) RETURNING id"
)
DOCUMENTS = f"SELECT {RECORD} FROM documents WHERE generation = ? ORDER BY path_bytes, state <> 'indexed'"
DOCUMENT = f"SELECT {RECORD} FROM documents WHERE generation = ? AND document_id = ? ORDER BY state <> 'indexed'"
DOCUMENTS_AT_PATH = (
    f"SELECT {RECORD} FROM documents WHERE generation = ? AND path_bytes = ? ORDER BY state <> 'indexed'"
)
DOCUMENTS_BELOW = (
    f"SELECT {RECORD} FROM documents WHERE generation = :generation AND state = 'indexed' AND path_bytes > :first "
    f"AND path_bytes < :after UNION ALL SELECT {RECORD} FROM documents WHERE generation = :generation "
    "AND state <> 'indexed' AND path_bytes > :first AND path_bytes < :after ORDER BY path_bytes"
)
DOCUMENTS_OF_SOURCE = f"SELECT {RECORD} FROM documents WHERE generation = ? AND source_sha256 = ? AND state = 'indexed' ORDER BY path_bytes"
DOCUMENTS_OF_TEXT = (
    f"SELECT {RECORD} FROM documents WHERE generation = ? AND text_sha256 = ? AND state = 'indexed' ORDER BY path_bytes"
)
DOCUMENT_SET_STATE = (
    "UPDATE documents SET state = :state, error_code = :code, error = :message, retryable = :retryable "
    "WHERE generation = :generation AND document_id = :document_id AND state <> 'indexed'"
)
PENDING_DELETE_AT_PATH = "DELETE FROM documents WHERE generation = ? AND path_bytes = ? AND state <> 'indexed'"
PENDING_DELETE = "DELETE FROM documents WHERE generation = ? AND document_id = ? AND state <> 'indexed'"
PENDING = f"SELECT {RECORD} FROM documents WHERE generation = ? AND state <> 'indexed'"
INDEXED_AT_PATH = "SELECT id FROM documents WHERE generation = ? AND state = 'indexed' AND path_bytes = ?"
INDEXED_WITH_ID = "SELECT id FROM documents WHERE generation = ? AND state = 'indexed' AND document_id = ?"
INDEXED_FEW = "SELECT id FROM documents WHERE generation = ? LIMIT ?"
INDEXED_NOT_IN = (
    "SELECT id, document_id, path FROM documents AS mine WHERE generation = :generation AND state = 'indexed' AND NOT EXISTS "
    "(SELECT 1 FROM documents AS other WHERE other.generation = :other AND other.document_id = mine.document_id)"
)
DOCUMENT_FACTS = "SELECT segment, chunks, characters, tokens, header_tokens, over_window FROM documents WHERE id = ?"
DOCUMENT_DELETE = "DELETE FROM documents WHERE id = ?"
DOCUMENT_ROWID = "SELECT id FROM documents WHERE generation = ? AND document_id = ? AND state = 'indexed'"
DOCUMENTS_MOVE = "UPDATE documents SET segment = ? WHERE segment = ?"

TEXT_ADD = "INSERT INTO texts VALUES (?, ?)"
TEXT = "SELECT body FROM texts WHERE document = ?"

CHUNKS_ADD = "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
CHUNKS_PIECES = "SELECT pieces FROM chunks WHERE document = ?"
CHUNKS_WORDS = "SELECT words FROM chunks WHERE document = ?"
CHUNKS_NUMBERS = "SELECT spans, lengths, content_hashes, vectors FROM chunks WHERE document = ?"

CODE_ADD = "INSERT INTO codes VALUES (?, ?, ?)"
CODES = "SELECT code FROM codes WHERE document = ? ORDER BY ordinal"
CODE = "SELECT code FROM codes WHERE document = ? AND ordinal = ?"
NUMBERED_CODES = "SELECT ordinal, code FROM codes WHERE document = ?"

SEGMENT_ADD = "INSERT INTO segments (generation, chunks, pieces) VALUES (?, ?, ?) RETURNING id"
SEGMENTS = "SELECT id, revision, pieces FROM segments WHERE generation = ? ORDER BY id"
SEGMENT_SIZES = "SELECT id, chunks, dead FROM segments WHERE generation = ? ORDER BY id"
SEGMENT_SIZE = "SELECT chunks, dead FROM segments WHERE id = ?"
SEGMENT_PIECES = "SELECT pieces FROM segments WHERE id = ?"
SEGMENT_LOSE = "UPDATE segments SET dead = dead + ?, pieces = ? WHERE id = ?"
SEGMENT_PURGED = "UPDATE segments SET chunks = chunks - dead, dead = 0, revision = revision + 1 WHERE id = ?"
SEGMENT_DELETE = "DELETE FROM segments WHERE id = ?"
SEGMENT_LIVE = "SELECT first_chunk, chunks FROM documents WHERE segment = ? ORDER BY first_chunk"
BLOCK_ADD = "INSERT INTO posting_blocks (segment, first_term, body) VALUES (?, ?, ?)"
BLOCKS = "SELECT id, body FROM posting_blocks WHERE segment = ? ORDER BY first_term"
BLOCK_DIRECTORY = "SELECT first_term, id FROM posting_blocks WHERE segment = ? ORDER BY first_term"
BLOCK = "SELECT body FROM posting_blocks WHERE id = ?"
BLOCK_REPLACE = "UPDATE posting_blocks SET first_term = ?, body = ? WHERE id = ?"
BLOCK_DELETE = "DELETE FROM posting_blocks WHERE id = ?"

CONTENTS = (
    "SELECT document_id, text_sha256, pipeline FROM documents WHERE generation = ? AND state = 'indexed' "
    "ORDER BY document_id, id"
)
VIEW_DOCUMENTS = (
    "SELECT id, document_id, name, path, type, date, tags, first_chunk, chunks FROM documents "
    "WHERE generation = ? AND state = 'indexed' ORDER BY document_id, id"
)

ORPHANS = (
    "SELECT 'texts', count(*) FROM texts WHERE document NOT IN (SELECT id FROM documents WHERE state = 'indexed') UNION ALL "
    "SELECT 'chunks', count(*) FROM chunks WHERE document NOT IN (SELECT id FROM documents WHERE state = 'indexed') UNION ALL "
    "SELECT 'codes', count(*) FROM codes WHERE document NOT IN (SELECT id FROM documents WHERE state = 'indexed') UNION ALL "
    "SELECT 'segments', count(*) FROM segments WHERE id NOT IN "
    "(SELECT segment FROM documents WHERE segment IS NOT NULL)"
)
CHECK_DOCUMENTS = (
    "SELECT id, path, characters, chunks, tokens, header_tokens, over_window, text_sha256, source_sha256 FROM documents "
    "WHERE generation = ? AND state = 'indexed' ORDER BY id"
)
CHECK_DOCUMENT_PIECES = (
    "SELECT chunks.pieces FROM chunks JOIN documents ON documents.id = chunks.document WHERE documents.generation = ?"
)
CHECK_SEGMENT_PIECES = "SELECT pieces FROM segments WHERE generation = ?"
CHECK_SEGMENT_DOCUMENTS = "SELECT id, first_chunk FROM documents WHERE segment = ? ORDER BY id"
CHECK_PARTS = "SELECT spans, lengths, content_hashes, vectors, words, pieces, checksum FROM chunks WHERE document = ?"
CHECK_BLOCKS = "SELECT first_term, body FROM posting_blocks WHERE segment = ?"
CHECK_SEGMENTS = (
    "SELECT segments.id, segments.chunks, dead, total(documents.chunks) FROM segments LEFT JOIN documents "
    "ON documents.segment = segments.id WHERE segments.generation = ? GROUP BY segments.id"
)
CHECK_SPANS = "SELECT spans FROM chunks WHERE document = ?"
INTEGRITY = "PRAGMA integrity_check(20)"
FOREIGN_KEYS = "PRAGMA foreign_key_check"
