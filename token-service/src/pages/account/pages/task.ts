import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { html } from '../../../documents/html.ts';
import { continueAt, doneAs, show } from '../parts/respond.ts';
import { agreedPriceText, planName } from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { PageRefused } from '../refused.ts';
import { type PageStep, visitOf } from '../visit.ts';

/** The tasks about a subscription, each with the states in which it is possible. */
const TASKS: Readonly<Record<string, readonly string[]>> = {
  cancel: ['active', 'future', 'paused'],
  change: ['active', 'canceled', 'paused'],
  pause: ['active'],
  resume: ['paused'],
  reactivate: ['canceled'],
};

/**
 * Leads to the task that a login link names, for the customer's only subscription for which it is possible; a customer
 * of several chooses one. Where it is possible for none, the overview shows how things are.
 */
export const taskPage = ({ subscriptionsOf }: Reads): PageStep =>
  async function taskPage(ctx) {
    const visit = visitOf(ctx);
    const { task = '' } = ctx.params;
    if (!Object.hasOwn(TASKS, task)) throw new PageRefused('missing');
    const possible = (await subscriptionsOf(visit)).filter(({ state }) => TASKS[task]?.includes(state));
    const [only, another] = possible;
    const address = ({ uuid }: ShownSubscription): string => `/account/subscriptions/${uuid}/${task}`;
    if (!only) return doneAs(ctx, 'stale');
    if (!another) return continueAt(ctx, address(only));
    show(ctx, { title: visit.words.chooseSubscription, back: true }, [
      html`<ul class="rows">${possible.map(
        (one) => html`<li><a class="row" href="${address(one)}">
<span class="row-name">${planName(visit, one, one.currency)}</span>
<span class="row-amount">${agreedPriceText(visit, one, one.currency)}</span></a></li>`,
      )}</ul>`,
    ]);
  };
