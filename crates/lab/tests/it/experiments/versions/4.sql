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

CREATE TABLE lydite_store (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO lydite_store VALUES ('version', '4');
INSERT INTO datasets VALUES ('ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02', 'three.json', 606, 3, '{"info":{"id":"numbers"},"languages":{"en":3}}', '2026-11-18T05:32:17Z');
INSERT INTO datasets VALUES ('8f29d2ec3cbc7cfc462df07a45d951652301b3813230808e338fdb29030e541f', 'hidden.json', 609, 3, '{"info":{"id":"numbers"},"languages":{"en":3}}', '2026-11-18T08:24:01Z');
INSERT INTO datasets VALUES ('cc6a00e4a42a83b2fb9c86b91ae5f8a9e2bab0059a50fd8cb3a7061ee266c2f3', 'handed-in.json', 421, 2, '{"info":{"id":"numbers"},"languages":{"en":2}}', '2026-11-18T08:24:15Z');
INSERT INTO dataset_parts VALUES ('ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02', 0, X'1f8b08000000000004ffaa564a492c492c4e2d51b252a856ca4c51b25250ca2bcd4d4a2d2a56aad551502a2c4d2d2ec9cccf2b56b252888629305042928148e424e6a59726a6a782f4a7e681e48b4b8a32f3d241fcf08cc41285cc620588b90a06f64ab5b13a0a4a8979c5e5206bc00667a42682ecae562a4b2c02dba594a7140b7240516a71694e0948a85a2929332f25332f1dc489ae56ca033bb9a4b2006c694e66496a51620ec8e6b2c49c52b09881526d6d2c08e9c0fd66085200f314c94e37a49bd30133c474ba11454e37a29bd38d604e8fad0500c1454c2a5e020000');
INSERT INTO dataset_parts VALUES ('8f29d2ec3cbc7cfc462df07a45d951652301b3813230808e338fdb29030e541f', 0, X'1f8b08000000000004ffaa564a492c492c4e2d51b252a856ca4c51b25250ca2bcd4d4a2d2a56aad551502a2c4d2d2ec9cccf2b56b252888629303450429282c8e424e6a59726a6a7820c48cd03c917971465e6a583f8e11989250a99c50a1083150cec956a6375149412f38acb41f6804dce484d04595ead54965804b64c294f2916e482a2d4e2d29c129050b55252665e4a665e3a88135dad94077673496501d8d29ccc92d4a2c41c90cd658939a5603103a5dada5810d2817bced010a402e62d92dd6e4837b7036688c5ed4614b9dd886e6e3782b93db61600a081360561020000');
INSERT INTO dataset_parts VALUES ('cc6a00e4a42a83b2fb9c86b91ae5f8a9e2bab0059a50fd8cb3a7061ee266c2f3', 0, X'1f8b08000000000004ffaa564a492c492c4e2d51b252a856ca4c51b25250ca2bcd4d4a2d2a56aad551502a2c4d2d2ec9cccf2b56b252888629303454429282c8e424e6a59726a6a7820c48cd03c917971465e6a583f8e11989250a99c50a1083150ced956a6375149412f38acb41f6804dce484d04595ead54965804b64c294f2916e402c08a528b4b734a4042d54a499979299979e9204e74b5521ed8cd259505604b73324b528b127340369725e69482c50c956a6b63414807ee394323900a98b74876bb11fddd1e5b0b008b9203d2a5010000');
INSERT INTO experiments VALUES ('202611180001', 'urn:lydite:experiment:202611180001', 'kept', 'finished', NULL, NULL, '2026-11-18T05:32:17Z', '2026-11-18T05:32:17Z', NULL, '{"name":"kept","datasets":[{"name":"three.json","digest":"ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02"}],"systems":[{"name":"mine","kind":"file","spec":"file:two.json","digest":"8f53af4a77d5b4560d82181bf59697c55a910b2f75bc6ed4b5de3bf0c7b6b3fd"}],"keywords":false,"rules":[{"name":"lydite","version":"2"}],"experiments":["QA"],"query_seconds":0,"seed":1,"command":["lydite","run","--dataset","three.json","--system","mine=file:two.json","--name","kept","--experiment","QA"]}');
INSERT INTO systems VALUES ('202611180001', 0, 'mine', '{"name":"mine","kind":"file","spec":"file:two.json","digest":"8f53af4a77d5b4560d82181bf59697c55a910b2f75bc6ed4b5de3bf0c7b6b3fd"}');
INSERT INTO tasks VALUES ('202611180001', 0, 'ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02', 'three.json', NULL, 0, 3);
INSERT INTO exchanges VALUES ('202611180001', 0, 0, '0', 'en', 'What is number 0?', NULL, NULL, 182, X'7801ab562a4a2d2ec8cf2b4e55b2aa562a2c4d2d2ec9cccf53b2523250d251ca49cc4b2f4d4c4f55b2524acd53d2512a49ad282956b28aaec690292e29cacc4b57b2520acf482c51c82c56c82bcd4d4a2d5230b057aa8dd5514acc2b2e4f2d2a06595192989403b62b393fa734370f649c529e52ac8e52517e3988135dad54525900b23227b324b52831474947a92c31a7142462a0541b1b5b5b5b5b0b00a7e53c9a', NULL);
INSERT INTO exchanges VALUES ('202611180001', 0, 1, '1', 'en', 'What is number 1?', NULL, NULL, 182, X'7801ab562a4a2d2ec8cf2b4e55b2aa562a2c4d2d2ec9cccf53b2523254d251ca49cc4b2f4d4c4f55b2524acd53d2512a49ad282956b28aaec690292e29cacc4b57b2520acf482c51c82c56c82bcd4d4a2d5230b457aa8dd5514acc2b2e4f2d2a06595192989403b62b393fa734370f649c529e52ac8e52517e3988135dad54525900b23227b324b52831474947a92c31a7142462a8541b1b5b5b5b5b0b00a8e23c9d', NULL);
INSERT INTO exchanges VALUES ('202611180001', 0, 2, '2', 'en', 'What is number 2?', NULL, NULL, 182, X'7801ab562a4a2d2ec8cf2b4e55b2aa562a2c4d2d2ec9cccf53b2523252d251ca49cc4b2f4d4c4f55b2524acd53d2512a49ad282956b28aaec690292e29cacc4b57b2520acf482c51c82c56c82bcd4d4a2d5230b257aa8dd5514acc2b2e4f2d2a06595192989403b62b393fa734370f649c529e52ac8e52517e3988135dad54525900b23227b324b52831474947a92c31a7142462ac541b1b5b5b5b5b0b00a9e83ca1', NULL);
INSERT INTO batches VALUES ('202611180001', 0, 0, 3, 1, NULL, NULL);
INSERT INTO judgings VALUES ('202611180001', 1, '2026-11-18T05:32:17Z', '{"record":{"version":"0.1.0","date":"2026-11-18T05:32:17Z","command":["lydite","run","--dataset","three.json","--system","mine=file:two.json","--name","kept","--experiment","QA"],"seed":1,"rules":[{"name":"lydite","version":"2"}],"files":[{"role":"gold","name":"three.json","sha256":"ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02"},{"role":"answers","name":"experiment 202611180001, task 0","system":"mine"}],"experiment":{"id":"202611180001","iri":"urn:lydite:experiment:202611180001","judging":1}}}');
INSERT INTO reports VALUES ('202611180001', 1, 0, 0, 'lydite', '2', 'macro.f1', 0.6666666666666666, '{"rules":{"name":"lydite","version":"2"},"dataset":{"id":"numbers","questions":3},"system":"mine","language":null,"headline":["macro.precision","macro.recall","macro.f1"],"experiments":{"QA":{"micro":{"precision":0.6666666666666666,"recall":0.6666666666666666,"f1":0.6666666666666666},"macro":{"precision":0.6666666666666666,"recall":0.6666666666666666,"f1":0.6666666666666666},"macro_f1_qald":0.6666666666666666,"exact_match":0.6666666666666666,"hits_at_1":null,"mrr":null,"errors":0,"mean_millis":null,"n":3,"answered":3,"empty":0,"missing":0,"empty_gold":{"n":0,"correct":null,"answered":0,"empty":0,"missing":0},"intervals":{"micro":{"precision":[0.20765960080204765,0.9385080552796037],"recall":[0.20765960080204765,0.9385080552796037],"f1":[0.20765960080204765,0.9385080552796037]},"macro":{"precision":[0.20765960080204765,0.9385080552796037],"recall":[0.20765960080204765,0.9385080552796037],"f1":[0.20765960080204765,0.9385080552796037]},"macro_f1_qald":[0.20765960080204765,0.9385080552796037],"exact_match":[0.20765960080204765,0.9385080552796037]}}},"figures":[{"experiment":"QA","path":"micro.precision","measure":"micro_precision","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"micro.recall","measure":"micro_recall","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"micro.f1","measure":"micro_f1","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"macro.precision","measure":"macro_precision","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"macro.recall","measure":"macro_recall","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"macro.f1","measure":"macro_f1","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"macro_f1_qald","measure":"macro_f1_qald","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"exact_match","measure":"exact_match","unit":"share","value":0.6666666666666666,"n":3,"interval":[0.20765960080204765,0.9385080552796037]},{"experiment":"QA","path":"hits_at_1","measure":"hits_at_1","unit":"share","value":null,"n":0},{"experiment":"QA","path":"mrr","measure":"mrr","unit":"share","value":null,"n":0},{"experiment":"QA","path":"errors","measure":"errors","unit":"count","value":0.0,"n":3},{"experiment":"QA","path":"mean_millis","measure":"mean_millis","unit":"millis","value":null,"n":0},{"experiment":"QA","path":"n","measure":"n","unit":"count","value":3.0,"n":3},{"experiment":"QA","path":"answered","measure":"answered","unit":"count","value":3.0,"n":3},{"experiment":"QA","path":"empty","measure":"empty","unit":"count","value":0.0,"n":3},{"experiment":"QA","path":"missing","measure":"missing","unit":"count","value":0.0,"n":3},{"experiment":"QA","path":"empty_gold.n","measure":"n","unit":"count","value":0.0,"n":0},{"experiment":"QA","path":"empty_gold.correct","measure":"exact_match","unit":"share","value":null,"n":0},{"experiment":"QA","path":"empty_gold.answered","measure":"answered","unit":"count","value":0.0,"n":0},{"experiment":"QA","path":"empty_gold.empty","measure":"empty","unit":"count","value":0.0,"n":0},{"experiment":"QA","path":"empty_gold.missing","measure":"missing","unit":"count","value":0.0,"n":0}],"questions":[],"damage":{"gold":[],"answers":[]},"remarks":[]}');
INSERT INTO outcomes VALUES ('202611180001', 1, 0, 0, '0', NULL, 'QA', 'answered', 'answerable', 1, 0, 0, 1.0, 1.0, 1.0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outcomes VALUES ('202611180001', 1, 0, 1, '1', NULL, 'QA', 'answered', 'answerable', 1, 0, 0, 1.0, 1.0, 1.0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO outcomes VALUES ('202611180001', 1, 0, 2, '2', NULL, 'QA', 'answered', 'answerable', 0, 1, 1, 0.0, 0.0, 0.0, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO campaigns VALUES ('kept-2026', '{"name":"kept-2026","title":"A campaign that is kept","phase":[{"kind":"training","begin":"2026-01-01"},{"kind":"test","begin":"2026-05-01"}],"task":[{"name":"numbers","training":"three.json","test":"hidden.json","rules":"lydite"}]}', '{"numbers/test":"8f29d2ec3cbc7cfc462df07a45d951652301b3813230808e338fdb29030e541f","numbers/training":"ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02"}', '2026-11-18T08:24:00.984606145Z', NULL);
INSERT INTO participants VALUES ('kept-2026', 'polled', 'file:handed-in.json');
INSERT INTO submissions VALUES ('kept-2026', 1, 'numbers', 'test', 'someone', 'model 7', 'handed-in.json', 'cc6a00e4a42a83b2fb9c86b91ae5f8a9e2bab0059a50fd8cb3a7061ee266c2f3', NULL, '2026-11-18T08:24:15.412574728Z', '[{"language":null,"report":{"rules":{"name":"lydite","version":"2"},"dataset":{"id":"numbers","questions":3},"system":"someone","language":null,"headline":["macro.precision","macro.recall","macro.f1"],"experiments":{"QA":{"micro":{"precision":0.5,"recall":0.3333333333333333,"f1":0.4},"macro":{"precision":0.3333333333333333,"recall":0.3333333333333333,"f1":0.3333333333333333},"macro_f1_qald":0.4444444444444444,"exact_match":0.3333333333333333,"hits_at_1":null,"mrr":null,"errors":0,"mean_millis":null,"n":3,"answered":2,"empty":0,"missing":1,"empty_gold":{"n":0,"correct":null,"answered":0,"empty":0,"missing":0},"intervals":{"micro":{"precision":[0.08448434383136677,0.9155156561686333],"recall":[0.06100239225642701,0.7937378793490644],"f1":[0.07890093002339732,0.838409917215204]},"macro":{"precision":[0.06100239225642701,0.7937378793490644],"recall":[0.06100239225642701,0.7937378793490644],"f1":[0.06100239225642701,0.7937378793490644]},"macro_f1_qald":[0.09838632799989483,0.8543329153810977],"exact_match":[0.06100239225642701,0.7937378793490644]}}},"figures":[{"experiment":"QA","path":"micro.precision","measure":"micro_precision","unit":"share","value":0.5,"n":3,"interval":[0.08448434383136677,0.9155156561686333]},{"experiment":"QA","path":"micro.recall","measure":"micro_recall","unit":"share","value":0.3333333333333333,"n":3,"interval":[0.06100239225642701,0.7937378793490644]},{"experiment":"QA","path":"micro.f1","measure":"micro_f1","unit":"share","value":0.4,"n":3,"interval":[0.07890093002339732,0.838409917215204]},{"experiment":"QA","path":"macro.precision","measure":"macro_precision","unit":"share","value":0.3333333333333333,"n":3,"interval":[0.06100239225642701,0.7937378793490644]},{"experiment":"QA","path":"macro.recall","measure":"macro_recall","unit":"share","value":0.3333333333333333,"n":3,"interval":[0.06100239225642701,0.7937378793490644]},{"experiment":"QA","path":"macro.f1","measure":"macro_f1","unit":"share","value":0.3333333333333333,"n":3,"interval":[0.06100239225642701,0.7937378793490644]},{"experiment":"QA","path":"macro_f1_qald","measure":"macro_f1_qald","unit":"share","value":0.4444444444444444,"n":3,"interval":[0.09838632799989483,0.8543329153810977]},{"experiment":"QA","path":"exact_match","measure":"exact_match","unit":"share","value":0.3333333333333333,"n":3,"interval":[0.06100239225642701,0.7937378793490644]},{"experiment":"QA","path":"hits_at_1","measure":"hits_at_1","unit":"share","value":null,"n":0},{"experiment":"QA","path":"mrr","measure":"mrr","unit":"share","value":null,"n":0},{"experiment":"QA","path":"errors","measure":"errors","unit":"count","value":0.0,"n":3},{"experiment":"QA","path":"mean_millis","measure":"mean_millis","unit":"millis","value":null,"n":0},{"experiment":"QA","path":"n","measure":"n","unit":"count","value":3.0,"n":3},{"experiment":"QA","path":"answered","measure":"answered","unit":"count","value":2.0,"n":3},{"experiment":"QA","path":"empty","measure":"empty","unit":"count","value":0.0,"n":3},{"experiment":"QA","path":"missing","measure":"missing","unit":"count","value":1.0,"n":3},{"experiment":"QA","path":"empty_gold.n","measure":"n","unit":"count","value":0.0,"n":0},{"experiment":"QA","path":"empty_gold.correct","measure":"exact_match","unit":"share","value":null,"n":0},{"experiment":"QA","path":"empty_gold.answered","measure":"answered","unit":"count","value":0.0,"n":0},{"experiment":"QA","path":"empty_gold.empty","measure":"empty","unit":"count","value":0.0,"n":0},{"experiment":"QA","path":"empty_gold.missing","measure":"missing","unit":"count","value":0.0,"n":0}],"questions":[{"id":"10","experiment":"QA","status":"missing","tp":0,"fp":0,"fn":1,"precision":0.0,"recall":0.0,"f1":0.0},{"id":"11","experiment":"QA","status":"answered","tp":1,"fp":0,"fn":0,"precision":1.0,"recall":1.0,"f1":1.0},{"id":"12","experiment":"QA","status":"answered","tp":0,"fp":1,"fn":1,"precision":0.0,"recall":0.0,"f1":0.0}],"damage":{"gold":[],"answers":[]},"remarks":[]}}]');
INSERT INTO polls VALUES ('kept-2026', '202611180001', 'numbers', 'training', 1);
INSERT INTO overrules VALUES ('202611180001', 1, 'ce0653c1e31aefb9b41b8b752882e1f75b7190b87bb2d83f491b1b04994eec02', '2', '{}', 'the gold is wrong', 'someone', '2026-11-18T09:00:00Z');
