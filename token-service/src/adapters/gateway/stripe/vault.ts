import type { MethodDescription } from '@service/billing/domain/billing-info/payment-method.ts';
import type { FindMethodRequest, FoundMethod } from '@service/billing/ports/gateway.ts';
import { BRANDS } from '@service/billing/values/card/brand.ts';
import { cardTypeOfBrand, readCardType } from '@service/billing/values/card/card-type.ts';
import type Stripe from 'stripe';
import { countryOf } from './method-country.ts';
import { STRIPE_TYPES } from './methods.ts';
import type { StripeParts } from './parts.ts';
import type { Problem } from './problem.ts';
import { idOf, methodReference } from './references.ts';
import { codeOf } from './refused.ts';
import type { Send } from './send.ts';

/** Tokens that merchants have: a payment method, or a customer with one. Nothing else becomes part of an address. */
const METHOD = /^(?:pm|card|src|ba)_\w{1,64}$/;
const CUSTOMER = /^cus_\w{1,64}$/;

const NOT_FOUND: FoundMethod = { outcome: 'not_found' };

/** Returns what the service may know of a method; undefined for one of a type that it does not take. */
const descriptionOf = (method: Stripe.PaymentMethod): MethodDescription | undefined => {
  const { card, us_bank_account: bank, sepa_debit, bacs_debit, au_becs_debit } = method;
  if (card) {
    const card_type = readCardType(card.brand) ?? 'Unknown';
    const brand = BRANDS.find(({ slug }) => cardTypeOfBrand(slug) === card_type)?.slug ?? 'unknown';
    const { last4: last_four, exp_month: month, exp_year: year } = card;
    const cc_bin_country = countryOf(card);
    return { type: 'credit_card', card_type, brand, first_six: null, last_four, month, year, cc_bin_country };
  }
  if (sepa_debit?.last4) return { type: 'sepa', last_four: sepa_debit.last4, cc_bin_country: countryOf(sepa_debit) };
  if (bacs_debit?.last4) return { type: 'bacs', last_four: bacs_debit.last4 };
  if (au_becs_debit?.last4) return { type: 'becs', last_four: au_becs_debit.last4 };
  if (!bank?.routing_number || !bank.last4) return undefined;
  const account_type = bank.account_type === 'savings' ? 'savings' : 'checking';
  return { type: 'bank_account', routing_number: bank.routing_number, last_four: bank.last4, account_type };
};

const unanswered = (problem: Problem): FoundMethod =>
  problem.status === 404 || problem.code === 'resource_missing'
    ? NOT_FOUND
    : { outcome: 'unknown', error_code: problem.unreadable ? 'gateway_error' : codeOf(problem) };

/** Finds payment methods that an account at Stripe holds, with or without this service. */
export const stripeVault = ({ stripe, begin }: Pick<StripeParts, 'stripe' | 'begin'>) => {
  /** Returns the id of the method that a customer pays with: the one that is chosen at Stripe, or the only one. */
  const methodOf = async (
    send: Send,
    customer: string,
  ): Promise<string | { readonly problem: Problem } | undefined> => {
    const found = await send((options) => stripe.customers.retrieve(customer, {}, options));
    if ('problem' in found) return found;
    if (found.value.deleted) return undefined;
    const chosen = idOf(found.value.invoice_settings.default_payment_method);
    if (chosen) return chosen;
    const all = await send((options) => stripe.customers.listPaymentMethods(customer, { limit: 2 }, options));
    if ('problem' in all) return all;
    return all.value.data.length === 1 ? all.value.data[0]?.id : undefined;
  };

  return {
    async findMethod({ site, token, customer }: FindMethodRequest): Promise<FoundMethod> {
      const named = token.reveal();
      const send = begin();
      const id = CUSTOMER.test(named) ? await methodOf(send, named) : named;
      if (typeof id === 'object') return unanswered(id.problem);
      if (!id || !METHOD.test(id)) return NOT_FOUND;
      const found = await send((options) => stripe.paymentMethods.retrieve(id, { expand: ['customer'] }, options));
      if ('problem' in found) return unanswered(found.problem);
      const owner = found.value.customer;
      // Without a customer, Stripe charges a method once.
      if (owner === null || typeof owner === 'string' || owner.deleted) return NOT_FOUND;
      const { service_site = site.id } = owner.metadata;
      if (service_site !== site.id) return NOT_FOUND;
      if (customer !== null && customer !== owner.id) return { outcome: 'of_another_customer' };
      const description = descriptionOf(found.value);
      if (!description) return { outcome: 'untaken' };
      return {
        outcome: 'found',
        description,
        reference: methodReference({ customer: owner.id, payment_method: id, type: STRIPE_TYPES[description.type] }),
      };
    },
  };
};
