import type { Millis } from '@service/billing/values/time.ts';
import { quantile } from '../accounts/words.ts';
import type { Role } from './plan.ts';

/** Something that took a time from the moment at which it was due. */
export interface Sample {
  readonly kind: string;
  /** Whether it is of one of the small tenants, whom the trouble of other sites should not slow. */
  readonly isOther: boolean;
  readonly at: Millis;
  readonly took: Millis;
}

/** The time in which an hour has its role; that of the heavy tenant lasts until its renewals are done. */
export interface RoleWindow {
  readonly role: Role;
  readonly from: Millis;
  readonly to: Millis;
}

/** Returns the role of a moment: that of the heavy tenant goes first, because its backlog outlasts its hour. */
export const roleAt = (windows: readonly RoleWindow[], at: Millis): Role | undefined => {
  const found = windows.filter(({ from, to }) => at >= from && at < to).map(({ role }) => role);
  return found.includes('heavy tenant') ? 'heavy tenant' : found[0];
};

/** Times that a kind of request took small tenants while another site had trouble, beside those of calm hours. */
export interface Ratio {
  readonly kind: string;
  readonly role: Role;
  readonly count: number;
  readonly p50: Millis;
  readonly p99: Millis;
  /** The p99 as a multiple of that of calm hours; undefined if none was measured in those. */
  readonly ratio: number | undefined;
}

/** Returns the figures of small tenants by kind and role, the calm hours first. */
export const ratiosOf = (samples: readonly Sample[], windows: readonly RoleWindow[]): Ratio[] => {
  const byKind = Map.groupBy(
    samples.filter(({ isOther }) => isOther),
    ({ kind }) => kind,
  );
  return [...byKind].flatMap(([kind, all]) => {
    const byRole = Map.groupBy(all, ({ at }) => roleAt(windows, at));
    const times = (role: Role): number[] => (byRole.get(role) ?? []).map(({ took }) => took);
    const calm = quantile(times('calm'), 0.99);
    const compare = (p99: number): number | undefined => (calm === 0 ? undefined : p99 / calm);
    const roles: readonly Role[] = ['calm', 'dead gateway', 'dead endpoint', 'heavy tenant'];
    return roles.flatMap((role) => {
      const took = times(role);
      if (took.length === 0) return [];
      const p99 = quantile(took, 0.99);
      return [{ kind, role, count: took.length, p50: quantile(took, 0.5), p99, ratio: compare(p99) }];
    });
  });
};
