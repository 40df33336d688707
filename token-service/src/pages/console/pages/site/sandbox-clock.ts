import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findClockProgress } from '@service/billing/queries/work/due.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { cancelClockMove } from '@service/billing/usecases/sites/cancel-clock-move.ts';
import { type ClockMove, travelClock } from '@service/billing/usecases/sites/travel-clock.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { dayOf, exactMomentOf } from '../../parts/figures.ts';
import {
  actionLink,
  choiceField,
  type FieldChoice,
  formButtons,
  formTrouble,
  inputField,
  secretForm,
} from '../../parts/form.ts';
import { typedMoment } from '../../parts/typed-day.ts';
import { ConsoleRefused } from '../../refused.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';

const PATH = '/settings/clock';

type ClockProgress = Awaited<ReturnType<ReturnType<typeof findClockProgress>>>;

const STEPS: readonly FieldChoice[] = [
  ['days', 'One day on'],
  ['weeks', 'One week on'],
  ['months', 'One month on'],
  ['years', 'One year on'],
  ['', 'To the moment below'],
];

/** The clock of a sandbox: what it shows, how far the work on the way has come, and moving it on. */
export const sandboxClockPages = (deps: SiteDeps & QueryDeps): readonly ConsoleRoute[] => {
  const progress = findClockProgress(deps);
  const travel = withPermission('clock.move', travelClock(deps));
  const cancel = withPermission('clock.move', cancelClockMove(deps));

  const read = async ({ site, caller }: ConsoleVisit) => {
    if (site.mode !== 'sandbox') throw new ConsoleRefused('missing');
    return progress(caller, siteTime(site, deps.world.clock));
  };
  const back = { href: '/settings', label: 'Settings' };

  return [
    ...formPage({
      path: PATH,
      name: 'settings clock',
      permission: 'clock.move',
      async ask(_, visit, filled) {
        const clock = await read(visit);
        return {
          title: 'Clock of the sandbox',
          back,
          content: [
            html`${formTrouble(filled)}<p>It is <strong>${exactMomentOf(visit, clock.now)}</strong> at this site. Moving the clock on renews subscriptions, collects invoices and sends mail that is due on the way. It does not go back once the site has customers.</p>`,
            progressOf(visit, clock),
            secretForm(visit, { action: `${visit.prefix}${PATH}` }, [
              choiceField(filled, { name: 'step', label: 'Move the clock', value: 'days' }, STEPS),
              inputField(filled, {
                name: 'to',
                label: `Moment, in the time zone ${visit.site.time_zone}`,
                hint: 'At most ten years on. A moment that is typed here counts, whatever is chosen above.',
                attributes: { type: 'datetime-local' },
              }),
              formButtons('Move the clock', { back: `${visit.prefix}/settings` }),
            ]),
          ],
        };
      },
      async carryOut(_, visit, form) {
        const { now } = await read(visit);
        const { at, site } = await travel(visit, visit.site.subdomain, moveOf(visit, now, form));
        return {
          to: PATH,
          notice: `The clock shows ${dayOf({ site }, at)}. What was due on the way is being done.`,
        };
      },
    }),
    ...formPage({
      path: `${PATH}/cancel`,
      name: 'settings clock cancel',
      permission: 'clock.move',
      async ask(_, visit, filled) {
        const clock = await read(visit);
        return {
          title: 'Stop the move of the clock',
          back: { href: PATH, label: 'Clock of the sandbox' },
          content: [
            html`${formTrouble(filled)}<p>The work has come to ${exactMomentOf(visit, clock.reached_at)} of ${exactMomentOf(visit, clock.now)}. Stopping sets the clock back to about there; what was done stays.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${PATH}/cancel` },
              formButtons('Stop the move', { back: `${visit.prefix}${PATH}`, keep: 'Let it go on' }),
            ),
          ],
        };
      },
      async carryOut(_, visit) {
        await read(visit);
        const { at, site } = await cancel(visit, visit.site.subdomain);
        return { to: PATH, notice: `The move has ended. The clock shows ${dayOf({ site }, at)}.` };
      },
    }),
  ];
};

/** Says how far the work of a move has come, with the way to stop it; nothing where no move is under way. */
const progressOf = (visit: ConsoleVisit, { now, reached_at, items }: ClockProgress): Markup =>
  reached_at >= now
    ? html``
    : html`<section class="panel"><h2>A move is under way</h2><p>Everything that was due before ${exactMomentOf(visit, reached_at)} is done, ${items} items so far.</p><p>${actionLink(visit, PATH, 'Look again')} ${actionLink(visit, `${PATH}/cancel`, 'Stop the move', { danger: true })}</p></section>`;

const moveOf = ({ site }: ConsoleVisit, now: Seconds, { step, to }: Form): ClockMove => {
  const typed = to?.trim() ?? '';
  if (step && typed === '') {
    if (!STEPS.some(([value]) => value === step)) throw new FormProblem('Choose how far the clock is moved.');
    const from = Temporal.Instant.fromEpochMilliseconds(now * 1000).toZonedDateTimeISO(site.time_zone);
    return { to: Math.floor(from.add({ [step]: 1 }).epochMilliseconds / 1000) };
  }
  const moment = typedMoment(site, typed);
  if (moment === undefined) {
    throw new FormProblem('The clock was not moved.', { to: 'Enter a day and a time, such as 2027-01-31 08:00.' });
  }
  return { to: moment };
};
