import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { differencesOfReport, openReport } from '@service/billing/queries/reports/open-report.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { closePeriod } from '@service/billing/usecases/periods/close-period.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import type { TestService } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { WITH_CREDENTIALS } from './notified-shop.ts';
import { openPaidOutShop, type PaidOutShop, payoutFile } from './paid-out-shop.ts';

const OCTOBER = ['2028-10-01', '2028-10-31'] as const;

const disputed = (shop: PaidOutShop, reference: string, at: number) =>
  shop.report({
    ...{ kind: 'dispute_opened', dispute: `du ${reference}`, reference, amount_in_cents: 4200, currency: 'USD', at },
    ...{ reason: 'general', fee: { amount_in_cents: 1500, currency: 'USD' }, withdrawn: true, evidence_due_at: null },
  });

/** Closes a month, or says why it cannot be closed. */
const closing = (service: TestService, shop: PaidOutShop) => async (month: string) => {
  const { opened } = service.service;
  const world = openWorld(service.clock);
  const site = (await opened.sites.find(shop.site.subdomain)) as Site;
  const caller = { site, at: siteTime(site, world.clock), actor: 'operator:ada@example.com', correlation: 'c' };
  try {
    await closePeriod({ storage: withEvents(opened.storage, world), world })(caller, month);
  } catch (error) {
    if (error instanceof Failure) return String(error.params.what);
    throw error;
  }
  await service.dueWork();
  return 'closed';
};

