import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { simulateReport } from '@service/billing/usecases/disputes/simulate-report.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { audit } from './audit.ts';
import { eInvoicesAgree } from './audit-e-invoices.ts';
import { journalsAgree } from './audit-journals.ts';
import { reportsAgree } from './audit-reports.ts';
import { revenueAgrees } from './audit-revenue.ts';
import { closingMonths } from './close-months.ts';
import { confirming } from './confirming.ts';
import { dump } from './dump.ts';
import { ENGINES, type Ground, openGround } from './ground.ts';
import { openPayments } from './life.ts';
import { type MerchantOptions, openMerchant } from './merchant.ts';
import { payingOut } from './paying-out.ts';
import { seeded } from './random.ts';
import { CHALLENGED } from './random-parts.ts';
import { readBooks } from './read-books.ts';

/** The least number of operations between two audits. */
const BETWEEN = 250;

/** Returns the operation after which the next audit is, a sixth more: each one reads all that there is. */
const nextAudit = (operation: number): number =>
  operation + BETWEEN * Math.max(1, Math.ceil(operation / (6 * BETWEEN)));
/** Longer than 10,000 operations take on a busy machine: a run that is stopped has shown nothing. */
const TIMEOUT = 6 * 3_600_000;
/** An audit reads all there is at once, and computes meanwhile: on a busy machine its statements take their time. */
const STATEMENT = 5 * 60_000;
/** The number of operations between two attempts to close the months that are over. */
const BETWEEN_CLOSINGS = 20;

/** The number of operations from which on a run has three years of clock; shorter ones take longer steps. */
const LONG_RUN = 5_000;

/** Receives a line about the progress of a long run. */
type Say = (line: string) => void;
const silent: Say = () => {};

/** After any sequence of operations the books balance, and the same sequence produces the same books on each engine. */
export const closesTheBooks = (operations: number, seed: number, say: Say = silent): void => {
  describe(`the books after ${operations} operations with seed ${seed}`, () => {
    const runs: Awaited<ReturnType<typeof run>>[] = [];

    test.each(ENGINES)('balance on $name', { timeout: TIMEOUT }, async (engine) => {
      runs.push(await run(engine, operations, seed, { say }));
    });

    test('are the same on each engine', () => {
      const [one, other] = runs;
      expect(other?.trace).toEqual(one?.trace);
      for (const [table, rows] of Object.entries(one?.books ?? {})) expect(other?.books[table], table).toEqual(rows);
    });

    test('cover every operation', () => {
      const done = new Set(
        runs[0]?.trace.filter((line) => / 20\d/.test(line)).map((line) => line.replace(/ 20\d.*/, '')),
      );
      expect([...done].toSorted()).toEqual(EVERYTHING.toSorted());
    });
  });
};

const EVERYTHING = [
  ...['purchase', 'authorize', 'await', 'end authorization', 'subscribe', 'pay', 'wait', 'post invoice', 'refund'],
  ...['refund units', 'refund transaction', 'invoice action', 'pay by hand', 'new coupon', 'redeem coupon'],
  ...['buy gift card', 'redeem gift card', 'change card', 'change payer', 'close account', 'travel'],
  ...['buy', 'add method', 'change roles', 'remove method', 'refund part'],
  ...['change', 'change terms', 'choose payer', 'use', 'terminate', 'report'],
  ...['cancel', 'reactivate', 'pause', 'resume', 'convert trial', 'postpone', 'move'],
];

/** The books balance, too, where many payments are challenged and some of them are never confirmed. */
export const closesTheBooksOfChallenges = (operations: number, seed: number, say: Say = silent): void => {
  test.each(ENGINES)(
    `the books balance on $name after ${operations} operations with challenges and seed ${seed}`,
    { timeout: TIMEOUT },
    async (engine) => {
      const { trace } = await run(engine, operations, seed, { cards: CHALLENGED, say });
      expect(trace).toContain('confirm 200');
    },
  );
};

/** Days after which the value of a gift card is earned: some are redeemed before, and some afterwards. */
const BREAKAGE_DAYS = 3;

interface RunOptions {
  readonly cards?: readonly string[];
  readonly say: Say;
}

