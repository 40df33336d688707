import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findClockProgress } from '@service/billing/queries/work/due.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { siteClock } from '@service/billing/resources/site-clock.ts';
import { cancelClockMove } from '@service/billing/usecases/sites/cancel-clock-move.ts';
import { type ClockMove, type Travelled, travelClock } from '@service/billing/usecases/sites/travel-clock.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import type { Endpoint, EndpointAnswer } from '../endpoint.ts';
import { shown } from './answers.ts';
import { submitted, toUpdate } from './submission.ts';

const PATH = '/v2/sandbox/clock';
const body = toUpdate(siteClock);

export interface SiteClockDeps extends SiteDeps, QueryDeps {
  /** Waits until all work that is due at a site now has run, for a limited time. */
  readonly runDueWork: (site: Site) => Promise<void>;
}

/**
 * Shows the clock of a sandbox site, and moves it: 200 when all work due by then has run, 202 when some of it is still
 * running, which the response shows. A production site has no clock of its own.
 */
export const siteClockRoutes = (deps: SiteClockDeps): Endpoint[] => {
  const travel = travelClock(deps);
  const cancel = cancelClockMove(deps);
  const onlyInSandbox = ({ mode }: Site): void => {
    if (mode !== 'sandbox') throw new Failure('not_found');
  };

  const progress = findClockProgress(deps);
  const clockOf = (site: Site, now = siteTime(site, deps.world.clock)) => progress({ site }, now);

  const arrive = async ({ site, at }: Travelled): Promise<EndpointAnswer> => {
    await deps.runDueWork(site);
    // Another request may have cancelled the move meanwhile.
    const after = (await deps.sites.find(site.subdomain)) ?? site;
    const clock = await clockOf(site, after.clock_offset < site.clock_offset ? siteTime(after, deps.world.clock) : at);
    return { is: 'record', status: clock.reached_at < clock.now ? 202 : 200, resource: siteClock, record: clock };
  };

  return [
    {
      name: 'sandbox_clock',
      method: 'GET',
      path: PATH,
      async handle({ caller: { site } }) {
        onlyInSandbox(site);
        return shown(siteClock, await clockOf(site));
      },
    },
    {
      name: 'travel',
      method: 'PUT',
      path: PATH,
      body,
      async handle(request) {
        const { caller } = request;
        onlyInSandbox(caller.site);
        const destination = move(submitted(request, body));
        return arrive(await travel(caller, caller.site.subdomain, destination));
      },
    },
    {
      name: 'cancel_clock_move',
      method: 'PUT',
      path: `${PATH}/cancel`,
      async handle({ caller }) {
        onlyInSandbox(caller.site);
        return arrive(await cancel(caller, caller.site.subdomain));
      },
    },
  ];
};

const move = ({ value, issues }: ReturnType<typeof submitted<typeof siteClock>>): ClockMove => {
  const { now, advance_in_seconds: by } = value;
  if (issues.length > 0) throw new Invalid(issues);
  if (typeof now === 'number' && typeof by === 'number') {
    throw new Invalid([{ field: 'clock.advance_in_seconds', symbol: 'present', reason: 'moment_beside_seconds' }]);
  }
  if (typeof now === 'number') return { to: now };
  if (typeof by === 'number') return { by };
  throw new Invalid([{ field: 'clock.now', symbol: 'blank' }]);
};
