import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { ShippingMethodRecord } from '@service/billing/domain/shipping/shipping-method.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import { type ChangedSubscriptionInput, PORTIONS } from '@service/billing/resources/changed-subscription.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { amountField, typedAmount } from '../../parts/amount.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { choiceField, type FieldChoice, inputField, radioField } from '../../parts/form.ts';
import { countryName } from '../../parts/place-names.ts';
import { FormProblem } from '../../route.ts';
import { knownValue } from '../../row-query.ts';
import { showButton } from '../../shown-choice.ts';
import { type ConsoleVisit, seesPersonalData } from '../../visit.ts';
import { intervalInWords } from '../catalogue/catalogue-parts.ts';

/** The plans that a subscription can be changed to, and the ways in which it can be shipped. */
export interface ChangeOffer {
  readonly plans: readonly PlanRecord[];
  readonly methods: readonly ShippingMethodRecord[];
  /** The shipping addresses of the customer. */
  readonly addresses: readonly ShippingAddressRecord[];
}

const FIELDS = [
  'plan_code',
  'quantity',
  'unit_amount',
  'timeframe',
  'charge',
  'credit',
  'shipping_method_code',
  'shipping_amount',
  'shipping_address_id',
] as const;

type ChangeChoice = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Returns the choice that leaves a subscription as it is. */
const choiceHeld = (subscription: ShownSubscription, { addresses }: Pick<ChangeOffer, 'addresses'>): ChangeChoice => {
  const { currency, plan_code, quantity, shipping_address_key: key } = subscription;
  const { shipping_method_code: method, shipping_amount_in_cents: fee } = subscription;
  const address = addresses.find((one) => one.key === key);
  return {
    plan_code,
    quantity: String(quantity),
    unit_amount: '',
    timeframe: 'now',
    charge: '',
    credit: '',
    shipping_method_code: method ?? '',
    shipping_amount: method && typeof fee === 'number' ? amountField(fee, currency) : '',
    shipping_address_id: address ? String(address.id) : '',
  };
};

/** Returns the choice of a form or an address; what it does not name stays. */
export const changeChoiceIn = (
  subscription: ShownSubscription,
  offer: Pick<ChangeOffer, 'addresses'>,
  values: Form,
): ChangeChoice => {
  const held = choiceHeld(subscription, offer);
  // A field that was emptied is there, without a value.
  const chosen = FIELDS.map((name) => [name, name in values ? (values[name] ?? '') : held[name]] as const);
  return Object.fromEntries(chosen) as ChangeChoice;
};

/** The choice as it is sent. */
export const sentChoice = (choice: ChangeChoice): [string, string][] => FIELDS.map((name) => [name, choice[name]]);

/** Returns the request of the XML API for a choice. What stays is not named: the same plan so keeps its add-ons. */
export const changeRequestOf = (
  subscription: ShownSubscription,
  offer: Pick<ChangeOffer, 'addresses'>,
  choice: ChangeChoice,
): Submitted<ChangedSubscriptionInput> => {
  const quantity = Number(choice.quantity);
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    throw new FormProblem('The quantity must be a whole number, 1 or more.', { quantity: 'Enter a whole number.' });
  }
  const price = choice.unit_amount === '' ? undefined : typedAmount(choice.unit_amount, subscription.currency);
  if (choice.unit_amount !== '' && price === undefined) {
    throw new FormProblem('The price must be an amount such as 19.99.', {
      unit_amount: 'Enter an amount such as 19.99.',
    });
  }
  const { timeframe } = choice;
  const [charge, credit] = [knownValue(PORTIONS, choice.charge), knownValue(PORTIONS, choice.credit)];
  return {
    value: {
      timeframe: timeframe === 'bill_date' || timeframe === 'term_end' ? timeframe : 'now',
      quantity,
      ...(choice.plan_code === subscription.plan_code ? {} : { plan_code: choice.plan_code }),
      ...(price === undefined ? {} : { unit_amount_in_cents: price }),
      ...(charge || credit ? { proration_settings: { charge: charge ?? null, credit: credit ?? null } } : {}),
      ...shippingIn(subscription, choiceHeld(subscription, offer), choice),
    },
    issues: [],
  };
};

const shippingIn = (
  { currency }: ShownSubscription,
  held: ChangeChoice,
  { shipping_method_code: method, shipping_amount: typed, shipping_address_id: address }: ChangeChoice,
): Partial<ChangedSubscriptionInput> => {
  const ship = address === held.shipping_address_id ? {} : { shipping_address_id: address ? Number(address) : null };
  const isSame = method === held.shipping_method_code && (method === '' || typed === held.shipping_amount);
  if (isSame) return ship;
  if (method === '') return { ...ship, shipping_method_code: null, shipping_amount_in_cents: null };
  if (address === '') {
    throw new FormProblem('A shipping method needs an address to ship to.', {
      shipping_address_id: 'Choose where to ship to.',
    });
  }
  const cents = typedAmount(typed, currency);
  if (cents === undefined) {
    throw new FormProblem('The shipping fee must be an amount such as 5.00.', {
      shipping_amount: 'Enter an amount such as 5.00.',
    });
  }
  return { ...ship, shipping_method_code: method, shipping_amount_in_cents: cents };
};

