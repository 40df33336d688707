import { survivesKillsWhileSelling } from './sales-story.ts';

/** `sales.long.ts` runs five rounds on each engine; a round has two kills. */
survivesKillsWhileSelling(1, 7);
