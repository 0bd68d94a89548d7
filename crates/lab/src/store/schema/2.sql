-- An evaluation campaign.
CREATE TABLE campaigns (
    name TEXT PRIMARY KEY,
    definition TEXT NOT NULL,       -- what its organisers say; JSON
    benchmarks TEXT NOT NULL,       -- the digests of its benchmarks by task and phase; JSON
    created TEXT NOT NULL,
    closed TEXT                     -- when its test phase was closed by hand
);

-- A system that is asked by the organisers.
CREATE TABLE participants (
    campaign TEXT NOT NULL REFERENCES campaigns (name),
    name TEXT NOT NULL,
    spec TEXT NOT NULL,             -- how it is asked, without secrets
    PRIMARY KEY (campaign, name)
);

-- What was handed in.
CREATE TABLE submissions (
    campaign TEXT NOT NULL REFERENCES campaigns (name),
    number BIGINT NOT NULL,         -- from 1 on
    task TEXT NOT NULL,
    phase TEXT NOT NULL,            -- training, test
    system TEXT NOT NULL,
    configuration TEXT,
    file TEXT,                      -- as it was called
    digest TEXT REFERENCES datasets (digest),
    experiment TEXT REFERENCES experiments (id), -- in which the system was asked
    received TEXT NOT NULL,
    reports TEXT NOT NULL,          -- by language, with every question; JSON
    PRIMARY KEY (campaign, number)
);
