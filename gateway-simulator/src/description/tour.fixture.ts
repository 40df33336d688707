import type Stripe from 'stripe';
import { TEST_ACCOUNTS } from '../cards/bank-accounts.ts';
import { CARD_TOKENS } from '../cards/numbers.ts';
import { card, errorOf, sale } from '../client.fixture.ts';
import type { Simulator } from '../simulator.ts';

const RETURN = { return_url: 'https://shop.example/return' };
const ONLINE = { ip_address: '127.0.0.1', user_agent: 'test' };
const MANDATE = { mandate_data: { customer_acceptance: { type: 'online' as const, online: ONLINE } } };
const ADDRESS = { line1: '1 Main St', city: 'Springfield', postal_code: '12345', state: 'IL', country: 'US' };
const PERSON = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+1 555 0100', address: ADDRESS };

/** Lets a request end as it may. */
const either = (request: Promise<unknown>) => request.catch(() => undefined);

/** Sells with every predefined card and account, and waits for what follows. */
const sellWithEverything = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  const cards = [...CARD_TOKENS.keys()].filter((token) => !token.includes('simulator'));
  for (const token of cards) await either(stripe.paymentIntents.create({ ...sale(token), ...RETURN }));
  for (const { token = '' } of TEST_ACCOUNTS.values())
    await either(
      stripe.paymentIntents.create({
        ...sale(token, 20_00),
        ...MANDATE,
        allowed_payment_method_types: ['us_bank_account'],
      }),
    );
  await simulator.advance(60_000);
};

/** A customer, the methods and the payments of a customer. */
const customers = async (stripe: Stripe): Promise<void> => {
  const { id } = await stripe.customers.create({ ...PERSON, description: 'First', metadata: { one: '1' } });
  const method = await stripe.paymentMethods.create({
    ...card('4242424242424242'),
    billing_details: PERSON,
    metadata: { two: '2' },
  });
  await stripe.paymentMethods.attach(method.id, { customer: id });
  await stripe.paymentMethods.update(method.id, {
    card: { exp_month: 11, exp_year: 2041 },
    billing_details: { email: 'grace@example.com' },
    metadata: { two: '' },
  });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id }, name: 'Grace' });
  await stripe.paymentMethods.list({ customer: id, type: 'card', limit: 3 });
  await stripe.customers.listPaymentMethods(id, { type: 'card' });
  await stripe.customers.retrievePaymentMethod(id, method.id);
  await stripe.paymentMethods.retrieve(method.id, { expand: ['customer'] });
  await stripe.customers.list({ email: 'ada@example.com', created: { gte: 1 } });
  await stripe.paymentIntents.create({
    ...sale(method.id),
    customer: id,
    off_session: true,
    description: 'Renewal',
    receipt_email: 'ada@example.com',
    shipping: { name: 'Ada', phone: '1', address: ADDRESS },
    statement_descriptor_suffix: 'GOLD',
    payment_method_options: { card: { stored_credential_usage: 'recurring' } },
    expand: ['customer', 'payment_method', 'latest_charge.balance_transaction'],
  });
  await stripe.paymentMethods.detach(method.id);
  await stripe.customers.retrieve(id);
  await stripe.customers.del(id);
};

const payments = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  const open = await stripe.paymentIntents.create({
    amount: 50_00,
    currency: 'eur',
    allowed_payment_method_types: ['card'],
    capture_method: 'manual',
    metadata: { order: '7' },
  });
  await stripe.paymentIntents.update(open.id, { amount: 60_00, metadata: { order: '8' } });
  await stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa', ...RETURN });
  await stripe.paymentIntents.capture(open.id, { amount_to_capture: 30_00 });
  const authorized = await stripe.paymentIntents.create({ ...sale('pm_card_visa'), capture_method: 'manual' });
  await stripe.paymentIntents.cancel(authorized.id, { cancellation_reason: 'requested_by_customer' });
  await stripe.paymentIntents.retrieve(authorized.id, { expand: ['latest_charge.refunds', 'payment_method'] });
  await stripe.paymentIntents.list({ limit: 100, created: { gt: 1 } });
  await simulator.advance(60_000);
  await stripe.paymentIntents.search({ query: "metadata['order']:'8'" });

  const challenged = await stripe.paymentIntents.create({ ...sale('pm_card_threeDSecure2Required'), ...RETURN });
  simulator.trigger({ type: 'challenge_passed', intent: challenged.id });
  await stripe.paymentIntents.retrieve(challenged.id, { expand: ['latest_charge'] });
  const refused = await stripe.paymentIntents.create({ ...sale('pm_card_threeDSecure2Required'), ...RETURN });
  simulator.trigger({ type: 'challenge_failed', intent: refused.id });
  await stripe.paymentIntents.retrieve(refused.id);
  await stripe.paymentIntents.create(sale('pm_card_threeDSecure2Required'));

  const bank = await stripe.paymentMethods.create({
    type: 'us_bank_account',
    billing_details: PERSON,
    us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'company' },
  });
  const debit = await stripe.paymentIntents.create({
    ...sale(bank.id),
    ...MANDATE,
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
  });
  await errorOf(stripe.paymentIntents.verifyMicrodeposits(debit.id, { amounts: [1, 2] }));
  const paid = await stripe.paymentIntents.verifyMicrodeposits(debit.id, { descriptor_code: 'SM11AA' });
  await simulator.advance(60_000);
  const { latest_charge } = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
  const { payment_method_details } = latest_charge as Stripe.Charge;
  await stripe.mandates.retrieve(payment_method_details?.us_bank_account?.mandate as string);
};

