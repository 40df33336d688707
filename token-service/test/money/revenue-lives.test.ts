import { earnedLives } from './earned-lives.ts';

/** `revenue-lives.long.ts` takes 1,000, on both engines. */
earnedLives('SQLite', 20, 3);