/** The choice of terms. The address that shows a choice can be reloaded and shared. */
export const changeChooser = (
  visit: ConsoleVisit,
  subscription: ShownSubscription,
  offer: ChangeOffer,
  { values, problems }: FilledForm,
): Markup => {
  const { currency, plan_code, plan_name, interval_length, interval_unit } = subscription;
  const choice = changeChoiceIn(subscription, offer, values);
  const filled: FilledForm = { problems, values: choice };
  const others = offer.plans
    .filter(({ plan_code: code, unit_amount_in_cents: prices }) => code !== plan_code && prices[currency] !== undefined)
    .map(
      (plan): FieldChoice => [
        plan.plan_code,
        `${plan.name}, ${moneyOf(plan.unit_amount_in_cents[currency] ?? 0, currency)} ${intervalInWords(plan.plan_interval_length, plan.plan_interval_unit)}`,
      ],
    );
  return html`${choiceField(filled, { name: 'plan_code', label: 'Plan' }, [
    [plan_code, `${plan_name}, ${intervalInWords(interval_length, interval_unit)}, as agreed`],
    ...others,
  ])}
<div class="pair">${inputField(filled, { name: 'quantity', label: 'Quantity', attributes: { type: 'number', min: '1', inputmode: 'numeric', required: '' } })}
${inputField(filled, { name: 'unit_amount', label: `Price in ${currency}`, hint: 'Leave empty to keep it.', attributes: { inputmode: 'decimal' } })}</div>
${shippingFields(visit, subscription, offer, filled)}
${radioField(filled, { name: 'timeframe', label: 'When' }, [
  { value: 'now', label: 'Now', hint: 'The rest of the period is credited and charged.' },
  { value: 'bill_date', label: 'At the next renewal' },
  { value: 'term_end', label: 'At the end of the term' },
])}
${portionFields(choice, filled)}
<p>${showButton('Show what it does')}</p>`;
};

const PORTION_CHOICES: readonly FieldChoice[] = [
  ['', 'As the site is set'],
  ['prorated_amount', 'In proportion'],
  ['full_amount', 'In full'],
  ['none', 'Nothing'],
];

/** Asks how much of the period a change that takes effect now charges and credits. */
const portionFields = ({ charge, credit }: ChangeChoice, filled: FilledForm): Markup =>
  html`<details class="further"${charge || credit || filled.problems.fields.proration_settings ? html` open` : ''}><summary>What is charged and credited</summary>
<div class="pair">${choiceField(filled, { name: 'charge', label: 'Charged' }, PORTION_CHOICES)}
${choiceField(filled, { name: 'credit', label: 'Credited' }, PORTION_CHOICES)}</div>
<p class="quiet">For a change that takes effect now, in proportion to what is left of the period. If one of the two is chosen, the other is in proportion unless it is chosen too. Usage and shipping fees never are.</p></details>`;

/** Asks how it is shipped, where the customer has shipping addresses. */
const shippingFields = (
  visit: ConsoleVisit,
  subscription: ShownSubscription,
  { methods, addresses }: ChangeOffer,
  filled: FilledForm,
): Markup | string => {
  const { currency, shipping_method_code: held } = subscription;
  if (addresses.length === 0 && !held) return '';
  const known = methods.map(({ code, name }): FieldChoice => [code, name]);
  const removed: readonly FieldChoice[] =
    held && methods.every(({ code }) => code !== held) ? [[held, `${held}, which was removed`]] : [];
  const isChosen = Boolean(filled.values.shipping_method_code || filled.values.shipping_address_id);
  const isWrong = Object.keys(filled.problems.fields).some((name) => name.startsWith('shipping_'));
  return html`<details class="further"${isChosen || isWrong ? html` open` : ''}><summary>Shipping</summary>
${choiceField(filled, { name: 'shipping_address_id', label: 'Ship to' }, [
  ['', 'None'],
  ...addresses.map((one): FieldChoice => [String(one.id), addressInWords(visit, one)]),
])}
${
  known.length === 0 && removed.length === 0
    ? ''
    : html`<div class="pair">${choiceField(filled, { name: 'shipping_method_code', label: 'Shipping method' }, [
        ['', 'None'],
        ...known,
        ...removed,
      ])}
${inputField(filled, { name: 'shipping_amount', label: `Shipping fee in ${currency}`, hint: 'For each period.', attributes: { inputmode: 'decimal' } })}</div>`
}</details>`;
};

const addressInWords = (visit: ConsoleVisit, one: ShippingAddressRecord): string =>
  [
    one.nickname,
    ...(seesPersonalData(visit)
      ? [one.address1, one.city, one.country && countryName(one.country)]
      : [`address ${one.id}`]),
  ]
    .filter(Boolean)
    .join(', ');