onBothEngines(
  'payouts',
  (service) => {
    it('bring charges less refunds, chargebacks and fees to the bank', async () => {
      const shop = await openPaidOutShop(service());
      await shop.travel('2028-10-03T08:00:00Z');
      const [kept, lost] = [await shop.buy(), await shop.buy()];
      const refund = await shop.refund(kept, 1200);
      await disputed(shop, lost.reference, await shop.now());
      await shop.travel('2028-10-09T08:00:00Z');
      const file = payoutFile({
        payout: 'po_1',
        arrived_on: '2028-10-06',
        lines: [
          `L-1,charge,${kept.reference},${kept.reference},2028-10-03,4200,152`,
          `L-2,charge,${lost.reference},${lost.reference},2028-10-03,4200,152`,
          `L-3,refund,${refund},${kept.reference},2028-10-03,-1200,0`,
          `L-4,chargeback,du ${lost.reference},${lost.reference},2028-10-04,-4200,1500`,
          'L-5,fee,,,2028-10-05,-300,0',
        ],
      });
      const before = await shop.balances();
      expect(before).toMatchObject({ cash: 1500, disputed: 4200, fees: 1500 });
      const { recorded, lines } = await shop.importFile(file);
      expect([recorded.map(({ amount_in_cents }) => amount_in_cents), lines]).toEqual([[896], 5]);
      // All that the gateway held has arrived: nothing is left in cash.
      const { cash: _, ...others } = before;
      const after = { ...others, bank: 896, fees: 2104 };
      expect(await shop.balances()).toEqual(after);
      expect(await shop.reconciled(...OCTOBER)).toEqual([
        'matched charge 4200 4200 0',
        'matched charge 4200 4200 0',
        'matched refund -1200 -1200 0',
        'matched chargeback -4200 -4200 0',
        'fee fee -300 - 0',
      ]);

      // The same file again changes nothing.
      expect(await shop.importFile(file)).toEqual({ recorded: [], known: 1, lines: 0 });
      expect(await shop.balances()).toEqual(after);
      const entries = await shop.records().auditLog.list({ action: 'payout.recorded' }, 9);
      expect(entries.map(({ subject }) => subject)).toEqual(['main po_1']);
    });

    it('are reported with their sums, which agree with the ledger', async () => {
      const shop = await openPaidOutShop(service());
      await shop.travel('2028-10-03T08:00:00Z');
      const { reference } = await shop.buy();
      await shop.travel('2028-10-09T08:00:00Z');
      const sold = `charge,${reference},${reference},2028-10-03,4200,152`;
      await shop.importFile(payoutFile({ payout: 'po_1', arrived_on: '2028-10-06', lines: [`L-1,${sold}`] }));
      const { storage } = service().service.opened;
      const at = await shop.now();
      const site = { ...shop.site, clock_offset: 0 };
      const [from, to] = ['2028-10-06', '2028-10-06'];
      const report = await openReport({ storage })({ site, at }, 'payouts', { from, to });
      expect(await Array.fromAsync(report.rows())).toEqual([
        {
          ...{ booked_on: from, arrived_on: from, gateway: 'main', payout: 'po_1', currency: 'USD', lines: 1 },
          ...{ charges: 4200, refunds: 0, chargebacks: 0, others: 0, fees: 152, dispute_fees: 0, amount: 4048 },
        },
      ]);
      expect(await differencesOfReport(report)).toEqual([]);
      const earlier = await openReport({ storage })({ site, at }, 'payouts', { from: '2028-10-07', to: '2028-10-08' });
      expect(await Array.fromAsync(earlier.rows())).toEqual([]);
    });

    it('show what only one side has, until it is adopted or accepted', async () => {
      const shop = await openPaidOutShop(service());
      await shop.travel('2028-10-02T08:00:00Z');
      const first = await shop.buy();
      await shop.travel('2028-10-03T08:00:00Z');
      await shop.buy();
      await shop.travel('2028-10-20T08:00:00Z');
      const last = await shop.buy();
      await shop.travel('2028-10-26T08:00:00Z');
      const sold = ({ reference }: { readonly reference: string }, day: string, cents: number) =>
        `charge,${reference},${reference},${day},${cents},0`;
      await shop.importFile(
        payoutFile({
          payout: 'po_1',
          arrived_on: '2028-10-25',
          lines: [
            `L-1,${sold(first, '2028-10-02', 4200)}`,
            `L-2,${sold(last, '2028-10-20', 4190)}`,
            `L-3,${sold({ reference: 'pi_elsewhere' }, '2028-10-20', 700)}`,
            'L-4,adjustment,,,2028-10-21,-100,0',
            `L-5,${sold({ reference: 'pi_canceled' }, '2028-10-20', 500)}`,
            'L-6,refund,re_canceled,pi_canceled,2028-10-21,-500,0',
          ],
        }),
      );
      const open = [
        'matched charge 4200 4200 0',
        'amount_differs charge 4190 4200 -10',
        'only_gateway charge 700 - 700',
        'only_gateway adjustment -100 - -100',
        'returned charge 500 - 0',
        'returned refund -500 - 0',
        'only_here charge - 4200 -4200',
      ];
      expect(await shop.reconciled(...OCTOBER)).toEqual(open);
      // What is left in cash is the sum of the differences, with the other sign.
      expect(await shop.balances()).toMatchObject({ cash: 3610 });

      await expect(shop.accept('L-4', ' ')).rejects.toThrow(Invalid);
      await expect(shop.accept('L-1', 'Why not')).rejects.toThrow(Failure);
      await expect(shop.accept('L-9', 'Why not')).rejects.toThrow(Failure);
      const lacking = await shop.records().payouts.unpaid({ from: 0, to: 4e9 }, 14 * 86_400, undefined, 9);
      for (const item of ['L-2', 'L-3', 'L-4', lacking[0]?.reference ?? '']) await shop.accept(item, 'Agreed');
      expect(await shop.reconciled(...OCTOBER)).toEqual([
        'matched charge 4200 4200 0',
        'accepted charge 4190 4200 0',
        'accepted charge 700 - 0',
        'accepted adjustment -100 - 0',
        'returned charge 500 - 0',
        'returned refund -500 - 0',
        'accepted charge - 4200 0',
      ]);
      expect(await shop.balances()).toMatchObject({ payout_differences: 3610 });
      expect((await shop.balances()).cash).toBeUndefined();
      await expect(shop.accept('L-4', 'Again')).rejects.toThrow(Failure);
      expect(await shop.acceptances(...OCTOBER)).toEqual(['-10 Agreed', '700 Agreed', '-100 Agreed', '-4200 Agreed']);

      await shop.withdraw('L-3', 'A payment of ours');
      await expect(shop.withdraw('L-3', 'Again')).rejects.toThrow(Failure);
      expect((await shop.reconciled(...OCTOBER))[2]).toBe('only_gateway charge 700 - 700');
      expect(await shop.acceptances(...OCTOBER)).toEqual(['-10 Agreed', '-100 Agreed', '-4200 Agreed']);
      expect(await shop.balances()).toMatchObject({ cash: -700, payout_differences: 4310 });
      const withdrawn = await shop.records().auditLog.list({ action: 'payout.acceptance_withdrawn' }, 9);
      expect(withdrawn.map(({ subject }) => subject)).toEqual(['main L-3']);
    });

    it('are refused as a whole, with everything that is wrong', async () => {
      const shop = await openPaidOutShop(service());
      await shop.travel('2028-10-09T08:00:00Z');
      const { reference } = await shop.buy();
      const sold = `charge,${reference},${reference},2028-10-03,4200,152`;
      const known = { payout: 'po_1', arrived_on: '2028-10-06', lines: [`L-1,${sold}`] };
      await shop.importFile(payoutFile(known));
      const before = await shop.balances();
      const fine = { payout: 'po_2', arrived_on: '2028-10-07', lines: ['L-2,fee,,,2028-10-06,-5,0'] };
      expect(await shop.refusal(payoutFile(fine, { ...known, arrived_on: '2028-10-08' }))).toBe(
        'Nothing was recorded. The payout po_1 was recorded before with other amounts, days or lines.',
      );
      expect(await shop.refusal(payoutFile(fine, { ...known, payout: 'po_3' }))).toBe(
        'Nothing was recorded. The line L-1 is in the payout po_1 already.',
      );
      expect(await shop.refusal(payoutFile(fine, { ...fine, payout: 'po_4', arrived_on: '2028-10-10' }))).toBe(
        'Nothing was recorded. The payout po_4 arrives on 2028-10-10: record it once it has arrived. The line L-2 is there twice: in the payouts po_2 and po_4.',
      );
      expect(await shop.refusal(payoutFile(fine), 'unknown')).toBe('not_found');
      expect(await shop.balances()).toEqual(before);
      expect(await shop.records().payouts.find('main', 'po_2')).toBeUndefined();
    });

    it('that came back leave the bank again', async () => {
      const shop = await openPaidOutShop(service());
      await shop.travel('2028-10-09T08:00:00Z');
      const { reference } = await shop.buy();
      const sold = `L-1,charge,${reference},${reference},2028-10-03,4200,0`;
      await shop.importFile(payoutFile({ payout: 'po_1', arrived_on: '2028-10-06', lines: [sold] }));
      const back = 'L-2,payout,po_1,,2028-10-07,4200,0';
      await shop.importFile(payoutFile({ payout: 'po_2', arrived_on: '2028-10-08', lines: [back] }));
      expect(await shop.balances()).toMatchObject({ bank: 4200 });
      expect((await shop.balances()).cash).toBeUndefined();
      expect(await shop.reconciled(...OCTOBER)).toEqual(['matched charge 4200 4200 0', 'matched payout 4200 4200 0']);
    });

    it('keep a month open while they differ, and are dated in the first open month', async () => {
      const shop = await openPaidOutShop(service());
      const close = closing(service(), shop);
      await shop.travel('2028-09-20T08:00:00Z');
      const { reference } = await shop.buy();
      await shop.travel('2028-10-05T08:00:00Z');
      expect(await close('2028-09')).toBe('closed');
      const sold = `L-1,charge,${reference},${reference},2028-09-20,4200,152`;
      const strange = 'L-2,adjustment,,,2028-09-22,-40,0';
      await shop.importFile(payoutFile({ payout: 'po_1', arrived_on: '2028-09-25', lines: [sold, strange] }));
      const payout = await shop.records().payouts.find('main', 'po_1');
      expect(payout?.booked_at).toBe(Date.parse('2028-10-01T00:00:00Z') / 1000);
      await shop.travel('2028-11-02T08:00:00Z');
      const refused = await close('2028-10');
      expect(refused).toContain('Not yet: payouts of gateways are reconciled. 1 difference.');
      await shop.accept('L-2', 'Currency fee of the bank');
      // The amount is in the month of the payout, although it was accepted in the next one.
      expect(await shop.balances('2028-11-01T00:00:00Z')).toMatchObject({ payout_differences: 40 });
      expect(await shop.balances('2028-10-01T00:00:00Z')).not.toHaveProperty('payout_differences');
      expect(await close('2028-10')).toBe('closed');
      // What is withdrawn from a closed month is dated in the first open one.
      await shop.withdraw('L-2', 'By mistake');
      expect(await shop.balances('2028-11-01T00:00:00Z')).toMatchObject({ payout_differences: 40 });
      expect(await shop.balances()).not.toHaveProperty('payout_differences');
    });
  },
  { env: WITH_CREDENTIALS },
);
