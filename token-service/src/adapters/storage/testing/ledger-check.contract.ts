import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

export const ledgerCheckBehaves = (ground: () => Ground): void => {
  describe('the check of the ledger', () => {
    test('finds movements whose entries do not add up, whatever others do, until they are corrected', async () => {
      const { open, engine, siteId } = ground();
      const found = async (site: number) =>
        (await open.ledgerCheck()).filter(({ site_id, currency }) => site_id === siteId(site) && currency === 'XAU');
      const append = (site: number, n: number) =>
        ground()
          .of(site)
          .ledger.append({
            id: id(n),
            at: NOON,
            account_id: null,
            currency: 'XAU',
            kind: 'test',
            subject: 'test',
            entries: [
              { account: 'cash', amount: 700 },
              { account: 'receivable', amount: -700 },
            ],
          });
      for (const n of [9801, 9802, 9803]) await append(1, n);
      await append(2, 9801);
      expect(await found(1)).toEqual([{ site_id: siteId(1), currency: 'XAU', amount: 0 }]);
      const change = (n: number, amount: number) =>
        engine.run(
          "UPDATE ledger_entries SET amount = amount + $3 WHERE site_id = $1 AND movement_id = $2 AND account = 'cash'",
          [siteId(1), id(n), amount],
        );
      await change(9801, 5);
      await change(9803, -5);
      expect(await found(1)).toMatchObject([{ amount: 10 }]);
      expect(await found(2)).toMatchObject([{ amount: 0 }]);
      await change(9801, -5);
      await change(9803, 5);
      await open.ledgerCheck();
      expect(await found(1)).toMatchObject([{ amount: 0 }]);
    });
  });
};
