import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DisputeRecord } from '@service/billing/domain/disputes/dispute.ts';
import { newDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { aMessage, anAccount, aSite, aTransaction, id, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import type { ListedPage, Tool } from './command.ts';
import { AS_NPM } from './command-spelling.ts';
import { LISTED } from './cut-list.ts';
import { disputeTool } from './dispute.ts';
import { dueTool } from './due.ts';
import { toolHelp } from './help.ts';
import { mailTool } from './mail.ts';
import { runTool } from './tool.ts';
import { webhookTool } from './webhook.ts';

const MANY = 2 * LISTED + 3;
const LISTS: readonly { readonly tool: Tool; readonly args: readonly string[] }[] = [
  { tool: mailTool, args: ['list', 'acme'] },
  { tool: mailTool, args: ['list', 'acme', '--status', 'queued'] },
  { tool: webhookTool, args: ['deliveries', 'acme'] },
  { tool: webhookTool, args: ['deliveries', 'acme', '--status', 'pending'] },
  { tool: disputeTool, args: ['list', 'acme'] },
  { tool: dueTool, args: ['list', 'acme'] },
  { tool: dueTool, args: ['list', 'acme', '--dismissed'] },
];

const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const site = aSite(1, { subdomain: 'acme' });
  await opened.sites.add(site);
  const ada = anAccount(3);
  const payment = aTransaction(4, ada);
  const dispute: DisputeRecord = {
    id: id(5),
    gateway_code: 'main',
    reference: 'dp',
    account_id: ada.id,
    transaction_uuid: payment.uuid,
    state: 'lost',
    amount_in_cents: 4200,
    currency: 'USD',
    reason: 'fraudulent',
    booked: true,
    evidence: null,
    answered: false,
    accepted_at: null,
    withdrawn_in_cents: 4200,
    fee_in_cents: 0,
    fee_currency: null,
    evidence_due_at: null,
    reported_at: NOON,
    opened_at: NOON,
    closed_at: NOON,
  };
  const failed = {
    kind: 'dunning',
    at: NOON - 60,
    failures: 8,
    retry_at_ms: null,
    error: 'No.',
    failed_at_ms: NOON * 1000,
  };
  const notification = { type: 'new_account', account_id: null, correlation: null, body: '<a/>' } as const;
  const numbers = Array.from({ length: MANY }, (_, at) => 1000 + at);
  await opened.storage.transaction(site.id, async (records) => {
    await records.accounts.add(ada);
    await records.transactions.add(payment);
    await records.outbox.queueAll(numbers.map((n) => aMessage(n, 'receipt')));
    await records.webhookDeliveries.addNotifications(
      numbers.map((n) => ({ ...notification, id: id(n), event_id: id(n), created_at_ms: NOON * 1000 })),
    );
    await records.webhookDeliveries.add(
      numbers.map((n) => newDelivery({ id: id(n), endpoint_id: id(9), notification_id: id(n) }, n, NOON * 1000, false)),
    );
    for (const n of numbers) {
      await records.disputes.save({ ...dispute, id: id(n), reference: `dp_${n}` });
      await records.due.fail({ ...failed, id: id(n), subject: id(n), status: 'parked' });
      await records.due.fail({ ...failed, id: id(n + MANY), subject: id(n), status: 'dismissed' });
    }
  });
  await opened.close();
});

const run = async (tool: Tool, ...args: string[]): Promise<string[]> => {
  const { status, text } = await runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
  // 3: parked work needs a person.
  expect([0, 3], text).toContain(status);
  return text.split('\n');
};
const rowsOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => /\b[0-9a-f]{32}\b|\bdp_\d+$/.test(line)).map((line) => line.trimEnd());

test.each(LISTS)(
  'a list says how many rows it leaves out, and shows them on request: $tool.name $args',
  async ({ tool, args }) => {
    const cut = await run(tool, ...args);
    expect(rowsOf(cut.slice(0, -1))).toHaveLength(LISTED);
    expect(cut.at(-1)).toMatch(new RegExp(`^${MANY - LISTED} more\\. The option --all shows the whole list`));
    const whole = await run(tool, ...args, '--all');
    expect(new Set(rowsOf(whole)).size).toBe(MANY);
    expect(whole.join('\n')).not.toContain('more. The option');
  },
);

test('the help of every tool with a list that is cut names the option', async () => {
  for (const { tool } of LISTS) expect(toolHelp(tool, AS_NPM), tool.name).toContain('  --all ');
});

const json = async (tool: Tool, ...args: string[]): Promise<ListedPage> =>
  JSON.parse((await run(tool, ...args, '--json')).join('\n'));

test.each([
  { tool: mailTool, args: ['list', 'acme'] },
  { tool: webhookTool, args: ['deliveries', 'acme', '--status', 'pending'] },
])('pages of a list follow one another without a gap: $tool.name $args', async ({ tool, args }) => {
  const seen: unknown[] = [];
  let before: string | null = null;
  const totals: number[] = [];
  do {
    const page: ListedPage = await json(tool, ...args, '--limit', '150', ...(before ? ['--before', before] : []));
    seen.push(...page.records.map((record) => record.id));
    totals.push(page.total);
    before = page.next;
  } while (before);
  expect(totals).toEqual([MANY, MANY - 150, MANY - 300]);
  expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  expect(seen).toHaveLength(MANY);
});

test.each(LISTS)('a list is limited to moments: $tool.name $args', async ({ tool, args }) => {
  // Ids of these samples are of 1970; the records of the other lists are of the first of March 2026.
  expect((await json(tool, ...args, '--since', '2026-03-02')).total).toBe(0);
  expect((await json(tool, ...args, '--before', '2026-03-02')).total).toBe(MANY);
});

test('a limit and a moment that cannot be understood are refused', async () => {
  const refused = (...args: string[]) =>
    runTool(mailTool, ['list', 'acme', ...args], { DATA_DIR: folder }, { world: () => world, open: openStorage });
  expect(await refused('--limit', '0')).toMatchObject({ status: 2, text: expect.stringMatching(/^--limit takes/) });
  expect(await refused('--before', 'now')).toMatchObject({ status: 2, text: expect.stringMatching(/^--before takes/) });
});
