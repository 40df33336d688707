import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import { currentPeriod, inTrial } from '@service/billing/subscriptions/periods.ts';
import type { ShownSubscription } from '@service/billing/subscriptions/record.ts';
import { cancelSubscription } from '@service/billing/usecases/subscriptions/cancel-subscription.ts';
import { terminateSubscription } from '@service/billing/usecases/subscriptions/terminate-subscription.ts';
import { html } from '../../html.ts';
import { choices, form } from '../parts/form.ts';
import { owedIn } from '../parts/owed.ts';
import { doneAs, show, unlessStale } from '../parts/respond.ts';
import { planName } from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { formatsOf, formOf, offers, type Step, type Visit, visitOf } from '../visit.ts';

const CANCELABLE: readonly string[] = ['active', 'future', 'paused'];

/** Says what a cancellation does, and when. */
export const askToCancel = ({ subscriptionOf, pastDueOf }: Reads): Step =>
  async function askToCancel(ctx) {
    const visit = visitOf(ctx);
    const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
    if (!CANCELABLE.includes(subscription.state)) return doneAs(ctx, 'stale');
    const owed = owedIn(visit, await pastDueOf(visit));
    const { words } = visit;
    const title = words.cancel.title(planName(visit, subscription, subscription.currency));
    show(ctx, { title, back: true }, [
      html`<ul class="effects">${effects(visit, subscription, owed).map((effect) => html`<li>${effect}</li>`)}</ul>`,
      form(
        visit,
        { action: `/account/subscriptions/${subscription.uuid}/cancel` },
        html`<input type="hidden" name="seen" value="${subscription.state}">${choices(words.cancel.submit, words.actions.keep, { danger: true })}`,
      ),
    ]);
  };

const effects = (visit: Visit, subscription: ShownSubscription, owed: string | undefined): string[] => {
  const { cancel, change } = visit.words;
  if (subscription.state === 'future') return [cancel.future];
  if (subscription.state === 'paused') {
    return [cancel.paused, owed ? cancel.owed(owed) : cancel.noCharge, cancel.noRefundPaused];
  }
  const { date } = formatsOf(visit, subscription.currency);
  const ends = date(currentPeriod(subscription).endsAt);
  const undo = offers(visit, 'reactivate') ? [cancel.undo(ends)] : [];
  const dropped = subscription.paused_at === null ? [] : [change.dropsPause];
  if (owed) return [cancel.until(ends), ...dropped, cancel.owed(owed), ...undo];
  if (inTrial(subscription, visit.caller.at)) return [cancel.trial(ends), ...undo];
  return [cancel.until(ends), ...dropped, cancel.noCharge, cancel.noRefund, ...undo];
};

export const cancel = ({ subscriptionOf }: Reads, deps: TransitionDeps): Step => {
  const carryOut = cancelSubscription(deps);
  const end = terminateSubscription(deps);
  return async function cancel(ctx) {
    const visit = visitOf(ctx);
    const { uuid, state } = await subscriptionOf(visit, ctx.params.uuid ?? '');
    // A pause that began or ended since the page was shown changes when the subscription ends.
    if ((formOf(ctx).seen ?? state) !== state) return doneAs(ctx, 'stale');
    await unlessStale(ctx, async () => {
      if (state === 'paused') {
        await end(visit.caller, uuid, { refund: 'none', charge: true, onlyPaused: true });
        return doneAs(ctx, 'ended');
      }
      await carryOut(visit.caller, uuid, { value: {}, issues: [] });
      doneAs(ctx, 'canceled');
    });
  };
};
