// The page in a real browser, as people use it: by clicks, by taps, by keys.
import { run } from "./harness.mjs";
import { tests as features } from "./features.mjs";
import { tests as games } from "./games.mjs";

await run({ ...games, ...features });
