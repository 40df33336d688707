import { isPausable, resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import { currentPeriod } from '@service/billing/domain/subscriptions/periods.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import { pauseSubscription } from '@service/billing/usecases/subscriptions/pause-subscription.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { choices, form } from '../parts/form.ts';
import { doneAs, show, unlessStale } from '../parts/respond.ts';
import { planName } from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { formatsOf, formOf, type PageWithForm, type Visit, visitOf } from '../visit.ts';

/** The periods that a customer may pause for. */
const LENGTHS = [1, 2, 3, 6];

/** Asks how long a pause is to last, or whether a scheduled one is to be dropped. */
export const pausePage = ({ subscriptionOf }: Reads, deps: TransitionDeps): PageWithForm => {
  const pause = pauseSubscription(deps);
  return {
    async get(ctx) {
      const visit = visitOf(ctx);
      const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
      const { words, account, caller } = visit;
      const action = `/account/subscriptions/${subscription.uuid}/pause`;
      const { date } = formatsOf(visit, subscription.currency);
      if (subscription.state === 'active' && subscription.paused_at !== null) {
        show(ctx, { title: words.pause.keepTitle, back: true }, [
          html`<p>${words.pause.keepExplain(date(currentPeriod(subscription).endsAt))}</p>`,
          form(
            visit,
            { action },
            html`<input type="hidden" name="periods" value="0">${choices(words.pause.keepSubmit, words.actions.keep)}`,
          ),
        ]);
        return;
      }
      if (!isPausable(subscription, caller.at, { pastDue: account.has_past_due_invoice })) return doneAs(ctx, 'stale');
      show(ctx, { title: words.pause.title(planName(visit, subscription, subscription.currency)), back: true }, [
        html`<p>${words.pause.explain(date(currentPeriod(subscription).endsAt))}</p>`,
        form(visit, { action }, [
          html`<fieldset><legend>${words.pause.howLong}</legend><div class="options">${LENGTHS.map((count) => option(visit, subscription, count))}</div></fieldset>`,
          choices(words.pause.submit, words.actions.keep),
        ]),
      ]);
    },
    async post(ctx) {
      const visit = visitOf(ctx);
      const { uuid } = await subscriptionOf(visit, ctx.params.uuid ?? '');
      const cycles = Number(formOf(ctx).periods);
      if (cycles !== 0 && !LENGTHS.includes(cycles)) return doneAs(ctx, 'stale');
      await unlessStale(ctx, async () => {
        await pause(visit.caller, uuid, { value: { remaining_pause_cycles: cycles }, issues: [] });
        doneAs(ctx, cycles === 0 ? 'unpaused' : 'paused');
      });
    },
  };
};

const option = (visit: Visit, subscription: ShownSubscription, count: number): Markup => {
  const { pause } = visit.words;
  const { interval_unit, interval_length } = subscription;
  const paused = { ...subscription, paused_at: currentPeriod(subscription).endsAt, remaining_pause_cycles: count };
  const resumes = formatsOf(visit, subscription.currency).date(resumeAt(paused) ?? paused.paused_at);
  return html`<label class="option"><input type="radio" name="periods" value="${count}"${count === 1 ? html` checked` : ''}>
<span>${pause.length(interval_unit, interval_length * count)}</span><span class="quiet">${pause.until(resumes)}</span></label>`;
};
