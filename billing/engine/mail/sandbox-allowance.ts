import { PER_SANDBOX_AND_HOUR } from '../../domain/mail/limits.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { HOUR_MS, type Millis } from '../../values/time.ts';

export type Allowance = (site: Site) => boolean;

/** Counts the mail that leaves a sandbox in an hour, so that moving a clock by a year does not flood an inbox. */
export const sandboxAllowance = ({ clock }: Pick<World, 'clock'>): Allowance => {
  const counted = new Map<string, { readonly sinceMs: Millis; readonly sent: number }>();
  return ({ id, mode }) => {
    if (mode === 'production') return true;
    const now = clock.now();
    const { sinceMs, sent } = counted.get(id) ?? { sinceMs: now, sent: 0 };
    const current = now - sinceMs < HOUR_MS && now >= sinceMs ? { sinceMs, sent } : { sinceMs: now, sent: 0 };
    counted.set(id, { ...current, sent: current.sent + 1 });
    return current.sent < PER_SANDBOX_AND_HOUR;
  };
};
