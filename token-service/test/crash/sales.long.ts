import { survivesKillsWhileSelling } from './sales-story.ts';

/** Two kills a round. `SEED` buys other things. */
survivesKillsWhileSelling(5, Number(process.env.SEED ?? 11));
