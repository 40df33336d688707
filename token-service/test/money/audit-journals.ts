import { withDefaultAccount } from '@service/billing/domain/journals/chart-changes.ts';
import type { JournalMovement } from '@service/billing/domain/journals/journal-movement.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { batchMovements, openJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import { ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { makeJournalBatch } from '@service/billing/usecases/journals/make-journal-batch.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { OpenStorage } from '../../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { differences } from './sums.ts';

interface Deployment {
  readonly opened: Pick<OpenStorage, 'storage' | 'sites'>;
  readonly clock: SystemClock;
}

/**
 * Makes a journal of what is posted since the last one, and checks that all journals together have each movement once
 * and add up to the ledger, that each document balances, and that the lines of each invoice explain what it posted.
 * Returns one line for each discrepancy.
 */
export const journalsAgree = async ({ opened, clock }: Deployment): Promise<string[]> => {
  const site = (await opened.sites.find('demo')) as Site;
  const world = openWorld({ ...machineClock, now: clock.now });
  const at = siteTime(site, clock);
  const caller: Caller = { site, at, actor: 'command line', correlation: world.ids.uuid() };
  const deps = { storage: opened.storage, world };
  await changeJournalChart(deps)(caller, (chart) => withDefaultAccount(chart, '9999'));
  const batches = await opened.storage.of(site.id).journals.list(undefined, 1000);
  const detail = batches.length % 2 === 0 ? 'day' : 'document';
  await makeJournalBatch(deps)(caller, { detail, up_to: dayIn(site.time_zone, at) });

  const found: string[] = [];
  const posted = new Map<string, number>();
  const seen = new Set<string>();
  for (const { number } of await opened.storage.of(site.id).journals.list(undefined, 1000)) {
    for await (const movement of batchMovements(opened.storage.of(site.id), number)) {
      if (seen.has(movement.id)) found.push(`The movement ${movement.id} is in two journals`);
      seen.add(movement.id);
      found.push(...unexplained(movement));
    }
    const batch = await openJournalBatch(deps)(caller, number);
    for await (const { lines, currency, kind, day } of batch.documents()) {
      const sum = lines.reduce((total, { amount }) => total + amount, 0);
      if (sum !== 0) found.push(`The document ${kind} of ${day} in journal ${number} has ${sum} too much`);
      for (const { ledger_account, amount } of lines) {
        const key = `${currency} ${ledger_account}`;
        posted.set(key, (posted.get(key) ?? 0) + amount);
      }
    }
  }
  const ledger = await ledgerSums(opened.storage.of(site.id).reports, { from: 0, to: at + 1 });
  return [
    ...found,
    ...differences(
      'A ledger account in the journals',
      posted,
      new Map(
        ledger.map(({ currency, account, debits_in_cents, credits_in_cents }) => [
          `${currency} ${account}`,
          debits_in_cents - credits_in_cents,
        ]),
      ),
    ),
  ];
};

/** Returns what the lines of an invoice leave of the revenue and the tax that it posted. */
const unexplained = ({ id, kind, entries, lines }: JournalMovement): string[] => {
  if (kind !== 'invoice.posted') return [];
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const tax = lines.flatMap(({ taxes }) => taxes).reduce((sum, { amount }) => sum + amount, 0);
  return entries.flatMap(({ account, amount }) => {
    const explained = account === 'revenue' ? net : account === 'tax' ? tax : -amount;
    return explained === -amount ? [] : [`The lines of ${id} explain ${explained} of ${-amount} of ${account}`];
  });
};
