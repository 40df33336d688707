import { currentPeriod } from '@service/billing/domain/subscriptions/periods.ts';
import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import { reactivateSubscription } from '@service/billing/usecases/subscriptions/reactivate-subscription.ts';
import { html } from '../../../documents/html.ts';
import { choices, form } from '../parts/form.ts';
import { doneAs, show, unlessStale } from '../parts/respond.ts';
import { nextPayment, planName } from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { formatsOf, type PageWithForm, visitOf } from '../visit.ts';

/** Says what keeping a canceled subscription costs, and when. */
export const reactivatePage = ({ subscriptionOf, renewalOf }: Reads, deps: TransitionDeps): PageWithForm => {
  const reactivate = reactivateSubscription(deps);
  return {
    async get(ctx) {
      const visit = visitOf(ctx);
      const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
      if (subscription.state !== 'canceled') return doneAs(ctx, 'stale');
      const kept = { ...subscription, state: 'active', canceled_at: null, expires_at: null, auto_renew: true } as const;
      const renewal = await renewalOf(visit, kept);
      const { words } = visit;
      const { date } = formatsOf(visit, subscription.currency);
      const title = words.reactivate.title(planName(visit, subscription, subscription.currency));
      show(ctx, { title, back: true }, [
        html`<p>${words.reactivate.explain(date(currentPeriod(subscription).endsAt))}</p>`,
        html`<dl class="facts">${nextPayment(visit, { subscription: kept, renewal })}</dl>`,
        form(
          visit,
          { action: `/account/subscriptions/${subscription.uuid}/reactivate` },
          choices(words.reactivate.submit, words.actions.keep),
        ),
      ]);
    },
    async post(ctx) {
      const visit = visitOf(ctx);
      const { uuid } = await subscriptionOf(visit, ctx.params.uuid ?? '');
      await unlessStale(ctx, async () => {
        await reactivate(visit.caller, uuid);
        doneAs(ctx, 'reactivated');
      });
    },
  };
};
