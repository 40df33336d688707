import { survivesKillsWhileSelling } from './sales-story.ts';

/** The same, five rounds of two kills each, is `sales.long.ts`. */
survivesKillsWhileSelling(1, 7);
