import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import type { Records } from '../../ports/storage.ts';
import { type Site, siteTime } from '../../resources/site.ts';
import { Failure, refuse } from '../../values/failure.ts';
import { DAY, isDate, isoTime, LAST_MOMENT, type Seconds } from '../../values/time.ts';

/** The destination: a moment, or a number of seconds to advance. */
export type ClockMove = { readonly to: Seconds } | { readonly by: Seconds };

export interface Travelled {
  readonly site: Site;
  /** The new time of the site's clock. */
  readonly at: Seconds;
}

/** Maximum move of the clock of a site with accounts: ten years. Seconds. */
export const LONGEST_MOVE: Seconds = 3_653 * DAY;
/** Maximum number of renewals due in one move, by an estimate: they take some twenty minutes. */
export const MOST_RENEWALS = 1_000_000;

/**
 * Sets or advances the clock of a sandbox site, up to the year 9999. It can only be set back while the site has no
 * accounts, because their records would be in the future. With accounts, a move is at most ten years long, with at most
 * a million renewals due in it. Throws `not_found`, `Invalid`, and `precondition_failed` for a production site, for
 * setting back the clock of a site with accounts, and for a move that is too long.
 */
export const travelClock =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string, move: ClockMove): Promise<Travelled> =>
    onSite(deps, subdomain, async (site, sites, records) => {
      const { clock } = deps.world;
      if (site.mode !== 'sandbox') {
        throw impossible(
          `${subdomain} is a production site, whose clock is the real one. Only a sandbox site can travel.`,
        );
      }
      const before = siteTime(site, clock);
      const at = 'to' in move ? move.to : before + move.by;
      if (!isDate(at)) {
        const tooFar = { symbol: 'less_than_or_equal_to', count: LAST_MOMENT - before } as const;
        refuse([
          'to' in move ? { field: 'clock.now', symbol: 'invalid' } : { field: 'clock.advance_in_seconds', ...tooFar },
        ]);
      }
      const sells = await hasAccounts(records);
      if (at < before && sells) {
        throw impossible(
          `The clock of ${subdomain} shows ${isoTime(before)} and goes only forward now that the site has accounts. Name a later time.`,
        );
      }
      if (sells && at > before) await refuseTooLong(subdomain, before, at, records);
      const travelled: Site = { ...site, clock_offset: site.clock_offset + at - before };
      await sites.save(travelled);
      await records.auditLog.append(
        auditEntry(deps.world, { ...operator, site: travelled, at }, 'site.travelled', subdomain),
      );
      // Without accounts nothing can become due.
      if (sells && at > before) await records.due.startClockMove(before, at, travelled.clock_offset);
      records.due.wake();
      return { site: travelled, at };
    });

const refuseTooLong = async (
  subdomain: string,
  before: Seconds,
  at: Seconds,
  { subscriptions }: Pick<Records, 'subscriptions'>,
): Promise<void> => {
  const latest = before + LONGEST_MOVE;
  if (at > latest) {
    throw impossible(
      `The clock moves at most ten years at once: that of ${subdomain} to ${isoTime(latest)}. Name an earlier time, and travel on from there.`,
    );
  }
  const renewals = await subscriptions.boundariesUntil(at);
  if (renewals > MOST_RENEWALS) {
    throw impossible(
      `Some ${renewals} renewals would be due on the way, and one move may have ${MOST_RENEWALS}. Name an earlier time, and travel on from there.`,
    );
  }
};

const impossible = (what: string): Failure => new Failure('precondition_failed', { what });

const hasAccounts = async ({ accounts }: Pick<Records, 'accounts'>): Promise<boolean> => {
  const { records } = await accounts.list({ filter: {}, sort: 'created_at', order: 'asc', limit: 1 });
  return records.length > 0;
};
