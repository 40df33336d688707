import { survivesKills } from './story.ts';

/** The same, ten times each, is `crash.long.ts`. */
survivesKills(2);
