-- A benchmark as it was when it was used. Its content is kept once per digest, compressed (gzip)
-- and in parts, so that an experiment outlives the file.
CREATE TABLE datasets (
    digest TEXT PRIMARY KEY,        -- SHA-256 of the file, in hexadecimal
    name TEXT NOT NULL,             -- as it was named when it was first used
    bytes BIGINT NOT NULL,          -- the length of the file
    questions BIGINT NOT NULL,
    info TEXT NOT NULL,             -- what the file says about itself, and its languages; JSON
    added TEXT NOT NULL             -- a date, as in 2026-11-18T04:20:00Z
);
CREATE TABLE dataset_parts (
    digest TEXT NOT NULL REFERENCES datasets (digest),
    part BIGINT NOT NULL,
    content BYTEA NOT NULL,
    PRIMARY KEY (digest, part)
);

CREATE TABLE experiments (
    id TEXT PRIMARY KEY,            -- the day and a running number: 202611180001
    iri TEXT NOT NULL,
    name TEXT,
    state TEXT NOT NULL,            -- asking, judging, finished, interrupted
    detail TEXT,                    -- why it was interrupted
    owner TEXT,                     -- who judges it
    created TEXT NOT NULL,
    finished TEXT,
    published TEXT,
    plan TEXT NOT NULL              -- what is run; JSON
);

-- A system of an experiment.
CREATE TABLE systems (
    experiment TEXT NOT NULL REFERENCES experiments (id),
    system BIGINT NOT NULL,         -- from 0 on
    name TEXT NOT NULL,
    descriptor TEXT NOT NULL,       -- JSON, without secrets
    PRIMARY KEY (experiment, system)
);

-- The questions of a dataset, put to a system in a language.
CREATE TABLE tasks (
    experiment TEXT NOT NULL,
    task BIGINT NOT NULL,           -- from 0 on
    dataset TEXT NOT NULL REFERENCES datasets (digest),
    dataset_name TEXT NOT NULL,
    language TEXT,                  -- none: every question in its own
    system BIGINT NOT NULL,
    questions BIGINT NOT NULL,      -- so many are put
    PRIMARY KEY (experiment, task),
    FOREIGN KEY (experiment, system) REFERENCES systems (experiment, system)
);

-- What was said about one question.
CREATE TABLE exchanges (
    experiment TEXT NOT NULL,
    task BIGINT NOT NULL,
    position BIGINT NOT NULL,       -- the place of the question in the dataset, from 0 on
    question TEXT NOT NULL,         -- its identifier
    language TEXT NOT NULL,         -- in which it was put
    text TEXT NOT NULL,             -- how it was put
    failure TEXT,                   -- the kind of failure, if the system failed
    millis DOUBLE PRECISION,        -- how long the system took
    size BIGINT NOT NULL,           -- the length of the response before compression
    response BYTEA NOT NULL,        -- the answers in the terms of the judge; JSON, zlib
    turns BYTEA,                    -- what was sent and what came back; JSON, zlib
    PRIMARY KEY (experiment, task, position),
    FOREIGN KEY (experiment, task) REFERENCES tasks (experiment, task)
);

-- Some questions of a task, to be put by one process.
CREATE TABLE batches (
    experiment TEXT NOT NULL,
    task BIGINT NOT NULL,
    first BIGINT NOT NULL,          -- positions first..last, without the last
    last BIGINT NOT NULL,
    done BIGINT NOT NULL,           -- 1 if all of them are stored
    owner TEXT,                     -- who puts them
    lease DOUBLE PRECISION,         -- until when, in seconds since 1970
    PRIMARY KEY (experiment, task, first),
    FOREIGN KEY (experiment, task) REFERENCES tasks (experiment, task)
);
CREATE INDEX open_batches ON batches (experiment, task, first) WHERE done = 0;

-- All tasks of an experiment judged, at first or again.
CREATE TABLE judgings (
    experiment TEXT NOT NULL REFERENCES experiments (id),
    judging BIGINT NOT NULL,        -- from 1 on
    date TEXT NOT NULL,
    document TEXT NOT NULL,         -- record, comparisons, caveat; JSON
    PRIMARY KEY (experiment, judging)
);

-- The judgement of a task under a rule set.
CREATE TABLE reports (
    experiment TEXT NOT NULL,
    judging BIGINT NOT NULL,
    report BIGINT NOT NULL,         -- from 0 on
    task BIGINT NOT NULL,
    rules TEXT NOT NULL,
    version TEXT NOT NULL,
    measure TEXT NOT NULL,          -- the place of the score that stands for the whole
    score DOUBLE PRECISION,
    document TEXT NOT NULL,         -- the report without its questions; JSON
    PRIMARY KEY (experiment, judging, report),
    FOREIGN KEY (experiment, judging) REFERENCES judgings (experiment, judging),
    FOREIGN KEY (experiment, task) REFERENCES tasks (experiment, task)
);

-- The outcome matrix: a cell each. Cells are written before the judging that they belong to; those
-- without one are left over from a judging that was interrupted.
CREATE TABLE outcomes (
    experiment TEXT NOT NULL,
    judging BIGINT NOT NULL,
    report BIGINT NOT NULL,
    number BIGINT NOT NULL,         -- in the order of the report, from 0 on
    question TEXT NOT NULL,
    language TEXT,
    kind TEXT NOT NULL,             -- QA, C2KB, P2KB, RE2KB, AT, AIT2KB
    status TEXT NOT NULL,
    gold TEXT NOT NULL,
    tp BIGINT NOT NULL,
    fp BIGINT NOT NULL,
    fn BIGINT NOT NULL,
    "precision" DOUBLE PRECISION NOT NULL,
    recall DOUBLE PRECISION NOT NULL,
    f1 DOUBLE PRECISION NOT NULL,
    rank BIGINT,
    ndcg DOUBLE PRECISION,
    confidence DOUBLE PRECISION,
    millis DOUBLE PRECISION,
    error TEXT,
    part TEXT,
    PRIMARY KEY (experiment, judging, report, number)
);
