import { editable, inputOnly, integer, noted, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** The clock of a sandbox site, which can travel, so that what billing does over months can be seen in minutes (DESIGN section 9). */
export const siteClock = resource('clock', {
  now: editable(time()),
  advance_in_seconds: noted('Instead of now: how far to move on.', inputOnly(editable(integer(0)))),
});

export type SiteClock = Infer<typeof siteClock>;
export type SiteClockInput = Writable<typeof siteClock>;
