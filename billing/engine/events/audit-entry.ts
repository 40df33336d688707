import type { Event } from '../../audit-log/entry.ts';
import type { Caller } from '../../caller.ts';
import type { World } from '../../ports/world.ts';

/** The line of the events table for something a caller did. */
export const eventOf = ({ ids }: Pick<World, 'ids'>, caller: Caller, what: string, subject: string): Event => ({
  id: ids.uuid(),
  at: caller.at,
  actor: caller.actor,
  correlation: caller.correlation,
  what,
  subject,
});
