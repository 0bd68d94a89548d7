-- An experiment in which the organisers of a campaign ask the systems that joined, so that it can
-- be taken up again.
CREATE TABLE polls (
    campaign TEXT NOT NULL REFERENCES campaigns (name),
    experiment TEXT NOT NULL REFERENCES experiments (id),
    task TEXT NOT NULL,
    phase TEXT NOT NULL,            -- training, test
    taken BIGINT NOT NULL,          -- 1 if its answers are submissions
    PRIMARY KEY (campaign, experiment)
);
