-- A person's word against a verdict: what the gold of a question lacks, or should not have.
CREATE TABLE overrules (
    experiment TEXT NOT NULL REFERENCES experiments (id),
    number BIGINT NOT NULL,         -- from 1 on
    dataset TEXT NOT NULL REFERENCES datasets (digest),
    question TEXT NOT NULL,
    correction TEXT NOT NULL,       -- what is to be changed; JSON
    reason TEXT NOT NULL,
    person TEXT NOT NULL,           -- whose word it is
    made TEXT NOT NULL,
    PRIMARY KEY (experiment, number)
);
