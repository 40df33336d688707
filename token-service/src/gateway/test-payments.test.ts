import type { PaymentAnswer } from '@service/billing/payments/gateway-result.ts';
import type { FollowUpRequest } from '@service/billing/ports/gateway.ts';
import type { Presented } from '@service/billing/ports/vault.ts';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './gateway.fixture.ts';

const START = Date.parse('2026-03-15T12:00:00Z');
const DAY = 86_400_000;

const open = () => {
  const time = { at: START };
  const gateway = openTestGateway({}, [{}], () => time.at / 1000);
  const { gateways, request } = gateway;
  const take = (presented: Presented, amount_in_cents: number, more: object = {}): Promise<PaymentAnswer> =>
    gateways.charge({
      ...request(),
      action: 'purchase',
      method: { presented },
      amount_in_cents,
      recurring: false,
      ...more,
    });
  const charge = (number: string, amount: number, more?: object) => take(gateway.card(number), amount, more);
  const debit = (number: string, more?: object) => take(gateway.account(number), 5000, more);
  const about = ({ reference }: PaymentAnswer, amount_in_cents: number): FollowUpRequest => ({
    ...request(),
    reference: reference ?? '',
    amount_in_cents,
  });
  const settlement = ({ reference }: PaymentAnswer) =>
    gateways.settlement({ ...request(), reference: reference ?? '' });
  return { ...gateway, time, charge, debit, about, settlement };
};

const VISA = '4111111111111111';
const reason = (answer: PaymentAnswer): string => (answer.outcome === 'declined' ? answer.error_code : answer.outcome);

