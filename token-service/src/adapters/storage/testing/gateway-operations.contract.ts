import { OPERATIONS_KEPT_FOR } from '@service/billing/domain/payments/gateway-operations.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anIntent, id } from './samples.ts';

const DAY = 86_400;
/** A midnight long before anything else that the other samples make due. */
const LONG_AGO = 10_000 * DAY;

export const gatewayOperationsBehave = (ground: () => Ground): void => {
  describe('operations at gateways', () => {
    const begin = (key: string, at: number, site = 1) =>
      ground()
        .open.gatewayOperations()
        .begin({
          site_id: ground().siteId(site),
          gateway_code: 'pruned',
          key,
          action: 'purchase',
          request: 'purchase 1000 USD',
          object: 'pi_1',
          at,
        });
    const isKept = async (key: string, site = 1) =>
      (await ground()
        .open.gatewayOperations()
        .find({ site_id: ground().siteId(site), gateway_code: 'pruned', key })) !== undefined;

    test('are deleted a day at a time, 30 days later, unless their intent is open', async () => {
      const { gatewayOperations: operations, intents } = ground().of(1);
      const [done, next, open] = [id(9501), id(9502), id(9503)];
      const keys = [done, `${done}/reverse`, open, `${open}/1`];
      for (const [second, key] of keys.entries()) await begin(key, LONG_AGO + second);
      await begin(next, LONG_AGO + DAY);
      await begin(done, LONG_AGO, 2);
      await intents.open({ ...anIntent(9504, 'parked', 1), gateway_key: open });

      const day = (count: number) => LONG_AGO + count * DAY + OPERATIONS_KEPT_FOR;
      const item = (at: number) => ({ id: String(at), subject: 'gateway_operations', at, failures: 0 });
      expect(await operations.expired(day(1) - 1, 9)).toEqual([]);
      expect(await operations.expired(day(9), 9)).toEqual([item(day(1))]);
      expect(await operations.removeExpired(LONG_AGO + DAY, 1)).toBe(1);
      expect(await operations.removeExpired(LONG_AGO + DAY, 9)).toBe(1);
      expect(await operations.removeExpired(LONG_AGO + DAY, 9)).toBe(0);
      expect(await Promise.all(keys.map((key) => isKept(key)))).toEqual([false, false, true, true]);
      expect([await isKept(next), await isKept(done, 2)]).toEqual([true, true]);
      expect(await operations.expired(day(9), 9)).toEqual([item(day(2))]);

      await intents.close({ id: id(9504), correlation: '' });
      expect(await operations.expired(day(9), 9)).toEqual([item(day(1))]);
      expect(await operations.removeExpired(LONG_AGO + 9 * DAY, 9)).toBe(3);
      expect(await operations.expired(day(9), 9)).toEqual([]);
    });
  });
};
