import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { HealthPart } from '../../http/health-check.ts';

/** A server with a clock of its own. */
export interface TimedServer {
  readonly name: string;
  /** Its time in milliseconds; undefined if it has no other clock than this machine. */
  readonly time: () => Promise<Millis | undefined>;
}

/** Milliseconds by which clocks may differ: more than any that is kept by NTP, less than what changes a bill. */
const TOLERANCE = 3 * 60_000;

/** Returns the check that compares the clock of this machine with those of the servers that it uses. */
export const clockPart = (clock: SystemClock, servers: readonly TimedServer[]): HealthPart => {
  /** Milliseconds by which the clock of this machine is ahead of each server's, as last compared. */
  const differences = new Map<string, Millis>();

  const compare = async ({ name, time }: TimedServer): Promise<void> => {
    const before = clock.now();
    // A server that does not answer is in trouble for another reason.
    const theirs = await time().catch(() => undefined);
    if (theirs === undefined) differences.delete(name);
    // The answer may have taken its time: what it says lies between both moments.
    else differences.set(name, theirs < before ? before - theirs : Math.min(0, clock.now() - theirs));
  };

  return {
    names: ['clock'],
    async look() {
      await Promise.all(servers.map(compare));
      return [...differences]
        .filter(([, difference]) => Math.abs(difference) > TOLERANCE)
        .map(([name, difference]) => ({
          part: 'clock',
          reason: `The clock of this machine and that of ${name} are ${Math.round(Math.abs(difference) / 60_000)} minutes apart.`,
        }));
    },
  };
};
