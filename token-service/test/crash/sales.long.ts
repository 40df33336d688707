import { survivesKillsWhileSelling } from './sales-story.ts';

/** Two kills per round. `SEED` changes the orders. */
survivesKillsWhileSelling(5, Number(process.env.SEED ?? 11));
