import { survivesKills } from './story.ts';

/** `crash.long.ts` kills each engine ten times. */
survivesKills(1);
