import type { Event } from '../../audit-log/entry.ts';
import type { Caller } from '../../caller.ts';
import type { World } from '../../ports/world.ts';
import { siteTime } from '../../site.ts';

/** The line of the events table for something a caller did. */
export const eventOf = ({ clock, ids }: World, caller: Caller, what: string, subject: string): Event => ({
  id: ids.uuid(),
  at: siteTime(caller.site, clock),
  actor: caller.actor,
  correlation: caller.correlation,
  what,
  subject,
});
