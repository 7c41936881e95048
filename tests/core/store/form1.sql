-- A database of form 1 with something in every table, frozen: it must open for ever.
CREATE TABLE experiments(
    id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, router TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE runs(
    id INTEGER PRIMARY KEY, experiment TEXT NOT NULL REFERENCES experiments(id) ON DELETE CASCADE, position INTEGER NOT NULL,
    started_ms INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE(experiment, position));
CREATE TABLE samples(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, position INTEGER NOT NULL, at_s REAL NOT NULL, throughput_bps REAL NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY(run, position)) WITHOUT ROWID;
CREATE TABLE changes(
    id INTEGER PRIMARY KEY, started_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, router TEXT NOT NULL, user TEXT NOT NULL, plan TEXT NOT NULL,
    title TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX changes_by_router ON changes(router, started_ms);
CREATE TABLE change_steps(
    change INTEGER NOT NULL REFERENCES changes(id) ON DELETE CASCADE, position INTEGER NOT NULL, at_ms INTEGER NOT NULL, command TEXT NOT NULL,
    inverse TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY(change, position)) WITHOUT ROWID;
CREATE TABLE notes(
    id INTEGER PRIMARY KEY, experiment TEXT NOT NULL REFERENCES experiments(id) ON DELETE CASCADE, at_ms INTEGER NOT NULL, text TEXT NOT NULL);
INSERT INTO experiments VALUES('7f3a00c2', 1796000000000, 'branch-hap', 'FastTrack on branch-hap', '{"id":"7f3a00c2","created_ms":1796000000000,"title":"FastTrack on branch-hap","question":"Does FastTrack help?","router":"branch-hap","board":"RBD52G-5HacD2HnD","version":"7.16","arrangement":"interleaved","primary":"throughput","plan":"add-fasttrack","change":["/ip firewall filter add chain=forward action=fasttrack-connection"],"inverse":[],"method":"","predicted":[],"note":""}');
INSERT INTO runs VALUES(1, '7f3a00c2', 0, 1796000001000, '{"side":"before","started_ms":1796000001000,"warmup_s":2.0,"config_sha256":"","generator_percent":null}');
INSERT INTO samples VALUES(1, 0, 1.0, 560000000.0, '{"t":1.0,"throughput_bps":560000000.0,"paths_bps":{"switch":0.0,"l3hw":0.0,"fastpath":0.0,"fasttrack":0.0,"slow":560000000.0},"unattributed_bps":0.0,"cpu_percent":[100.0,40.0],"rtt_ms":[[13.1,19],[48.0,1]]}');
INSERT INTO changes VALUES(1, 1796000002000, 1796000003000, 'branch-hap', 'admin', 'add-fasttrack', 'Add FastTrack', 'kept', '', '{}');
INSERT INTO change_steps VALUES(1, 0, 1796000002000, '/ip firewall filter add', '/ip firewall filter remove *5', 'ret=*5');
INSERT INTO notes VALUES(1, '7f3a00c2', 1796000004000, 'evening, two people at home');
PRAGMA application_id = 0x50534350;
PRAGMA user_version = 1;