const directDebits = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  const { id: customer } = await stripe.customers.create();
  const billing_details = PERSON;
  const accounts = [
    ['eur', { type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' } }],
    ['gbp', { type: 'bacs_debit', bacs_debit: { account_number: '00012345', sort_code: '108800' } }],
    ['aud', { type: 'au_becs_debit', au_becs_debit: { account_number: '000123456', bsb_number: '000000' } }],
  ] as const;
  for (const [currency, account] of accounts) {
    const { id: payment_method } = await stripe.paymentMethods.create({ billing_details, ...account });
    const about = { customer, payment_method, allowed_payment_method_types: [account.type] };
    const setup = await stripe.setupIntents.create({ ...about, ...MANDATE, confirm: true });
    await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt', 'mandate', 'payment_method'] });
    const paid = await stripe.paymentIntents.create({ ...about, amount: 20_00, currency, confirm: true });
    await simulator.advance(60_000);
    await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
  }
  await errorOf(stripe.paymentMethods.create({ type: 'sepa_debit', sepa_debit: { iban: 'DE00' }, billing_details }));
};

const securityCodes = async (stripe: Stripe): Promise<void> => {
  const { id } = await stripe.tokens.create({ cvc_update: { cvc: '123' } });
  const withCode = { ...sale('pm_card_visa'), payment_method_options: { card: { cvc_token: id } } };
  await stripe.paymentIntents.create(withCode);
  await errorOf(stripe.paymentIntents.create(withCode));
  await errorOf(stripe.tokens.create({ cvc_update: { cvc: '1' } }));
  await stripe.tokens.retrieve(id);
};

const setups = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  const { id: customer } = await stripe.customers.create();
  const kept = { customer, allowed_payment_method_types: ['card' as const], usage: 'off_session' as const };
  const challenged = await stripe.setupIntents.create({
    ...kept,
    ...RETURN,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    metadata: { one: '1' },
  });
  simulator.trigger({ type: 'challenge_passed', intent: challenged.id });
  await stripe.setupIntents.retrieve(challenged.id, { expand: ['latest_attempt', 'payment_method', 'mandate'] });
  const failed = await stripe.setupIntents.create({
    ...kept,
    ...RETURN,
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  });
  simulator.trigger({ type: 'challenge_failed', intent: failed.id });
  await stripe.setupIntents.retrieve(failed.id, { expand: ['latest_attempt'] });
  await stripe.setupAttempts.list({ setup_intent: failed.id });

  const open = await stripe.setupIntents.create(kept);
  await stripe.setupIntents.update(open.id, { description: 'Second', metadata: { two: '2' } });
  await errorOf(stripe.setupIntents.confirm(open.id, { payment_method: 'pm_card_chargeDeclinedExpiredCard' }));
  await stripe.setupIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
  const { id } = await stripe.setupIntents.create(kept);
  await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa', ...RETURN });
  await stripe.setupIntents.list({ customer });
  const bank = await stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_data: {
      type: 'us_bank_account',
      billing_details: { name: 'Ada' },
      us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'company' },
    },
    mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
    confirm: true,
  });
  await stripe.setupIntents.verifyMicrodeposits(bank.id, { amounts: [32, 45] });
};

