import type { PaymentAction } from '@service/billing/domain/payments/payment-action.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

const NOW = NOON * 1000;
const DAY = 86_400;

const anAction = (n: number, changes: Partial<PaymentAction> = {}): PaymentAction => ({
  key: id(n),
  state: 'waiting',
  operation: 'purchase',
  gateway_code: 'main',
  gateway_type: 'test',
  gateway_action: 'the challenge of the gateway',
  reference: 'payment-1',
  method_reference: 'method-1',
  presented: null,
  amount_in_cents: 1000,
  currency: 'EUR',
  account_code: 'ada',
  transaction_uuid: id(n + 1),
  invoice_id: null,
  correlation: 'request-1',
  requests: 0,
  created_at: NOON,
  ends_at: NOON + DAY,
  result_expires_at_ms: null,
  ...changes,
});

/** Payments that wait for the customer's confirmation, on every engine. */
export const paymentActionsBehave = (ground: () => Ground): void => {
  describe('payment actions', () => {
    const actions = (site = 1) => ground().of(site).paymentActions;
    const add = async (n: number, changes: Partial<PaymentAction> = {}, token_id: string | null = null) => {
      const action = anAction(n, changes);
      await actions().add(action, { id: `action token ${n}`, token_id });
      return action;
    };
    const ended = async (until: number) => (await actions().ended(until, 100)).map((item) => item.id);

    test('are found by their action token, at their own site only', async () => {
      const action = await add(9811);
      expect(await actions().find('action token 9811')).toEqual(action);
      expect(await actions().get(action.key)).toEqual(action);
      expect(await actions().find('action token')).toBeUndefined();
      expect(await actions(2).find('action token 9811')).toBeUndefined();
      expect(await actions(2).get(action.key)).toBeUndefined();
    });

    test('keep no token in plain text', async () => {
      const { key } = await add(9813, {}, 'token of the card');
      await actions().confirm(key, 'result token 9813', NOW + 1);
      const rows = await ground().engine.all('SELECT * FROM payment_actions WHERE key = $1', [key]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toMatch(/action token|token of the card|result token/);
      expect(await actions().isOfToken(key, 'token of the card')).toBe(true);
      expect(await actions().isOfToken(key, 'another')).toBe(false);
    });

    test('have one result token at a time, until it expires, and are used once', async () => {
      const { key } = await add(9815);
      expect(await actions().use(key)).toBe(false);
      expect(await actions().confirm(key, 'first 9815', NOW + 1000)).toBe(true);
      expect(await actions().confirm(key, 'second 9815', NOW + 2000)).toBe(true);
      expect(await actions().confirmed('first 9815', NOW)).toBeUndefined();
      expect(await actions().confirmed('second 9815', NOW + 1999)).toMatchObject({ key, state: 'confirmed' });
      expect(await actions().confirmed('second 9815', NOW + 2000)).toBeUndefined();
      expect(await actions(2).confirmed('second 9815', NOW)).toBeUndefined();
      expect(await actions(2).use(key)).toBe(false);
      expect(await actions().use(key)).toBe(true);
      expect(await actions().use(key)).toBe(false);
      expect(await actions().confirmed('second 9815', NOW)).toBeUndefined();
      expect(await actions().confirm(key, 'third 9815', NOW + 1000)).toBe(false);
    });

    test('that failed are not confirmed any more, and forget whose card it was', async () => {
      const { key } = await add(9817, { presented: { first_name: 'Ada' } as PaymentAction['presented'] });
      await actions().fail(key);
      expect(await actions().get(key)).toMatchObject({ state: 'failed', presented: null });
      expect(await actions().confirm(key, 'late 9817', NOW + 1000)).toBe(false);
    });

    test('count requests up to a limit', async () => {
      const { key } = await add(9819);
      expect([await actions().count(key, 2), await actions().count(key, 2), await actions().count(key, 2)]).toEqual([
        true,
        true,
        false,
      ]);
      expect((await actions().get(key))?.requests).toBe(2);
    });

    test('of an invoice are found while they can be confirmed, the newest first', async () => {
      const invoice_id = id(9830);
      await add(9821, { invoice_id });
      const newer = await add(9823, { invoice_id, created_at: NOON + 1 });
      await add(9825, { invoice_id, created_at: NOON + 2, state: 'failed' });
      expect(await actions().openOf(invoice_id)).toEqual(newer);
      expect(await actions(2).openOf(invoice_id)).toBeUndefined();
    });

    test('are due when their time is over, until they are removed', async () => {
      const { key } = await add(9827, { ends_at: NOON - 5 * DAY });
      expect(await ended(NOON - 5 * DAY - 1)).not.toContain(key);
      expect(await ended(NOON - 5 * DAY)).toContain(key);
      await actions(2).remove(key);
      expect(await ended(NOON)).toContain(key);
      await actions().remove(key);
      expect(await ended(NOON)).not.toContain(key);
    });
  });
};
