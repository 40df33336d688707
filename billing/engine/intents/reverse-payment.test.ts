import { expect, test } from 'vitest';
import type { Lookup, PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import type { FollowUpRequest, Gateways, RefundRequest } from '../../ports/gateway.ts';
import type { Site } from '../../resources/site.ts';
import { reversePayment } from './reverse-payment.ts';

const result = (outcome: PaymentResult['outcome'], error_code?: string) =>
  ({ outcome, reference: 'ref-1', amount_in_cents: 1000, ...(error_code ? { error_code } : {}) }) as PaymentResult;

const FOUND = { outcome: 'found', result: result('succeeded'), currency: 'USD', settlement: null } as Lookup;
const DONE = result('succeeded');
const declined = (error_code: string) => result('declined', error_code);

const run = async (lookup: Lookup, { voided = DONE, refunded = DONE, through = null as string | null } = {}) => {
  const calls: [string, RefundRequest][] = [];
  const gateways = {
    lookup: async () => lookup,
    async void(request: FollowUpRequest) {
      calls.push(['void', request]);
      return voided;
    },
    async refund(request: FollowUpRequest) {
      calls.push(['refund', request]);
      return refunded;
    },
  } as unknown as Gateways;
  const intent = { id: 'one', kind: 'order', gateway_code: 'test', gateway_key: 'key' } as Intent;
  const { outcome, fee } = await reversePayment(gateways, { site: {} as Site, at: 1 }, intent, through);
  return {
    outcome,
    fee,
    accepting: calls.map(([, { accepts_dispute }]) => accepts_dispute),
    calls: calls.map(([action, { key, reference, amount_in_cents, currency }]) => [
      action,
      key,
      reference,
      amount_in_cents,
      currency,
    ]),
  };
};

test('voids the operation that the look-up finds, with a key of its own', async () => {
  expect(await run(FOUND)).toMatchObject({
    outcome: 'reversed',
    calls: [['void', 'key/reverse', 'ref-1', 1000, 'USD']],
  });
});

test('refunds a settled payment', async () => {
  const { outcome, calls } = await run(FOUND, { voided: declined('transaction_settled') });
  expect(outcome).toBe('reversed');
  expect(calls.at(-1)).toEqual(['refund', 'key/reverse-by-refund', 'ref-1', 1000, 'USD']);
});

test('refers to the authorization of a captured payment', async () => {
  expect((await run(FOUND, { through: 'auth-1' })).calls[0]?.[2]).toBe('auth-1');
});

test.each([
  ['the gateway never received it', { outcome: 'not_found' } as Lookup],
  ['the gateway declined it', { ...FOUND, result: declined('declined') } as Lookup],
])('calls nothing when %s', async (_, lookup) => {
  expect(await run(lookup)).toMatchObject({ outcome: 'nothing', calls: [] });
});

test('treats a payment that was voided before as reversed', async () => {
  const { outcome, calls } = await run(FOUND, { voided: declined('transaction_already_voided') });
  expect([outcome, calls.length]).toEqual(['reversed', 1]);
});

test('accepts the dispute of a payment that cannot be refunded', async () => {
  const { accepting } = await run(FOUND, { voided: declined('transaction_cannot_be_refunded') });
  expect(accepting).toEqual([undefined, true]);
});

test('reports the fee of a dispute that was accepted', async () => {
  const fee = { amount_in_cents: 1500, currency: 'USD' };
  const refunded = { ...DONE, dispute_fee: fee } as PaymentResult;
  expect((await run(FOUND, { voided: declined('transaction_cannot_be_refunded'), refunded })).fee).toEqual(fee);
});

test.each(['scheduled', 'processing'] as const)('calls nothing while a debit is %s', async (settlement) => {
  expect(await run({ ...FOUND, settlement } as Lookup)).toMatchObject({ outcome: 'settling', calls: [] });
});

test.each([
  ['the look-up', { outcome: 'unknown' } as Lookup, {}],
  ['the void', FOUND, { voided: result('unknown', 'gateway_timeout') }],
  ['the refund', FOUND, { voided: declined('transaction_settled'), refunded: result('unknown', 'gateway_timeout') }],
])('is unknown when %s times out', async (_, lookup, answers) => {
  expect((await run(lookup, answers)).outcome).toBe('unknown');
});

test('fails, with what to do, when the gateway refuses', async () => {
  const answers = { voided: declined('transaction_settled'), refunded: declined('transaction_cannot_be_refunded') };
  await expect(run(FOUND, answers)).rejects.toThrow(
    'Gateway test neither voids (transaction_settled) nor refunds (transaction_cannot_be_refunded) the payment of intent one. ' +
      'Reverse it there, then retry.',
  );
});

test('does not take an operation that waits for the customer for canceled while its gateway is not reached', async () => {
  const waiting = { ...FOUND, result: result('action_required', 'three_d_secure_action_required') } as Lookup;
  expect((await run(waiting, { voided: declined('gateway_unavailable') })).outcome).toBe('unknown');
  expect((await run(waiting, { voided: declined('transaction_not_found') })).outcome).toBe('reversed');
});