const run = async (engine: (typeof ENGINES)[number], operations: number, seed: number, { cards, say }: RunOptions) => {
  const ground: Ground = await openGround(engine, {
    statementMs: STATEMENT,
    // Real time passes too: the patience of a queue must not end because an engine is slow.
    async pause(milliseconds) {
      ground.service.clock.advance({ seconds: milliseconds / 1000 });
      await setTimeout(milliseconds / 4);
    },
  });
  try {
    const { service, database } = ground;
    const { sites } = service.service.opened;
    await sites.save({ ...((await sites.find('demo')) as Site), gift_card_breakage_days: BREAKAGE_DAYS });
    const random = seeded(seed);
    const trace: string[] = [];
    const refusals: string[] = [];
    const api = cards ? confirming(service, random, (status) => trace.push(`confirm ${status}`)) : service.api;
    const latestInvoices = async () => (await database.all(LATEST)).map((row) => String(row.invoice_number));
    const gateway = payingOut(ground);
    const months = closingMonths(service, seeded(seed + 1));
    const furthest = operations < LONG_RUN ? 300 : undefined;
    const merchant = openMerchant({ api, latestInvoices, report: reporting(ground), random, cards, furthest });
    let audited = nextAudit(0);
    for (let operation = 1; operation <= operations; operation += 1) {
      // Longer than the lease of an unanswered gateway call.
      service.clock.advance({ minutes: 2 });
      trace.push(await merchant.act());
      // Work that it made due, such as collecting what a new card pays, comes before the next operation.
      await service.dueWork();
      if (operation % BETWEEN_CLOSINGS === 0) {
        await gateway.payOut();
        await months.reopen();
        refusals.push(...[await months.close()].filter((why) => why !== undefined));
      }
      if (operation < audited && operation < operations) continue;
      audited = nextAudit(operation);
      await endCalls(ground);
      // As the server of a deployment does by itself: without statistics its plans for so many records take minutes.
      if (database.engine === 'postgres') await database.run('ANALYZE');
      say(
        `${engine.name}: ${operation} of ${operations} operations, ${months.closed.length} months closed, ` +
          `${months.reopened.length} reopened`,
      );
      expect(
        [
          ...(await audit(database)),
          ...(await revenueAgrees(database)),
          ...(await reportsAgree(ofService(ground), await readBooks(database))),
          ...(await journalsAgree(ofService(ground))),
          ...(await months.changed()),
        ],
        `after ${operation} operations with seed ${seed}; the last were ${trace.slice(-5)}`,
      ).toEqual([]);
    }
    // What kept a month open is said where none was ever closed. A challenge may be open in each of a few months.
    if (!cards) expect(months.closed, refusals.join('\n')).not.toEqual([]);
    const eInvoices = await eInvoicesAgree(ofService(ground));
    expect(eInvoices.found, `e-invoices with seed ${seed}`).toEqual([]);
    expect(eInvoices.checked).toBeGreaterThan(operations / 2);
    const books = await dump(database);
    // Shorter runs need not have every record that a forgery changes.
    if (!cards) await forge(database);
    return { trace, books };
  } catch (error) {
    // The summary of the run comes hours later.
    say(`${engine.name}: ${inspect(error)}`);
    throw error;
  } finally {
    await ground.close();
  }
};

const ofService = ({ service }: Ground) => ({ opened: service.service.opened, clock: openWorld(service.clock).clock });

/** Makes the gateway of a payment report an event, and processes it. Returns the symbol of a refusal. */
const reporting =
  ({ service }: Ground): NonNullable<MerchantOptions['report']> =>
  async (transaction, what) => {
    const { opened } = service.service;
    const world = openWorld(service.clock);
    const site = (await opened.sites.find('demo')) as Site;
    const caller = { site, at: siteTime(site, world.clock), actor: 'a test', correlation: '' };
    try {
      await simulateReport({ ...opened, world })(caller, transaction, what);
    } catch (error) {
      if (error instanceof Failure) return error.symbol;
      throw error;
    }
    await service.dueWork();
    return undefined;
  };

/**
 * The latest invoices by date, not by number: accounts due in one round are served in parallel, so the order of numbers
 * is not the same in two runs.
 */
const LATEST =
  'SELECT i.invoice_number FROM invoices i JOIN accounts a ON a.site_id = i.site_id AND a.id = i.account_id ' +
  'ORDER BY i.created_at DESC, a.account_code, i.uuid DESC LIMIT 40';

/** The audit detects changes that no operation makes. */
const FORGERIES = [
  'UPDATE ledger_entries SET amount = amount + 1 WHERE line = 0',
  'UPDATE invoices SET balance_in_cents = balance_in_cents - 1 WHERE invoice_number = 1000',
  'UPDATE invoices SET tax_in_cents = tax_in_cents + 1 WHERE invoice_number = 1001',
  "UPDATE transactions SET amount_in_cents = amount_in_cents + 1 WHERE status = 'success'",
  `DELETE FROM gateway_log WHERE entry LIKE '%"capture"]%'`,
  'UPDATE credit_payments SET account_id = (SELECT min(account_id) FROM invoices)',
  "UPDATE invoices SET credited_in_cents = credited_in_cents + 1 WHERE type = 'charge' AND credited_in_cents = 0",
  'UPDATE adjustments SET quantity_remaining = quantity + 1',
  'UPDATE coupons SET redemption_count = redemption_count + 1',
  'UPDATE gift_cards SET redeemed_at = NULL',
  'UPDATE payout_lines SET gross_in_cents = gross_in_cents + 1 WHERE position = 1',
  'UPDATE payout_acceptances SET amount_in_cents = amount_in_cents + 1',
  'UPDATE invoices SET invoice_number = invoice_number + 1 WHERE invoice_number = (SELECT max(invoice_number) FROM invoices)',
];

const forge = async (database: Database): Promise<void> => {
  let known: readonly string[] = [];
  for (const forgery of FORGERIES) {
    await database.run(forgery);
    const found = await audit(database);
    expect(
      found.filter((line) => !known.includes(line)),
      forgery,
    ).not.toEqual([]);
    known = found;
  }
};

/** Reverses orphaned calls and runs due work, as the service itself does periodically. */
const endCalls = async ({ service }: Ground): Promise<void> => {
  service.clock.advance({ minutes: 2 });
  const { opened } = service.service;
  const world = openWorld(service.clock);
  const site = (await opened.sites.find('demo')) as Site;
  await intentsOf({ storage: withEvents(opened.storage, world), ...openPayments(opened, world), world }).endAbandoned({
    site,
    at: siteTime(site, world.clock),
  });
  const moved = await service.api(
    'PUT',
    '/v2/sandbox/clock',
    '<clock><advance_in_seconds>1</advance_in_seconds></clock>',
  );
  expect(moved.status, moved.text).toBe(200);
};