const refundsAndDisputes = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  const { latest_charge } = await stripe.paymentIntents.create(sale('pm_card_visa', 10_00));
  const { id: charge } = latest_charge as Stripe.Charge;
  const refund = await stripe.refunds.create({ charge, amount: 4_00, reason: 'duplicate', metadata: { one: '1' } });
  await stripe.refunds.update(refund.id, { metadata: { two: '2' } });
  await stripe.refunds.retrieve(refund.id, { expand: ['charge', 'payment_intent'] });
  await errorOf(stripe.refunds.create({ charge, amount: 20_00 }));
  for (const token of ['pm_card_pendingRefund', 'pm_card_refundFail']) {
    const intent = await stripe.paymentIntents.create(sale(token));
    await stripe.refunds.create({ payment_intent: intent.id });
  }
  await simulator.advance(60_000);
  await stripe.refunds.list({ limit: 10 });
  await stripe.charges.update(charge, { description: 'Partly refunded' });
  await stripe.charges.retrieve(charge, { expand: ['refunds', 'balance_transaction', 'payment_intent'] });
  const { data } = await stripe.charges.list({ limit: 100 });
  const moved = data.find(({ balance_transaction }) => typeof balance_transaction === 'string');
  await stripe.balanceTransactions.retrieve(moved?.balance_transaction as string);

  const disputes = await stripe.disputes.list({ limit: 100 });
  const [first, second] = disputes.data.filter(({ status }) => status === 'needs_response');
  await stripe.disputes.update(first!.id, { evidence: { customer_name: 'Ada', product_description: 'Gold' } });
  const pdf = { data: Buffer.from('%PDF-1.7'), name: 'receipt.pdf' };
  const file = await stripe.files.create({ purpose: 'dispute_evidence', file: pdf });
  await stripe.files.retrieve(file.id);
  await stripe.disputes.update(first!.id, { evidence: { receipt: file.id }, submit: true });
  await stripe.disputes.close(second!.id);
  simulator.trigger({ type: 'dispute_won', dispute: first!.id });
  await stripe.disputes.retrieve(first!.id, { expand: ['charge', 'payment_intent'] });
  await simulator.advance(3 * 86_400_000);
  simulator.trigger({ type: 'payout' });
  const payouts = await stripe.payouts.list({ status: 'paid', arrival_date: { gte: 1 }, limit: 10 });
  const payout = payouts.data[0]!.id;
  await stripe.payouts.retrieve(payout, { expand: ['balance_transaction'] });
  await stripe.balanceTransactions.list({ payout, expand: ['data.source'], limit: 100 });
  simulator.trigger({ type: 'payout_failed', payout });
  await stripe.balanceTransactions.list({ source: payout, type: 'payout_failure' });
  const warnings = await stripe.radar.earlyFraudWarnings.list();
  await stripe.radar.earlyFraudWarnings.retrieve(warnings.data[0]!.id, { expand: ['charge'] });
};

const account = async (stripe: Stripe): Promise<void> => {
  await stripe.accounts.retrieveCurrent();
  await stripe.accounts.retrieve('acct_simulator0000000');
  await stripe.balance.retrieve();
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/hook',
    enabled_events: ['charge.refunded'],
    metadata: { one: '1' },
  });
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true, enabled_events: ['*'] });
  await stripe.webhookEndpoints.retrieve(endpoint.id);
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(endpoint.id);
};

/** Lets the network and the bank act without the merchant. */
const outside = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  const { id: customer } = await stripe.customers.create();
  const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  simulator.trigger({ type: 'card_updated', payment_method, exp_month: 12, exp_year: 2042, last4: '1881' });
  const { latest_charge } = await stripe.paymentIntents.create(sale('pm_card_visa'));
  simulator.trigger({ type: 'dispute', charge: (latest_charge as Stripe.Charge).id, inquiry: true });
  const [inquiry] = (await stripe.disputes.list({ limit: 1 })).data;
  simulator.trigger({ type: 'dispute_escalated', dispute: inquiry!.id });
};

/** Requests that are refused, one of each kind. */
const refusals = async (stripe: Stripe): Promise<void> => {
  await errorOf(stripe.paymentMethods.create(card('4242424242424241')));
  await errorOf(stripe.paymentMethods.create(card('4532015112830366')));
  await errorOf(stripe.paymentIntents.retrieve('pi_unknown'));
  await errorOf(stripe.charges.list({ limit: 1000 }));
  await errorOf(stripe.customers.create({ no_such_parameter: '1' } as Stripe.CustomerCreateParams));
  for (const simulator_fault of ['server_error', 'unavailable', 'rate_limit'])
    await errorOf(stripe.customers.create({ metadata: { simulator_fault } }));
  await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'once' });
  await errorOf(stripe.customers.create({ name: 'Grace' }, { idempotencyKey: 'once' }));
  await errorOf(stripe.customers.create({}, { apiKey: 'sk_live_refused' }));
};

/** Sends requests to every route, with what each may return, and reads every event. */
export const tour = async (stripe: Stripe, simulator: Simulator): Promise<void> => {
  await sellWithEverything(stripe, simulator);
  await customers(stripe);
  await payments(stripe, simulator);
  await directDebits(stripe, simulator);
  await securityCodes(stripe);
  await setups(stripe, simulator);
  await refundsAndDisputes(stripe, simulator);
  await account(stripe);
  await outside(stripe, simulator);
  await refusals(stripe);
  const events: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) events.push(event);
  await stripe.events.retrieve(events[0]!.id);
};
