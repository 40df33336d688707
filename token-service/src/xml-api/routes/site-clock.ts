import { settleWhatIsDue } from '@service/billing/engine/due/settle-what-is-due.ts';
import type { CollectDeps } from '@service/billing/engine/payments/collect-invoice.ts';
import { reverseAbandoned } from '@service/billing/engine/payments/reverse-abandoned.ts';
import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import { Failure, Invalid } from '@service/billing/failure.ts';
import { siteClock } from '@service/billing/resources/site-clock.ts';
import { type Site, siteTime } from '@service/billing/site.ts';
import { type Journey, travelClock } from '@service/billing/usecases/sites/travel-clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { shown } from './answers.ts';
import { submitted, toUpdate } from './submission.ts';

const PATH = '/v2/sandbox/clock';
const body = toUpdate(siteClock);

/** Looks at the clock of a sandbox site, and moves it: what is due then has happened when it answers (DESIGN section 9). A production site has none. */
export const siteClockRoutes = (deps: SiteDeps & CollectDeps): Endpoint[] => {
  const travel = travelClock(deps);
  const reverse = reverseAbandoned(deps);
  const settle = settleWhatIsDue(deps);
  const onlyInSandbox = ({ mode }: Site): void => {
    if (mode !== 'sandbox') throw new Failure('not_found');
  };

  return [
    {
      name: 'sandbox_clock',
      method: 'GET',
      path: PATH,
      async handle({ caller: { site } }) {
        onlyInSandbox(site);
        return shown(siteClock, { now: siteTime(site, deps.world.clock) });
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
        const wanted = journey(submitted(request, body));
        const { site, at } = await travel(caller, caller.site.subdomain, wanted);
        await reverse(site);
        await settle(site);
        return shown(siteClock, { now: at });
      },
    },
  ];
};

const journey = ({ value, issues }: ReturnType<typeof submitted<typeof siteClock>>): Journey => {
  const { now, advance_in_seconds: by } = value;
  if (issues.length > 0) throw new Invalid(issues);
  if (typeof now === 'number' && typeof by === 'number') {
    throw new Invalid([{ field: 'clock.advance_in_seconds', symbol: 'present' }]);
  }
  if (typeof now === 'number') return { to: now };
  if (typeof by === 'number') return { by };
  throw new Invalid([{ field: 'clock.now', symbol: 'blank' }]);
};
