import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { listShippingAddresses } from '@service/billing/queries/accounts/accounts.ts';
import { openCredit } from '@service/billing/queries/accounts/open-credit.ts';
import { listPlans } from '@service/billing/queries/catalogue/plans.ts';
import { allShippingMethods } from '@service/billing/queries/catalogue/shipping-methods.ts';
import { findSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { changeSubscription } from '@service/billing/usecases/subscriptions/change-subscription.ts';
import { previewChange } from '@service/billing/usecases/subscriptions/preview-change.ts';
import { previewRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import { unlessRefused } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { draftSums, totalAndDue } from '../../parts/draft-sums.ts';
import { draftTable } from '../../parts/draft-table.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf, StaleRecord } from '../../route.ts';
import { askedToShow, isShown, SHOWN_ID, shownField } from '../../shown-choice.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { type CustomerMailDeps, describeCustomerMail } from '../money/customer-mail.ts';
import { type ChangeOffer, changeChoiceIn, changeChooser, changeRequestOf, sentChoice } from './change-choice.ts';
import { backToSubscription, priceInWords } from './subscription-parts.ts';

const MOST_PLANS = 200;

/** Changes plan, quantity, price or shipping, after a preview that shows before and after and the amount due now. */
export const changeRoutes = (deps: OrderDeps & CustomerMailDeps): readonly ConsoleRoute[] => {
  const find = findSubscription(deps);
  const mailSent = describeCustomerMail(deps);
  const plans = listPlans(deps);
  const methods = allShippingMethods(deps);
  const addresses = listShippingAddresses(deps);
  const preview = withPermission('subscriptions.change', previewChange(deps));
  const renewalOf = previewRenewal(deps);
  const creditOf = openCredit(deps);
  const change = withPermission('subscriptions.change', changeSubscription(deps));

  const offerFor = async ({ caller }: ConsoleVisit, { account_id }: ShownSubscription): Promise<ChangeOffer> => {
    const oldest = { sort: 'created_at', order: 'asc', limit: MOST_PLANS } as const;
    const [sold, known, held] = await Promise.all([
      plans.page(caller, { ...oldest, filter: {} }),
      methods(caller),
      addresses.page(caller, { ...oldest, filter: { account_id } }),
    ]);
    return { plans: sold.records, methods: known, addresses: held.records };
  };

  const previewed = async (
    visit: ConsoleVisit,
    subscription: ShownSubscription,
    offer: ChangeOffer,
    values: Form,
  ): Promise<Markup> => {
    const { uuid, currency, account_id } = subscription;
    const choice = changeChoiceIn(subscription, offer, values);
    const { subscription: after, draft } = await preview(visit, uuid, changeRequestOf(subscription, offer, choice));
    const [next, held] = await Promise.all([
      unlessRefused(renewalOf(visit.caller, after)),
      creditOf(visit.caller, account_id, currency),
    ]);
    const due = draft?.due ?? 0;
    const made = draft && draftSums(draft);
    const credit = held + (made ? made.creditLeft - made.creditUsed : 0);
    const total = next?.draft.charge?.invoice.total_in_cents ?? 0;
    // The site may let a change wait that was asked for now.
    const waiting = after.pending === subscription.pending ? null : after.pending;
    const terms = waiting ?? after;
    const button = waiting
      ? 'Schedule the change'
      : due > 0 && after.collection_method === 'automatic'
        ? `Change and charge ${moneyOf(due, currency)}`
        : made && made.creditLeft > 0
          ? `Change and give ${moneyOf(made.creditLeft, currency)} of credit`
          : 'Change now';
    return html`<section id="${SHOWN_ID}" aria-labelledby="preview"><h2 id="preview">What it does</h2>
<div class="difference">
<div class="panel"><h2>Now</h2><p>${subscription.plan_name}<br>${priceInWords(subscription, currency)}</p></div>
<div class="panel"><h2>Afterwards</h2><p>${terms.plan_name}<br>${priceInWords(terms, currency)}</p>
${next ? html`<p class="quiet">Next invoice on ${dayOf(visit, next.at)}: ${totalAndDue(total, Math.max(0, total - credit), currency)}</p>` : ''}</div>
</div>
${waiting ? html`<p>It takes effect at the end of the ${waiting.at === 'term_end' ? 'term' : 'period'}. Nothing is charged now.</p>` : html`<h3>Credits and charges now</h3>${draftTable(visit, draft, 'Credits and charges now')}`}
${shownField(sentChoice(choice))}
<input type="hidden" name="revision" value="${subscription.revision}"><input type="hidden" name="due" value="${due}">
${formButtons(button, { back: `${visit.prefix}${subscriptionPath(uuid)}` })}</section>`;
  };

  return formPage({
    path: '/subscriptions/:uuid/change',
    name: 'subscription change',
    permission: 'subscriptions.change',
    async ask(ctx, visit, filled) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const offer = await offerFor(visit, subscription);
      const { shown, filled: checked } = await priced(
        () => previewed(visit, subscription, offer, filled.values),
        filled,
        subscription.currency,
      );
      return {
        title: `Change ${subscription.plan_name}`,
        back: backToSubscription(subscription),
        content: [
          html`${formTrouble(checked)}`,
          secretForm(visit, { action: `${visit.prefix}${subscriptionPath(subscription.uuid, 'change')}` }, [
            changeChooser(visit, subscription, offer, checked),
            shown,
          ]),
        ],
      };
    },
    money: {
      async amountOf(ctx, visit, form) {
        const subscription = await find(visit.caller, ctx.params.uuid ?? '');
        const offer = await offerFor(visit, subscription);
        const choice = changeChoiceIn(subscription, offer, form);
        if (!isShown(form, sentChoice(choice))) return undefined;
        return (await preview(visit, subscription.uuid, changeRequestOf(subscription, offer, choice))).draft?.due;
      },
      async keptOf(ctx, visit, form) {
        const subscription = await find(visit.caller, ctx.params.uuid ?? '');
        const offer = await offerFor(visit, subscription);
        return Object.fromEntries(sentChoice(changeChoiceIn(subscription, offer, form)));
      },
    },
    async carryOut(ctx, visit, form) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const { uuid, currency } = subscription;
      const offer = await offerFor(visit, subscription);
      const choice = changeChoiceIn(subscription, offer, form);
      const asked = askedToShow(form, subscriptionPath(uuid, 'change'), sentChoice(choice));
      if (asked) return asked;
      if (form.revision !== String(subscription.revision)) {
        throw new StaleRecord('The subscription was changed meanwhile. This is what the change does now.');
      }
      const request = changeRequestOf(subscription, offer, choice);
      const { draft } = await preview(visit, uuid, request);
      const due = draft?.due ?? 0;
      if (due > Number(form.due ?? 0)) {
        throw new StaleRecord(`The amount due is ${moneyOf(due, currency)} now. Press the button again to go on.`);
      }
      const changed = await change(visit, uuid, request, { requiresPayment: form.timeframe === 'now' && due > 0 });
      if (changed.outcome === 'declined') {
        throw new FormProblem(
          `The payment of ${moneyOf(due, currency)} was declined, so nothing was changed. ${english.decline(changed.error_code).merchant_message}`,
        );
      }
      const { pending, plan_name } = changed.subscription;
      const paid =
        due > 0 && changed.subscription.collection_method === 'automatic'
          ? ` ${moneyOf(due, currency)} was charged.`
          : '';
      const said = await mailSent(visit, subscription.account_code);
      return {
        to: subscriptionPath(uuid),
        notice: pending
          ? `The change to ${pending.plan_name} is scheduled. Nothing was charged. ${said}`
          : `The subscription is now ${plan_name}, ${priceInWords(changed.subscription, currency)}.${paid} ${said}`,
      };
    },
  });
};

interface PricedChange {
  readonly shown: Markup;
  /** The form as it was sent, with the problems of what cannot be priced. */
  readonly filled: FilledForm;
}

/** Prices a choice, or says why it cannot be priced. */
const priced = async (preview: () => Promise<Markup>, filled: FilledForm, currency: string): Promise<PricedChange> => {
  if (filled.values.quantity === undefined) return { shown: html``, filled };
  try {
    return { shown: await preview(), filled };
  } catch (error) {
    const problems = problemsOf(error, currency);
    if (!problems) throw error;
    return { shown: html``, filled: { ...filled, problems } };
  }
};
