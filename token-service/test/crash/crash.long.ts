import { survivesKills } from './story.ts';

survivesKills(10);
