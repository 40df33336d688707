import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { previewResume } from '@service/billing/usecases/subscriptions/preview-resume.ts';
import { resumePaidSubscription } from '@service/billing/usecases/subscriptions/resume-paid-subscription.ts';
import { html } from '../../../documents/html.ts';
import { declineText } from '../declines.ts';
import { choices, form, formProblem } from '../parts/form.ts';
import { otherMethod } from '../parts/payment-method.ts';
import { isAsShown, isChargedAtOnce, priceFields, priceOfDraft, priceTable, shownPrice } from '../parts/price.ts';
import { continueAt, doneAs, show, unlessStale } from '../parts/respond.ts';
import { planName } from '../parts/subscription.ts';
import type { Reads } from '../reads.ts';
import { type AccountPage, formatsOf, formOf, type PageWithForm, visitOf } from '../visit.ts';
import { type ConfirmDeps, challengeOf, showChallenge, unconfirmedText, unlessUnconfirmed } from './confirm.ts';

/**
 * Resuming starts a period now, so its price is shown first, and paid before the subscription runs again. Where the
 * bank wants the customer to confirm the payment, the page of the bank comes in between.
 */
export const resumePage = (reads: Reads, deps: OrderDeps & ConfirmDeps): PageWithForm => {
  const { subscriptionOf } = reads;
  const preview = previewResume(deps);
  const resumeNow = resumePaidSubscription(deps);

  const showPrice = async (ctx: AccountPage, uuid: string, warning?: string, isDeclined = false): Promise<void> => {
    const visit = visitOf(ctx);
    const subscription = await subscriptionOf(visit, uuid);
    await unlessStale(ctx, async () => {
      const { draft } = await preview(visit.caller, uuid);
      const { words } = visit;
      const price = priceOfDraft(draft);
      const { money } = formatsOf(visit, subscription.currency);
      const title = words.resume.title(planName(visit, subscription, subscription.currency));
      const submit = isChargedAtOnce(subscription, price)
        ? words.resume.submit(money(price.due))
        : words.resume.submitFree;
      show(
        ctx,
        { title, back: true },
        [
          formProblem(warning),
          html`<p>${draft ? words.resume.explain : words.resume.ends}</p>`,
          draft ? priceTable(visit, draft, words.change.newPrice) : html``,
          form(visit, { action: `/account/subscriptions/${subscription.uuid}/resume` }, [
            priceFields(price),
            choices(submit, words.actions.keep, { other: isDeclined ? otherMethod(visit, subscription) : undefined }),
          ]),
        ],
        warning ? 422 : 200,
      );
    });
  };

  return {
    async get(ctx) {
      const { uuid, state, paused_at } = await subscriptionOf(visitOf(ctx), ctx.params.uuid ?? '');
      // A pause that is only planned is dropped, without a price, on the page of pauses.
      if (state === 'active' && paused_at !== null) return continueAt(ctx, `/account/subscriptions/${uuid}/pause`);
      await showPrice(ctx, uuid);
    },
    async post(ctx) {
      const visit = visitOf(ctx);
      const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
      const { uuid } = subscription;
      const carryOut = async () => {
        const { draft } = await preview(visit.caller, uuid);
        if (!isAsShown(priceOfDraft(draft), shownPrice(formOf(ctx))))
          return showPrice(ctx, uuid, visit.words.problems.dearer);
        const { result } = formOf(ctx);
        const confirmation = result ? { three_d_secure_action_result_token_id: result } : null;
        const resumed = await resumeNow(visit.caller, uuid, { confirmation });
        if (resumed.outcome !== 'declined') return doneAs(ctx, 'resumed');
        const name = planName(visit, subscription, subscription.currency);
        const challenge = challengeOf(ctx, resumed, name, subscription);
        return challenge
          ? showChallenge(deps, ctx, challenge)
          : showPrice(ctx, uuid, declineText(visit, resumed.error_code), true);
      };
      const isUnconfirmed = () => showPrice(ctx, uuid, unconfirmedText(visit), true);
      await unlessStale(ctx, () => unlessUnconfirmed(carryOut, isUnconfirmed));
    },
  };
};
