import type { RecordedPayouts } from '@service/billing/engine/reconciliation/book-payouts.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { acceptDifference } from '@service/billing/usecases/payouts/accept-difference.ts';
import { recordPayouts } from '@service/billing/usecases/payouts/record-payouts.ts';
import { withdrawAcceptance } from '@service/billing/usecases/payouts/withdraw-acceptance.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { expect } from 'vitest';
import { readPayoutFile } from '../../src/documents/payouts/read-payout-file.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { type TestService, textOf, within } from '../service.ts';
import { type Bought, type NotifiedShop, openNotifiedShop } from './notified-shop.ts';

/** The day of a payout, and its lines: `L-1,charge,<reference>,2026-11-03,1000,59`. */
export interface PayoutText {
  readonly payout: string;
  readonly arrived_on: string;
  readonly lines: readonly string[];
}

const HEAD = 'payout,arrived_on,currency,line,kind,reference,payment,made_at,gross_in_cents,fee_in_cents,net_in_cents';

/** Returns the CSV file of payouts in USD. */
export const payoutFile = (...payouts: readonly PayoutText[]): string =>
  [
    HEAD,
    ...payouts.flatMap(({ payout, arrived_on, lines }) =>
      lines.map((line) => {
        const [name, kind, reference, payment, made_at, gross, fee] = line.split(',');
        const net = Number(gross) - Number(fee);
        return [payout, arrived_on, 'USD', name, kind, reference, payment, made_at, gross, fee, net].join(',');
      }),
    ),
  ].join('\n');

/** A shop whose gateway account `main` pays out. */
export interface PaidOutShop extends NotifiedShop {
  /** Records the payouts of a file. */
  importFile(text: string, gateway?: string): Promise<RecordedPayouts>;
  /** Returns why a file is refused. */
  refusal(text: string, gateway?: string): Promise<string>;
  accept(item: string, reason: string): Promise<void>;
  withdraw(item: string, reason: string): Promise<void>;
  /** Refunds a part of an invoice; returns the reference of the refund. */
  refund(bought: Bought, cents: number): Promise<string>;
  /** The lines of the report reconciliation: `matched charge 4200 4200 0`. */
  reconciled(from: string, to: string): Promise<readonly string[]>;
  /** Returns what was accepted of the lines: `700 Agreed`. */
  acceptances(from: string, to: string): Promise<readonly string[]>;
  /** The balances of the ledger in USD, without those of 0, now or before a moment. */
  balances(before?: string): Promise<Readonly<Record<string, number>>>;
}

export const openPaidOutShop = async (service: TestService, changes: Partial<Site> = {}): Promise<PaidOutShop> => {
  const shop = await openNotifiedShop(service, changes);
  const { opened } = service.service;
  const world = openWorld(service.clock);
  const deps = { storage: withEvents(opened.storage, world), world };
  const caller = async () => {
    const site = (await opened.sites.find(shop.site.subdomain)) as Site;
    return { site, at: siteTime(site, world.clock), actor: 'command line', correlation: 'payouts' };
  };
  const importFile: PaidOutShop['importFile'] = async (text, gateway = 'main') => {
    const read = readPayoutFile(text);
    if ('problems' in read) throw new Error(read.problems.join(' '));
    return recordPayouts(deps)(await caller(), gateway, read.payouts);
  };
  return {
    ...shop,
    importFile,
    async refusal(text, gateway) {
      const error = await importFile(text, gateway).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Failure);
      const { symbol, params } = error as Failure;
      return String(params.what ?? symbol);
    },
    async accept(item, reason) {
      await acceptDifference(deps)(await caller(), 'main', item, reason);
    },
    async withdraw(item, reason) {
      await withdrawAcceptance(deps)(await caller(), 'main', item, reason);
    },
    async refund({ number }, cents) {
      const refunded = await shop.api(
        'POST',
        `/v2/invoices/${number}/refund`,
        `<invoice><refund_method>transaction_first</refund_method><amount_in_cents>${cents}</amount_in_cents></invoice>`,
      );
      expect(refunded.status, refunded.text).toBe(201);
      return textOf(within(refunded.xml, 'transactions', 'transaction'), 'reference') ?? '';
    },
    async reconciled(from, to) {
      const report = await openReport(deps)(await caller(), 'reconciliation', { from, to });
      const rows = await Array.fromAsync(report.rows());
      return rows.map(({ result, kind, gross, booked, difference }) =>
        [result, kind, gross, booked, difference].map((cell) => cell ?? '-').join(' '),
      );
    },
    async acceptances(from, to) {
      const report = await openReport(deps)(await caller(), 'reconciliation', { from, to });
      const rows = await Array.fromAsync(report.rows());
      for (const { result, gross, booked, accepted, difference } of rows) {
        if (result !== 'returned') expect(Number(gross) - Number(booked) - Number(accepted)).toBe(difference);
      }
      return rows.filter(({ accepted }) => accepted !== 0).map(({ accepted, reason }) => `${accepted} ${reason}`);
    },
    async balances(before) {
      const { at } = await caller();
      const to = before === undefined ? at + 1 : Date.parse(before) / 1000;
      const sums = await ledgerSums(opened.storage.of(shop.site.id).reports, { from: 0, to });
      return Object.fromEntries(
        sums
          .filter(({ currency }) => currency === 'USD')
          .map((sum) => [sum.account, sum.debits_in_cents - sum.credits_in_cents] as const)
          .filter(([, amount]) => amount !== 0),
      );
    },
  };
};
