import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { changeSubscription } from '@service/billing/usecases/subscriptions/change-subscription.ts';
import { previewChange } from '@service/billing/usecases/subscriptions/preview-change.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../documents/html.ts';
import type { AmountsToExplain } from '../../../documents/why/why-amount.ts';
import { fieldsOf } from '../../../http/query.ts';
import { declineText } from '../declines.ts';
import { couponsOf, discountsAndTaxes } from '../parts/discounts-and-taxes.ts';
import { choices, form, formProblem, textField } from '../parts/form.ts';
import { otherMethod } from '../parts/payment-method.ts';
import {
  type Choosable,
  choosableOf,
  isUnchanged,
  MOST_QUANTITY,
  type PlanSelection,
  selectionIn,
  sentFor,
} from '../parts/plan-choice.ts';
import {
  creditAfter,
  isAsShown,
  isChargedAtOnce,
  priceFields,
  priceOfDraft,
  priceTable,
  shownPrice,
} from '../parts/price.ts';
import { doneAs, show, unlessStale } from '../parts/respond.ts';
import { agreedPriceText, planName } from '../parts/subscription.ts';
import { whySection } from '../parts/why.ts';
import type { Reads } from '../reads.ts';
import { type AccountPage, formatsOf, formOf, offers, type PageWithForm, type Visit, visitOf } from '../visit.ts';
import { type ConfirmDeps, challengeOf, showChallenge, unconfirmedText, unlessUnconfirmed } from './confirm.ts';

/** A choice that cannot be priced: the customer is told why. */
interface Asked {
  readonly selection: PlanSelection;
  readonly shows: boolean;
  readonly warning?: string | undefined;
  /** Whether the payment was declined: the customer is offered another payment method. */
  readonly isDeclined?: boolean;
}

/**
 * Changes of plan and quantity. The price is shown first, by the calculator that prices the change; the form carries
 * what was shown, and a change that has become dearer is shown again instead. What a change costs is paid before it
 * takes place, whatever the site requires of changes by the API.
 */
export const changePage = (reads: Reads, deps: OrderDeps & ConfirmDeps): PageWithForm => {
  const { subscriptionOf, renewalOf, creditOf } = reads;
  const preview = previewChange(deps);
  const changeNow = changeSubscription(deps);
  const choosable = choosableOf(deps);

  const showChoice = async (
    ctx: AccountPage,
    subscription: ShownSubscription,
    plans: readonly Choosable[],
    choice: Asked,
  ) => {
    const visit = visitOf(ctx);
    const { words, site } = visit;
    const { selection, shows, isDeclined } = choice;
    const unchanged = isUnchanged(subscription, selection);
    const other = isDeclined ? otherMethod(visit, subscription) : undefined;
    const found =
      shows && !unchanged && selection.quantity ? await priced(visit, subscription, selection, other) : undefined;
    const price = found === 'impossible' ? undefined : found;
    const warning = choice.warning ?? (found === 'impossible' ? words.problems.notPossible : undefined);
    const title = site.account_page_plans.length > 0 ? words.change.title : words.change.quantityTitle;
    show(
      ctx,
      { title, back: true },
      [
        formProblem(warning),
        !warning && shows && unchanged ? html`<p class="note" role="status">${words.change.same}</p>` : html``,
        price ? chosen(visit, subscription, plans, selection) : chooser(visit, subscription, plans, selection),
        price ?? html``,
      ],
      choice.warning ? 422 : 200,
    );
  };

  const priced = async (
    visit: Visit,
    subscription: ShownSubscription,
    selection: PlanSelection,
    other: Markup | undefined,
  ): Promise<Markup | 'impossible'> => {
    try {
      const previewed = await preview(visit.caller, subscription.uuid, sentFor(selection, subscription));
      const after = previewed.subscription;
      const [renewal, credit] = await Promise.all([renewalOf(visit, after), creditOf(visit)]);
      const left = creditAfter(previewed.draft, credit.get(subscription.currency) ?? 0);
      const { words } = visit;
      const { money, date } = formatsOf(visit, subscription.currency);
      const price = priceOfDraft(previewed.draft);
      const later = after.pending && after.pending !== subscription.pending;
      const total = renewal?.draft.charge?.invoice.total_in_cents;
      const difference = renewal && discountsAndTaxes(visit, renewal.draft);
      return html`<section class="offer" aria-labelledby="price"><h2 id="price" tabindex="-1">${words.change.newPrice}</h2>
<p class="price">${agreedPriceText(visit, later ? after.pending : after, subscription.currency)}</p>
${later ? html`<p class="note">${words.change.later(date(after.current_period_ends_at ?? visit.caller.at))}</p>` : ''}
${previewed.draft ? priceTable(visit, previewed.draft, words.change.newPrice) : later ? '' : html`<p>${words.change.nothingToday}</p>`}
${previewed.draft ? whySection(visit, subscription.currency, amountsOf(previewed.draft)) : ''}
${price.due > 0 && !isChargedAtOnce(after, price) ? html`<p class="note">${words.manualNote}</p>` : ''}
${renewal && total !== undefined ? html`<p>${words.change.afterwards(money(total), date(renewal.at))}${left > 0 ? ` ${words.change.lessCredit}` : ''}${difference ? html`<br>${difference}` : ''}</p>` : ''}
${subscription.state === 'paused' ? html`<p>${words.change.resumes}</p>` : ''}
${subscription.state === 'active' && subscription.paused_at !== null && !later ? html`<p>${words.change.dropsPause}</p>` : ''}
${form(visit, { action: `/account/subscriptions/${subscription.uuid}/change` }, [
  html`<input type="hidden" name="plan" value="${selection.plan_code}"><input type="hidden" name="quantity" value="${selection.quantity}">
<input type="hidden" name="seen" value="${seenOf(subscription)}">`,
  priceFields(price),
  choices(
    isChargedAtOnce(after, price) ? words.change.submit(money(price.due)) : words.change.submitFree,
    words.actions.keep,
    { other },
  ),
])}</section>`;
    } catch (error) {
      if (error instanceof Invalid) return 'impossible';
      throw error;
    }
  };

  return {
    async get(ctx) {
      const visit = visitOf(ctx);
      const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
      if (subscription.state === 'expired' || subscription.state === 'future') return doneAs(ctx, 'stale');
      const plans = await choosable(visit, subscription);
      const query = Object.fromEntries(fieldsOf(ctx.querystring));
      const shows = query.quantity !== undefined || query.plan !== undefined;
      await unlessStale(ctx, () =>
        showChoice(ctx, subscription, plans, { selection: selectionIn(visit, query, subscription, plans), shows }),
      );
    },
    async post(ctx) {
      const visit = visitOf(ctx);
      const sent = formOf(ctx);
      const subscription = await subscriptionOf(visit, ctx.params.uuid ?? '');
      const plans = await choosable(visit, subscription);
      const selection = selectionIn(visit, sent, subscription, plans);
      const { problems } = visit.words;
      const again = (warning: string, isDeclined = false) =>
        showChoice(ctx, subscription, plans, { selection, shows: true, warning, isDeclined });
      const carryOut = async () => {
        if (sent.seen !== seenOf(subscription) || isUnchanged(subscription, selection)) return again(problems.stale);
        const previewed = await preview(visit.caller, subscription.uuid, sentFor(selection, subscription));
        if (!isAsShown(priceOfDraft(previewed.draft), shownPrice(sent))) return again(problems.dearer);
        const request = sentFor(selection, subscription, sent.result);
        const changed = await changeNow(visit.caller, subscription.uuid, request, { requiresPayment: true });
        if (changed.outcome !== 'declined') return doneAs(ctx, changed.subscription.pending ? 'scheduled' : 'changed');
        const challenge = challengeOf(
          ctx,
          changed,
          planName(visit, previewed.subscription, subscription.currency),
          subscription,
        );
        return challenge ? showChallenge(deps, ctx, challenge) : again(declineText(visit, changed.error_code), true);
      };
      await unlessStale(ctx, () => unlessUnconfirmed(carryOut, () => again(unconfirmedText(visit), true)));
    },
  };
};

