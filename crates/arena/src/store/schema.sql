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

CREATE INDEX games_of_event ON games (event, number);
