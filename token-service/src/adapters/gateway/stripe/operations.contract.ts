import { describe, expect, test } from 'vitest';
import type { GatewayOperation, GatewayOperations } from './operations.ts';

interface Ground {
  readonly operations: GatewayOperations;
  readonly sites: readonly [string, string];
}

/** The contract of every store of operations. */
export const behavesLikeGatewayOperations = (ground: () => Ground): void => {
  describe('operations at a provider', () => {
    const operation = (key: string, more: Partial<GatewayOperation> = {}): GatewayOperation => ({
      site_id: ground().sites[0],
      gateway_code: 'stripe',
      key,
      action: 'purchase',
      request: 'purchase 1000 USD',
      object: null,
      at: 1_772_366_400,
      ...more,
    });

    test('are recorded once by key, and the first stays', async () => {
      const { operations } = ground();
      const first = operation('begun');
      expect(await operations.find(first)).toBeUndefined();
      expect(await operations.begin(first)).toEqual({ ...first, isRepeated: false });
      const other = operation('begun', { request: 'purchase 2000 USD' });
      expect(await operations.begin(other)).toEqual({ ...first, isRepeated: true });
      expect(await operations.find(first)).toEqual(first);
    });

    test('belong to an account of a site', async () => {
      const { operations, sites } = ground();
      const own = operation('shared');
      const others = [
        operation('shared', { site_id: sites[1], request: 'other site' }),
        operation('shared', { gateway_code: 'second', request: 'other account' }),
      ];
      for (const one of [own, ...others]) expect(await operations.begin(one)).toEqual({ ...one, isRepeated: false });
      await operations.assign(own, 'pi_1');
      for (const other of others) expect(await operations.find(other)).toEqual(other);
    });

    test('get one id, the first of several', async () => {
      const { operations } = ground();
      const begun = operation('assigned');
      await operations.begin(begun);
      const given = await Promise.all(['pi_1', 'pi_2', 'pi_3'].map((id) => operations.assign(begun, id)));
      expect(new Set(given).size).toBe(1);
      expect(await operations.find(begun)).toEqual({ ...begun, object: given[0] });
    });

    test('can be closed until they have an id, and get none afterwards', async () => {
      const { operations } = ground();
      const closed = await operations.begin(operation('closed'));
      expect(await operations.close(closed)).toBe(true);
      expect(await operations.assign(closed, 'pi_1')).toBeUndefined();
      expect((await operations.find(closed))?.object).toBeNull();
      const assigned = await operations.begin(operation('late'));
      await operations.assign(assigned, 'pi_2');
      expect(await operations.close(assigned)).toBe(false);
      expect(await operations.close(operation('never begun'))).toBe(false);
    });
  });
};
