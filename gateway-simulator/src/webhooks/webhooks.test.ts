import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, sale } from '../client.fixture.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import { openReceiver, type Receiver } from './receiver.fixture.ts';

let receiver: Receiver;
let simulator: Simulator;
let stripe: Stripe;

beforeAll(async () => {
  receiver = await openReceiver();
  simulator = await startSimulator({ disputeFee: 15_00, clock: 'manual', webhooks: [receiver] });
  stripe = clientOf(simulator);
});
beforeEach(() => {
  simulator.reset();
  receiver.clear();
});
afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
});

const SALE = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];

describe('an event', () => {
  test('is delivered signed, with the object as it was', async () => {
    const intent = await stripe.paymentIntents.create(sale('pm_card_visa'), { idempotencyKey: 'sale-1' });
    await simulator.settled();
    expect(receiver.types()).toEqual(SALE);
    expect(receiver.events[0]).toMatchObject({
      data: { object: { id: intent.id, status: 'requires_confirmation' } },
      request: { idempotency_key: 'sale-1' },
    });
    expect(receiver.events[2]).toMatchObject({ data: { object: { id: intent.id, status: 'succeeded' } } });
  });

  test('is delivered again until it is accepted', async () => {
    receiver.answers.push(500, 503);
    await stripe.customers.create();
    await simulator.settled();
    expect(receiver.events).toHaveLength(0);
    const [event] = (await stripe.events.list({ delivery_success: false })).data;
    expect(event).toMatchObject({ type: 'customer.created', pending_webhooks: 1 });

    await simulator.advance(60_000);
    expect(receiver.events).toHaveLength(0);
    await simulator.advance(600_000);
    expect(receiver.types()).toEqual(['customer.created']);
    expect(await stripe.events.retrieve(event!.id)).toMatchObject({ pending_webhooks: 0 });
  });

  test('can be delivered twice, late or out of order', async () => {
    simulator.plan({ probability: 0, webhook_probability: 1, webhook_kinds: ['duplicate'] });
    await stripe.customers.create();
    await simulator.settled();
    expect(receiver.events.map(({ id }) => id)).toEqual([receiver.events[0]?.id, receiver.events[0]?.id]);

    receiver.clear();
    simulator.plan({ probability: 0, webhook_probability: 1, webhook_kinds: ['late'] });
    await stripe.customers.create();
    await simulator.settled();
    expect(receiver.events).toEqual([]);
    await simulator.advance(60_000);
    expect(receiver.events).toHaveLength(1);

    receiver.clear();
    simulator.plan({ probability: 0, webhook_probability: 1, webhook_kinds: ['reordered'] });
    await stripe.paymentIntents.create(sale('pm_card_visa'));
    await simulator.settled();
    expect(receiver.types()).toEqual([SALE[1], SALE[0]]);
    await simulator.advance(60_000);
    expect(receiver.types()).toEqual([SALE[1], SALE[0], SALE[2]]);
  });

  test('goes to the endpoints that ask for its type', async () => {
    const other = await openReceiver();
    const endpoint = await stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['charge.refunded'] });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
    const { data } = await stripe.webhookEndpoints.list();
    expect(data).toHaveLength(2);

    await stripe.customers.create();
    await simulator.settled();
    expect(receiver.types()).toEqual(['customer.created']);
    await stripe.webhookEndpoints.del(endpoint.id);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    await other.stop();
  });
});

describe('a dispute', () => {
  const disputed = async (token: string) => {
    const intent = await stripe.paymentIntents.create(sale(token, 30_00));
    await simulator.advance(5_000);
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    return { intent, dispute: data[0]! };
  };

  test('takes the money, and a won one returns it', async () => {
    const { intent, dispute } = await disputed('pm_card_createDispute');
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 30_00 });
    expect(receiver.types()).toEqual([...SALE, 'charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });

    const reviewed = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(reviewed).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
    await simulator.advance(5_000);
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
      status: 'won',
      balance_transactions: [
        { amount: -30_00, fee: 15_00, net: -45_00, fee_details: [{ description: 'Dispute fee' }] },
        { amount: 30_00, fee: 0, fee_details: [] },
      ],
    });
    expect(receiver.types().slice(-3)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
    expect(simulator.log().map(({ kind }) => kind)).toEqual(['captured', 'withdrawn', 'reinstated']);
  });

  test('is lost when the merchant accepts it', async () => {
    const { dispute } = await disputed('pm_card_createDisputeProductNotReceived');
    expect(dispute.reason).toBe('product_not_received');
    expect(await stripe.disputes.close(dispute.id)).toMatchObject({ status: 'lost' });
    await expect(stripe.disputes.close(dispute.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('that is an inquiry takes nothing, and closes with a full refund', async () => {
    const { intent, dispute } = await disputed('pm_card_createDisputeInquiry');
    expect(dispute).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    await stripe.refunds.create({ payment_intent: intent.id });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'warning_closed' });
    expect(simulator.log().map(({ kind }) => kind)).toEqual(['captured', 'refunded']);
  });

  test('that is an inquiry can become one that takes the money', async () => {
    const { dispute } = await disputed('pm_card_createDisputeInquiry');
    simulator.trigger({ type: 'dispute_escalated', dispute: dispute.id });
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'needs_response' });
    expect(simulator.log().at(-1)).toMatchObject({ kind: 'withdrawn', amount: 30_00, dispute: dispute.id });
  });

  test('of a bank debit is lost from the start', async () => {
    const intent = await stripe.paymentIntents.create({
      ...sale('pm_usBankAccount_dispute'),
      allowed_payment_method_types: ['us_bank_account'],
      mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
    });
    await simulator.advance(10_000);
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ status: 'lost', reason: 'debit_not_authorized' }]);
  });

  test('may be announced by a report of fraud', async () => {
    const intent = await stripe.paymentIntents.create(sale('pm_card_createIssuerFraudRecord'));
    await simulator.advance(5_000);
    const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: intent.id });
    expect(data).toHaveLength(1);
    expect(receiver.types()).toContain('radar.early_fraud_warning.created');
  });
});

test('a network updates a card', async () => {
  const { id: customer } = await stripe.customers.create();
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  simulator.trigger({ type: 'card_updated', payment_method: method.id, exp_month: 5, exp_year: 2044, last4: '9999' });
  await simulator.settled();
  expect(receiver.events.at(-1)).toMatchObject({
    type: 'payment_method.automatically_updated',
    data: {
      object: { id: method.id, card: { exp_month: 5, exp_year: 2044, last4: '9999' } },
      previous_attributes: { card: { last4: '4242' } },
    },
  });
});

test('a refund fails later', async () => {
  const intent = await stripe.paymentIntents.create(sale('pm_card_visa'));
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  simulator.trigger({ type: 'refund_failed', refund: refund.id });
  await simulator.settled();
  expect(receiver.types()).toContain('refund.failed');
  expect(simulator.log().map(({ kind }) => kind)).toEqual(['captured', 'refunded', 'refund_failed']);
});
