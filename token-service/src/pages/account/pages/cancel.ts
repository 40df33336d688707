import type { ChargesAfterEnd } from '@service/billing/domain/mail/facts.ts';
import { cancel as canceled } from '@service/billing/domain/subscriptions/cancel.ts';
import { currentPeriod, inTrial } from '@service/billing/domain/subscriptions/periods.ts';
import type { ShownSubscription, SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import { terminate } from '@service/billing/domain/subscriptions/terminate.ts';
import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import { cancelSubscription } from '@service/billing/usecases/subscriptions/cancel-subscription.ts';
import { terminateSubscription } from '@service/billing/usecases/subscriptions/terminate-subscription.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html } from '../../../documents/html.ts';
import { saidIn, whyFields } from '../parts/cancel-reason.ts';
import { chargesSaid } from '../parts/charges-said.ts';
import { choices, form } from '../parts/form.ts';
import { doneAs, show, unlessStale } from '../parts/respond.ts';
import { planName } from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { type AccountPage, formatsOf, formOf, offers, type PageWithForm, type Visit, visitOf } from '../visit.ts';

const CANCELABLE: readonly string[] = ['active', 'future', 'paused'];

/** Says what a cancellation does, and when. */
export const cancelPage = ({ subscriptionOf, chargesAfter }: Reads, deps: TransitionDeps): PageWithForm => {
  const cancel = cancelSubscription(deps);
  const end = terminateSubscription(deps);

  /** `wrong`: the comment cannot be stored, for this reason. */
  const showForm = async (ctx: AccountPage, wrong?: string): Promise<void> => {
    const visit = visitOf(ctx);
    const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
    if (!CANCELABLE.includes(subscription.state)) return doneAs(ctx, 'stale');
    const charges = await chargesAfter(visit, endedBy(subscription, visit.caller.at));
    const { words } = visit;
    const title = words.cancel.title(planName(visit, subscription, subscription.currency));
    show(
      ctx,
      { title, back: true },
      [
        html`<ul class="effects">${effects(visit, subscription, charges).map((effect) => html`<li>${effect}</li>`)}</ul>`,
        form(visit, { action: `/account/subscriptions/${subscription.uuid}/cancel` }, [
          html`<input type="hidden" name="seen" value="${subscription.state}">`,
          whyFields(visit, formOf(ctx), wrong),
          choices(words.cancel.submit, words.actions.keep, { danger: true }),
        ]),
      ],
      wrong ? 422 : 200,
    );
  };

  return {
    get: (ctx) => showForm(ctx),
    async post(ctx) {
      const visit = visitOf(ctx);
      const { uuid, state } = await subscriptionOf(visit, ctx.params.uuid ?? '');
      // A pause that began or ended since the page was shown changes when the subscription ends.
      if ((formOf(ctx).seen ?? state) !== state) return doneAs(ctx, 'stale');
      const { said, wrong } = saidIn(visit, formOf(ctx));
      if (wrong) return showForm(ctx, wrong);
      await unlessStale(ctx, async () => {
        if (state === 'paused') {
          await end(visit.caller, uuid, { ...TERMINATION, said });
          return doneAs(ctx, 'ended');
        }
        await cancel(visit.caller, uuid, { value: { said }, issues: [] });
        doneAs(ctx, 'canceled');
      });
    },
  };
};

/** A paused subscription is not canceled but ends at once, because it is paid for no time that is left. */
const TERMINATION = { refund: 'none', charge: true, onlyPaused: true } as const;

/** The subscription as the page leaves it. */
const endedBy = (subscription: ShownSubscription, at: Seconds): SubscriptionRecord => {
  if (subscription.state === 'paused') return terminate(subscription, at, TERMINATION).subscription;
  return canceled(subscription, at).events.at(-1)?.subscription ?? subscription;
};

const effects = (visit: Visit, subscription: ShownSubscription, charges: ChargesAfterEnd): string[] => {
  const { cancel, change } = visit.words;
  const charged = chargesSaid(visit, charges);
  if (subscription.state === 'future') return [cancel.future, ...charged];
  if (subscription.state === 'paused') return [cancel.paused, ...charged, cancel.noRefundPaused];
  const { date } = formatsOf(visit, subscription.currency);
  const ends = date(currentPeriod(subscription).endsAt);
  const undo = offers(visit, 'reactivate') ? [cancel.undo(ends)] : [];
  if (inTrial(subscription, visit.caller.at)) return [cancel.trial(ends), ...charged, ...undo];
  const dropped = subscription.paused_at === null ? [] : [change.dropsPause];
  const kept = charges.owed.length > 0 ? [] : [cancel.noRefund];
  return [cancel.until(ends), ...dropped, ...charged, ...kept, ...undo];
};
