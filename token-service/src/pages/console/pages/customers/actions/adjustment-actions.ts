import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findSubscribedCurrency } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { adjustment, type CREDIT_REASONS } from '@service/billing/resources/adjustment.ts';
import { defaultCurrency } from '@service/billing/resources/site.ts';
import { createAdjustment } from '@service/billing/usecases/adjustments/create-adjustment.ts';
import { html, type Markup } from '../../../../../documents/html.ts';
import { typedAmount } from '../../../parts/amount.ts';
import { moneyOf } from '../../../parts/figures.ts';
import type { FilledForm } from '../../../parts/filled.ts';
import { choiceField, inputField } from '../../../parts/form.ts';
import { readAsRequest } from '../../../parts/read-as-request.ts';
import { FormProblem } from '../../../route.ts';
import { approvalHint } from '../../../steps/moved-money.ts';
import { type ConsoleVisit, withPermission } from '../../../visit.ts';
import type { CustomerAction } from './customer-action.ts';

/** The reasons that an operator may give. Refunds, gift cards and write-offs have actions of their own. */
const GIVEN_REASONS = [
  'general',
  'service',
  'promotional',
] as const satisfies readonly (typeof CREDIT_REASONS)[number][];

const REASONS_IN_WORDS: Readonly<Record<(typeof GIVEN_REASONS)[number], string>> = {
  general: 'General',
  service: 'Problem with the service',
  promotional: 'Promotion',
};

/** Charges and credits wait on the account for the next invoice. */
export const adjustmentActions = (deps: OrderDeps): readonly CustomerAction[] => {
  const create = createAdjustment(deps);
  const subscribedIn = findSubscribedCurrency(deps);
  const fields = async (visit: ConsoleVisit, { id }: AccountRecord, filled: FilledForm): Promise<Markup[]> => [
    html`<div class="pair">${inputField(filled, { name: 'amount', label: 'Amount', attributes: { inputmode: 'decimal', required: '', autofocus: '' } })}
${choiceField(
  filled,
  {
    name: 'currency',
    label: 'Currency',
    value: (await subscribedIn(visit.caller, id)) ?? defaultCurrency(visit.site),
  },
  visit.site.currencies.map((currency) => [currency, currency] as const),
)}</div>`,
    inputField(filled, {
      name: 'description',
      label: 'Description',
      hint: 'The customer reads it on the invoice.',
      attributes: { maxlength: '255', required: '' },
    }),
  ];
  const amountIn = (amount: string | undefined, currency: string): number => {
    const cents = typedAmount(amount, currency);
    if (!cents) throw new FormProblem('Enter the amount.', { amount: 'Enter an amount above 0, such as 19.99.' });
    return cents;
  };
  const reasonIn = (typed = 'general'): (typeof GIVEN_REASONS)[number] => {
    const reason = GIVEN_REASONS.find((one) => one === typed);
    if (reason) return reason;
    const problem = `Choose one of these reasons: ${GIVEN_REASONS.map((one) => REASONS_IN_WORDS[one]).join(', ')}.`;
    throw new FormProblem(problem, { reason: problem });
  };
  const addCharge = withPermission('charges.create', create);
  const giveCredit = withPermission('credits.create', create);
  return [
    {
      action: 'charge',
      title: 'Charge',
      permission: 'charges.create',
      content: async (visit, account, filled) => [
        ...(await fields(visit, account, filled)),
        html`<p class="quiet">The charge waits for the next invoice. Taxes and discounts are added then. To bill it at once, invoice the customer afterwards.</p>`,
      ],
      button: async () => 'Add the charge',
      moves: {
        fields: ['amount', 'currency', 'description'],
        amountOf: ({ site }, { amount, currency = defaultCurrency(site) }) => ({
          amount_in_cents: amountIn(amount, currency),
          currency,
        }),
      },
      async carryOut(visit, { account_code }, form) {
        const currency = form.currency ?? defaultCurrency(visit.site);
        const unit_amount_in_cents = amountIn(form.amount, currency);
        const sent = { currency, unit_amount_in_cents, description: form.description };
        await addCharge(visit, account_code, readAsRequest(adjustment, visit, sent));
        return `A charge of ${moneyOf(unit_amount_in_cents, currency)} waits for the next invoice. The customer was not told.`;
      },
    },
    {
      action: 'credit',
      title: 'Give credit',
      permission: 'credits.create',
      content: async (visit, account, filled) => [
        ...(await fields(visit, account, filled)),
        choiceField(
          filled,
          { name: 'reason', label: 'Reason', value: 'general' },
          GIVEN_REASONS.map((reason) => [reason, REASONS_IN_WORDS[reason]] as const),
        ),
        html`<p class="quiet">The credit waits for the next invoice, which it makes smaller. What is left stays on the account. ${approvalHint(visit, ...visit.site.currencies)}</p>`,
      ],
      button: async () => 'Give the credit',
      moves: {
        kind: 'credit',
        fields: ['amount', 'currency', 'description', 'reason'],
        amountOf({ site }, { amount, currency = defaultCurrency(site), reason }) {
          reasonIn(reason);
          return { amount_in_cents: amountIn(amount, currency), currency };
        },
      },
      async carryOut(visit, { account_code }, form) {
        const currency = form.currency ?? defaultCurrency(visit.site);
        const cents = amountIn(form.amount, currency);
        const sent = { currency, unit_amount_in_cents: cents, description: form.description };
        const { value, issues } = readAsRequest(adjustment, visit, sent);
        const credited = { unit_amount_in_cents: -cents, credit_reason_code: reasonIn(form.reason) };
        await giveCredit(visit, account_code, { value: { ...value, ...credited }, issues });
        return `A credit of ${moneyOf(cents, currency)} waits for the next invoice. The customer was not told.`;
      },
    },
  ];
};
