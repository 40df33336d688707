import { earnedLives } from './earned-lives.ts';

/** `LIVES` and `SEED` repeat a failed run or choose another one. */
const [lives, seed] = [Number(process.env.LIVES ?? 1_000), Number(process.env.SEED ?? 3)];

earnedLives('SQLite', lives, seed);
earnedLives('PostgreSQL', lives, seed);
