import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { openCredit } from '@service/billing/queries/open-credit.ts';
import { listPlans } from '@service/billing/queries/plans.ts';
import { findSubscription } from '@service/billing/queries/subscriptions.ts';
import type { ChangedSubscriptionInput } from '@service/billing/resources/changed-subscription.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { changeSubscription } from '@service/billing/usecases/subscriptions/change-subscription.ts';
import { previewChange } from '@service/billing/usecases/subscriptions/preview-change.ts';
import { previewRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { typedAmount } from '../../parts/amount.ts';
import { draftSums, totalAndDue } from '../../parts/draft-sums.ts';
import { draftTable } from '../../parts/draft-table.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { choiceField, formButtons, formTrouble, inputField, radioField, secretForm } from '../../parts/form.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { askedToShow, SHOWN_ID, showButton, shownField } from '../../parts/shown-choice.ts';
import { type ConsoleRoute, FormProblem, formPage, StaleRecord } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { intervalInWords } from '../catalogue/catalogue-parts.ts';
import { type ToldDeps, toldCustomer } from '../money/told-customer.ts';
import { backToSubscription, priceInWords } from './subscription-parts.ts';

const MOST_PLANS = 200;
const FIELDS = ['plan_code', 'quantity', 'unit_amount', 'timeframe'] as const;

/** Changes plan, quantity or price, after a preview that shows before and after and the amount due now. */
export const changeRoutes = (deps: OrderDeps & ToldDeps): readonly ConsoleRoute[] => {
  const find = findSubscription(deps);
  const told = toldCustomer(deps);
  const plans = listPlans(deps);
  const preview = withPermission('subscriptions.change', previewChange(deps));
  const renewalOf = previewRenewal(deps);
  const creditOf = openCredit(deps);
  const change = withPermission('subscriptions.change', changeSubscription(deps));

  const previewed = async (visit: ConsoleVisit, subscription: ShownSubscription, values: Form): Promise<Markup> => {
    const { uuid, currency, account_id } = subscription;
    const { subscription: after, draft } = await preview(visit, uuid, requestOf(subscription, values));
    const [next, held] = await Promise.all([
      renewalOf(visit.caller, after).catch(() => undefined),
      creditOf(visit.caller, account_id, currency),
    ]);
    const due = draft?.due ?? 0;
    const made = draft && draftSums(draft);
    const credit = held + (made ? made.creditLeft - made.creditUsed : 0);
    const total = next?.draft.charge?.invoice.total_in_cents ?? 0;
    const terms = after.pending && after.pending !== subscription.pending ? after.pending : after;
    const isLater = values.timeframe !== undefined && values.timeframe !== 'now';
    const button = isLater
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
${isLater ? html`<p>It takes effect at the end of the ${values.timeframe === 'term_end' ? 'term' : 'period'}. Nothing is charged now.</p>` : html`<h3>Credits and charges now</h3>${draftTable(visit, draft, 'Credits and charges now')}`}
${shownField(choiceIn(subscription, values))}
<input type="hidden" name="revision" value="${subscription.revision}"><input type="hidden" name="due" value="${due}">
${formButtons(button, { back: `${visit.prefix}${subscriptionPath(uuid)}` })}</section>`;
  };

  return formPage({
    path: '/subscriptions/:uuid/change',
    name: 'subscription change',
    permission: 'subscriptions.change',
    async ask(ctx, visit, filled) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const query = { filter: {}, sort: 'created_at', order: 'asc', limit: MOST_PLANS } as const;
      const { records } = await plans.page(visit.caller, query);
      const sold = records.filter(({ unit_amount_in_cents: prices }) => prices[subscription.currency] !== undefined);
      const { shown, problem } = await priced(() => previewed(visit, subscription, filled.values), filled);
      return {
        title: `Change ${subscription.plan_name}`,
        back: backToSubscription(subscription),
        content: [
          html`${formTrouble(problem ? { ...filled, problems: { form: problem, fields: {} } } : filled)}`,
          secretForm(visit, { action: `${visit.prefix}${subscriptionPath(subscription.uuid, 'change')}` }, [
            chooser(subscription, sold, filled),
            shown,
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, form) {
      const subscription = await find(visit.caller, ctx.params.uuid ?? '');
      const { uuid, currency } = subscription;
      const asked = askedToShow(form, subscriptionPath(uuid, 'change'), choiceIn(subscription, form));
      if (asked) return asked;
      if (form.revision !== String(subscription.revision)) {
        throw new StaleRecord('The subscription was changed meanwhile. This is what the change does now.');
      }
      const request = requestOf(subscription, form);
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
      const said = await told(visit, subscription.account_code);
      return {
        to: subscriptionPath(uuid),
        notice: pending
          ? `The change to ${pending.plan_name} is scheduled. Nothing was charged. ${said}`
          : `The subscription is now ${plan_name}, ${priceInWords(changed.subscription, currency)}.${paid} ${said}`,
      };
    },
  });
};

/** Prices a choice, or says why it cannot be priced. */
const priced = async (
  preview: () => Promise<Markup>,
  { values }: FilledForm,
): Promise<{ readonly shown: Markup; readonly problem?: string }> => {
  if (values.quantity === undefined) return { shown: html`` };
  try {
    return { shown: await preview() };
  } catch (error) {
    if (error instanceof FormProblem) return { shown: html``, problem: error.problems.form ?? '' };
    if (error instanceof Invalid) {
      return { shown: html``, problem: error.issues.map((issue) => english.issue(issue)).join(' ') };
    }
    if (error instanceof Failure && error.symbol !== 'not_found')
      return { shown: html``, problem: english.failure(error) };
    throw error;
  }
};

/** The request of the XML API for what was chosen. The same plan is not named, so that its add-ons stay. */
const requestOf = (subscription: ShownSubscription, form: Form): Submitted<ChangedSubscriptionInput> => {
  const quantity = Number(form.quantity);
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    throw new FormProblem('The quantity must be a whole number, 1 or more.', { quantity: 'Give a whole number.' });
  }
  const price = form.unit_amount ? typedAmount(form.unit_amount, subscription.currency) : undefined;
  if (form.unit_amount && price === undefined) {
    throw new FormProblem('The price must be an amount such as 19.99.', {
      unit_amount: 'Give an amount such as 19.99.',
    });
  }
  const timeframe = form.timeframe === 'bill_date' || form.timeframe === 'term_end' ? form.timeframe : 'now';
  return {
    value: {
      timeframe,
      quantity,
      ...(form.plan_code && form.plan_code !== subscription.plan_code ? { plan_code: form.plan_code } : {}),
      ...(price === undefined ? {} : { unit_amount_in_cents: price }),
    },
    issues: [],
  };
};

/** The fields that say what the change is, each as it is sent. */
const choiceIn = ({ plan_code }: Pick<ShownSubscription, 'plan_code'>, values: Form): [string, string][] => {
  const choice: Form = { timeframe: 'now', plan_code, unit_amount: '', ...values };
  return FIELDS.map((name) => [name, choice[name] ?? '']);
};

/** The choice of terms. The address that shows a choice can be reloaded and shared. */
const chooser = (
  subscription: ShownSubscription,
  sold: readonly {
    readonly plan_code: string;
    readonly name: string;
    readonly unit_amount_in_cents: Readonly<Record<string, number>>;
    readonly plan_interval_length: number;
    readonly plan_interval_unit: 'days' | 'weeks' | 'months' | 'years';
  }[],
  filled: FilledForm,
): Markup => {
  const { currency, plan_code, plan_name, interval_length, interval_unit } = subscription;
  const others = sold
    .filter(({ plan_code: code }) => code !== plan_code)
    .map(
      (plan) =>
        [
          plan.plan_code,
          `${plan.name}, ${moneyOf(plan.unit_amount_in_cents[currency] ?? 0, currency)} ${intervalInWords(plan.plan_interval_length, plan.plan_interval_unit)}`,
        ] as const,
    );
  return html`${choiceField(filled, { name: 'plan_code', label: 'Plan', value: plan_code }, [
    [plan_code, `${plan_name}, ${intervalInWords(interval_length, interval_unit)}, as agreed`],
    ...others,
  ])}
<div class="pair">${inputField(filled, { name: 'quantity', label: 'Quantity', value: subscription.quantity, attributes: { type: 'number', min: '1', inputmode: 'numeric', required: '' } })}
${inputField(filled, { name: 'unit_amount', label: `Price in ${currency}`, hint: 'Leave empty to keep it.', attributes: { inputmode: 'decimal' } })}</div>
${radioField({ ...filled, values: { timeframe: 'now', ...filled.values } }, { name: 'timeframe', label: 'When' }, [
  { value: 'now', label: 'Now', hint: 'The rest of the period is credited and charged in proportion.' },
  { value: 'bill_date', label: 'At the next renewal' },
  { value: 'term_end', label: 'At the end of the term' },
])}
<p>${showButton('Show what it does')}</p>`;
};
