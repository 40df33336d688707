import { editable, inputOnly, integer, noted, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** The clock of a sandbox site. It can be moved forward, so that months of billing take minutes. */
export const siteClock = resource('clock', {
  now: editable(time()),
  advance_in_seconds: noted('Instead of now: how far to move on.', inputOnly(editable(integer(0)))),
});

export type SiteClock = Infer<typeof siteClock>;
export type SiteClockInput = Writable<typeof siteClock>;