/** The lines of a price that is not invoiced yet: what is charged, and what is credited for it. */
const amountsOf = (draft: OrderDraft): AmountsToExplain => ({
  lines: [...(draft.charge?.lines ?? []), ...draft.credits.flatMap(({ lines }) => lines)],
  coupons: couponsOf(draft),
  charges: new Map(),
});

/** Returns the state that a change starts from. A form that was shown for another state is shown again. */
const seenOf = ({
  plan_code,
  quantity,
  state,
  unit_amount_in_cents,
  pending,
  current_period_ends_at,
}: ShownSubscription) =>
  [
    plan_code,
    quantity,
    state,
    unit_amount_in_cents,
    pending?.plan_code,
    pending?.quantity,
    current_period_ends_at,
  ].join(' ');

/**
 * Renders the plan and quantity that the price below is for. They are no fields: an edit beside the button that pays
 * would look as if it counted, and the customer would pay for what was priced.
 */
const chosen = (
  visit: Visit,
  subscription: ShownSubscription,
  plans: readonly Choosable[],
  { plan_code, quantity = 1 }: PlanSelection,
): Markup => {
  const plan = plans.find(({ code }) => code === plan_code);
  const agreed = { ...subscription, plan_name: plan?.name ?? subscription.plan_name, quantity };
  return html`<p><strong>${planName(visit, agreed, subscription.currency)}</strong><br>
<a href="/account/subscriptions/${subscription.uuid}/change">${visit.words.change.other}</a></p>`;
};

/** The plans and the quantity to choose from, in a form that changes nothing: its address can be loaded again. */
const chooser = (
  visit: Visit,
  { uuid, currency }: ShownSubscription,
  plans: readonly Choosable[],
  { plan_code, quantity, typed }: PlanSelection,
): Markup => {
  const { words } = visit;
  const most = String(MOST_QUANTITY);
  return html`<form method="get" action="/account/subscriptions/${uuid}/change" class="form">
${
  plans.length > 1
    ? html`<fieldset><legend>${words.change.plan}</legend><div class="options">${plans.map(
        (
          plan,
        ) => html`<label class="option"><input type="radio" name="plan" value="${plan.code}"${plan.code === plan_code ? html` checked` : ''}>
<span>${plan.name}</span><span class="quiet">${agreedPriceText(visit, plan.agreed, currency)}${plan.current ? ` · ${words.change.current}` : ''}</span></label>`,
      )}</div></fieldset>`
    : ''
}
${
  offers(visit, 'quantity')
    ? textField({
        name: 'quantity',
        label: words.change.quantity,
        value: typed,
        error: quantity === undefined ? words.fields.quantity(most) : undefined,
        hint: words.change.quantityHint(most),
        attributes: { type: 'number', inputmode: 'numeric', min: '1', max: most, required: '' },
      })
    : ''
}
<div class="choices"><button class="second" type="submit">${words.change.show}</button></div>
</form>`;
};