describe('payments at the test gateway', () => {
  it('takes money, and charges the stored method again by its reference', async () => {
    const { gateways, charge, request } = open();
    const answer = await charge(VISA, 1999);
    expect(answer).toMatchObject({ outcome: 'approved', amount_in_cents: 1999, cvv: { code: 'M' }, test: true });
    const reference = 'method_reference' in answer ? answer.method_reference : '';
    const again = await gateways.charge({
      ...request(),
      action: 'purchase',
      method: { reference },
      amount_in_cents: 500,
      recurring: true,
    });
    expect(again).toMatchObject({ outcome: 'approved', amount_in_cents: 500, method_reference: reference, cvv: null });
  });

  it('answers a key once, whatever is asked with it later', async () => {
    const { charge, log } = open();
    const first = await charge(VISA, 1999, { key: 'once' });
    expect(await charge(VISA, 1, { key: 'once' })).toEqual(first);
    expect(log.calls).toHaveLength(1);
  });

  it('declines a card that may be stored, when it is charged', async () => {
    const { charge } = open();
    expect(reason(await charge('4000000000000341', 100))).toBe('declined_saveable');
    expect(reason(await charge('4000000000000077', 100))).toBe('insufficient_funds');
    expect(reason(await charge(VISA, 100, { currency: 'TRY' }))).toBe('currency_not_supported');
  });

  it('captures what was set aside, once', async () => {
    const { gateways, charge, about } = open();
    const held = await charge(VISA, 4000, { action: 'authorize' });
    expect(reason(await gateways.refund(about(held, 4000)))).toBe('total_credit_exceeds_capture');
    expect(reason(await gateways.capture(about(held, 4001)))).toBe('authorization_amount_depleted');
    expect(await gateways.capture(about(held, 4000))).toMatchObject({ outcome: 'approved', amount_in_cents: 4000 });
    expect(reason(await gateways.capture(about(held, 4000)))).toBe('authorization_already_captured');
    expect(reason(await gateways.refund(about(held, 4000)))).toBe('approved');
  });

  it('captures nothing of what was let go', async () => {
    const { gateways, charge, about } = open();
    const held = await charge(VISA, 4000, { action: 'authorize' });
    expect(reason(await gateways.void(about(held, 4000)))).toBe('approved');
    expect(reason(await gateways.capture(about(held, 4000)))).toBe('authorization_expired');
    expect(reason(await gateways.void(about(held, 4000)))).toBe('transaction_already_voided');
  });

  it('gives back part by part, and never more than it took', async () => {
    const { gateways, charge, about } = open();
    const taken = await charge(VISA, 1000);
    expect(reason(await gateways.refund(about(taken, 600)))).toBe('approved');
    expect(reason(await gateways.refund(about(taken, 401)))).toBe('total_credit_exceeds_capture');
    expect(reason(await gateways.void(about(taken, 1000)))).toBe('transaction_already_refunded');
    expect(reason(await gateways.refund(about(taken, 400)))).toBe('approved');
    expect(reason(await gateways.refund(about(taken, 1)))).toBe('total_credit_exceeds_capture');
  });

  it('refuses to give back to the card that refuses it, or what it never took', async () => {
    const { gateways, charge, about } = open();
    expect(reason(await gateways.refund(about(await charge('4000000000002024', 1000), 1)))).toBe(
      'transaction_cannot_be_refunded',
    );
    const unknown = { ...(await charge(VISA, 1)), reference: 'nothing' };
    expect(reason(await gateways.refund(about(unknown, 1)))).toBe('transaction_not_found');
  });

  it.each([
    ['111111111', ['scheduled', 'processing', 'settled', 'settled']],
    ['111111112', ['scheduled', 'processing', 'returned', 'returned']],
    ['111111114', ['scheduled', 'processing', 'settled', 'charged_back']],
  ])('a debit from account %s settles in its time: %j', async (number, expected) => {
    const { debit, settlement, time } = open();
    const answer = await debit(number);
    expect(answer).toMatchObject({ outcome: 'pending', amount_in_cents: 5000 });
    const seen = [];
    for (const days of [0, 1, 3, 10]) {
      time.at = START + days * DAY;
      seen.push(await settlement(answer));
    }
    expect(seen).toEqual(expected);
  });

  it('a bank sets nothing aside', async () => {
    const { debit, log } = open();
    expect(reason(await debit('111111111', { action: 'authorize' }))).toBe('transaction_cannot_be_authorized');
    expect(log.calls.map(({ movements }) => movements)).toEqual([[]]);
  });

  it('a debit cannot be voided, and what is given back of it takes its time too', async () => {
    const { gateways, debit, about, settlement, time } = open();
    const taken = await debit('111111116');
    expect(reason(await gateways.void(about(taken, 5000)))).toBe('transaction_cannot_be_voided');
    const back = await gateways.refund(about(taken, 5000));
    expect(back.outcome).toBe('pending');
    time.at = START + 3 * DAY;
    expect(await settlement(back)).toBe('returned');
  });

  it('reverses by key what was taken, and is not confused by a second reversal', async () => {
    const { gateways, charge, about, request, log } = open();
    const taken = await charge(VISA, 1000, { key: 'lost' });
    for (const _ of [1, 2]) {
      expect(await gateways.reverse({ ...request(), key: 'lost' })).toMatchObject({ outcome: 'approved' });
    }
    expect(log.calls.map(({ movements }) => movements)).toEqual([['authorize', 'capture'], ['void']]);
    expect(reason(await gateways.refund(about(taken, 1)))).toBe('transaction_already_voided');
    expect(await gateways.reverse({ ...request(), key: 'never' })).toBeUndefined();
  });

  it('reverses a capture with the authorization that it captured', async () => {
    const { gateways, charge, about, request } = open();
    const authorized = await charge(VISA, 1000, { action: 'authorize' });
    await gateways.capture({ ...about(authorized, 1000), key: 'lost' });
    await gateways.reverse({ ...request(), key: 'lost' });
    expect(reason(await gateways.capture(about(authorized, 1000)))).toBe('authorization_expired');
  });

  it('reverses a charge nobody heard the answer of', async () => {
    const { gateways, charge, request, log } = open();
    expect((await charge('4000000000000309', 1000, { key: 'silent' })).outcome).toBe('unknown');
    await gateways.reverse({ ...request(), key: 'silent' });
    expect(log.calls.map(({ movements }) => movements)).toEqual([['authorize', 'capture'], ['void']]);
  });
});
