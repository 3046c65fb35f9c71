-- A store as version 1 of the schema wrote it: two of the four games of the match "cup", and a game
-- that was lost by a fault.
PRAGMA application_id = 1399877241;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE games (
    number INTEGER PRIMARY KEY,       -- in the order in which games were kept
    id TEXT NOT NULL UNIQUE,          -- the game's key: a hash of its job
    event TEXT NOT NULL,              -- the match or tournament
    round INTEGER NOT NULL,           -- stage of a knockout, else 0
    pair INTEGER NOT NULL,            -- games of a pairing with the same number share an opening
    game TEXT NOT NULL,               -- hex
    position TEXT NOT NULL,           -- the starting position
    opening TEXT NOT NULL,            -- moves played for the players, JSON array
    first TEXT NOT NULL,              -- who moved first
    second TEXT NOT NULL,             -- who moved second
    players TEXT NOT NULL,            -- everybody in order of the first turn, JSON array
    reward_first REAL NOT NULL,       -- what the first player got: 1 won, 0 lost, 0.5 drawn
    rewards TEXT NOT NULL,            -- what everybody got, JSON array
    winner TEXT,                      -- who won; NULL for a draw
    ending TEXT NOT NULL,             -- rules, resignation, fault, move-cap
    fault_seat INTEGER,               -- whose fault ended the game: a place in players, from 0
    fault_player TEXT,                -- the same by name
    fault_kind TEXT,                  -- start, crash, hang, time, illegal, garbled, refused
    fault_problem TEXT,               -- what happened, in one sentence
    fault_transcript TEXT,            -- what was said to and by the program
    plies INTEGER NOT NULL,           -- moves from the starting position on
    moves TEXT NOT NULL,              -- the record, JSON array of objects
    thinking TEXT NOT NULL,           -- seconds that everybody thought, JSON array
    versions TEXT NOT NULL,           -- what played, as it said itself, JSON array
    machine TEXT NOT NULL,            -- where it was played
    started INTEGER NOT NULL,         -- milliseconds since 1970
    wall REAL NOT NULL,               -- seconds that the game took
    seed INTEGER NOT NULL,            -- where its dice came from
    job TEXT NOT NULL                 -- all that it takes to play the game again, JSON
) STRICT;
INSERT INTO "games" VALUES(1,'962d9a749644e18a70affc3923758f67','cup',0,0,'hex','hex 4x4','[]','A','B','["A","B"]',0.0,'[0.0,1.0]','B','rules',NULL,NULL,NULL,NULL,NULL,12,'[{"side":"black","move":"d2","seat":0,"micros":2777,"win_rate":0.2,"playouts":20},{"side":"white","move":"a1","seat":1,"micros":72,"win_rate":0.65,"playouts":20},{"side":"black","move":"c1","seat":0,"micros":87,"win_rate":0.45,"playouts":20},{"side":"white","move":"b3","seat":1,"micros":67,"win_rate":0.4,"playouts":20},{"side":"black","move":"b1","seat":0,"micros":44,"win_rate":0.55,"playouts":20},{"side":"white","move":"c2","seat":1,"micros":57,"win_rate":0.65,"playouts":20},{"side":"black","move":"b4","seat":0,"micros":62,"win_rate":0.25,"playouts":20},{"side":"white","move":"a3","seat":1,"micros":79,"win_rate":0.65,"playouts":20},{"side":"black","move":"d1","seat":0,"micros":49,"win_rate":0.5,"playouts":20},{"side":"white","move":"c3","seat":1,"micros":58,"win_rate":0.45,"playouts":20},{"side":"black","move":"a2","seat":0,"micros":62,"win_rate":0.2,"playouts":20},{"side":"white","move":"d3","seat":1,"micros":30,"win_rate":1.0,"playouts":1}]','[0.003081,0.000363]','["hex/uct 0.1.0","hex/uct 0.1.0"]','here',1794966306773,0.004087,8566571303877891,'{"event":"cup","round":0,"pair":0,"game":"hex","position":"hex 4x4","opening":[],"seats":[{"name":"A","program":{"preset":{"name":"hex/uct"}},"threads":1,"control":{"playouts":20}},{"name":"B","program":{"preset":{"name":"hex/uct"}},"threads":1,"control":{"playouts":20}}],"bounds":{"move-cap":0,"grace":0.1,"patience":30.0},"seed":8566571303877891}');
INSERT INTO "games" VALUES(2,'1f6c8099aa3ed14d0caf1c25aacd3e58','cup',0,0,'hex','hex 4x4','[]','B','A','["B","A"]',1.0,'[1.0,0.0]','B','rules',NULL,NULL,NULL,NULL,NULL,9,'[{"side":"black","move":"b2","seat":0,"micros":100,"win_rate":0.55,"playouts":20},{"side":"white","move":"c1","seat":1,"micros":51,"win_rate":0.5,"playouts":20},{"side":"black","move":"c2","seat":0,"micros":61,"win_rate":0.4,"playouts":20},{"side":"white","move":"a4","seat":1,"micros":65,"win_rate":0.4,"playouts":20},{"side":"black","move":"d1","seat":0,"micros":46,"win_rate":0.45,"playouts":20},{"side":"white","move":"d3","seat":1,"micros":57,"win_rate":0.45,"playouts":20},{"side":"black","move":"c3","seat":0,"micros":63,"win_rate":0.55,"playouts":20},{"side":"white","move":"b4","seat":1,"micros":44,"win_rate":0.2,"playouts":20},{"side":"black","move":"c4","seat":0,"micros":48,"win_rate":1.0,"playouts":4}]','[0.000318,0.000217]','["hex/uct 0.1.0","hex/uct 0.1.0"]','here',1794966306777,0.000865,3715021174198356,'{"event":"cup","round":0,"pair":0,"game":"hex","position":"hex 4x4","opening":[],"seats":[{"name":"B","program":{"preset":{"name":"hex/uct"}},"threads":1,"control":{"playouts":20}},{"name":"A","program":{"preset":{"name":"hex/uct"}},"threads":1,"control":{"playouts":20}}],"bounds":{"move-cap":0,"grace":0.1,"patience":30.0},"seed":3715021174198356}');
INSERT INTO "games" VALUES(5,'f3d994a8baec115aa79f5821c7a348ec','other',0,0,'hex','hex 4x4','["a1","b2"]','A','B','["A","B"]',0.0,'[0.0,1.0]','B','fault',0,'A','crash','it''s gone','> genmove black
',12,'[{"side":"black","move":"d2","seat":0,"micros":2777,"win_rate":0.2,"playouts":20},{"side":"white","move":"a1","seat":1,"micros":72,"win_rate":0.65,"playouts":20},{"side":"black","move":"c1","seat":0,"micros":87,"win_rate":0.45,"playouts":20},{"side":"white","move":"b3","seat":1,"micros":67,"win_rate":0.4,"playouts":20},{"side":"black","move":"b1","seat":0,"micros":44,"win_rate":0.55,"playouts":20},{"side":"white","move":"c2","seat":1,"micros":57,"win_rate":0.65,"playouts":20},{"side":"black","move":"b4","seat":0,"micros":62,"win_rate":0.25,"playouts":20},{"side":"white","move":"a3","seat":1,"micros":79,"win_rate":0.65,"playouts":20},{"side":"black","move":"d1","seat":0,"micros":49,"win_rate":0.5,"playouts":20},{"side":"white","move":"c3","seat":1,"micros":58,"win_rate":0.45,"playouts":20},{"side":"black","move":"a2","seat":0,"micros":62,"win_rate":0.2,"playouts":20},{"side":"white","move":"d3","seat":1,"micros":30,"win_rate":1.0,"playouts":1}]','[0.003081,0.000363]','["hex/uct 0.1.0","hex/uct 0.1.0"]','here',1794966306773,0.004087,8566571303877891,'{"event":"other","round":0,"pair":0,"game":"hex","position":"hex 4x4","opening":["a1","b2"],"seats":[{"name":"A","program":{"preset":{"name":"hex/uct"}},"threads":1,"control":{"playouts":20}},{"name":"B","program":{"preset":{"name":"hex/uct"}},"threads":1,"control":{"playouts":20}}],"bounds":{"move-cap":0,"grace":0.1,"patience":30.0},"seed":8566571303877891}');
CREATE INDEX games_of_event ON games (event, number);
COMMIT;
