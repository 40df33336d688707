import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Site } from '@service/billing/resources/site.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anAccount } from '../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { type PrintRequest, printInvoice } from './invoice-pdf.ts';
import { type InvoicePrinter, invoicePrinter } from './invoice-printer.ts';
import { PRINTS } from './queues-of-keys.ts';
import { openTypefaces } from './type/typefaces.ts';
import { PoolFailure, type WorkerPool } from './worker-pool.ts';

const account = anAccount(1);
const request = (changes: Partial<PrintRequest> = {}): PrintRequest => ({
  invoice: { ...anInvoice(1001, account), account_code: 'buyer', parent_account_code: null },
  lines: [anAdjustment(1, account)],
  transactions: [],
  creditPayments: [],
  originals: [],
  site: {
    subdomain: 'tideline',
    seller_country: 'DE',
    company: null,
    company_address: [],
    company_vat_number: null,
    time_zone: 'UTC',
  },
  acceptLanguage: 'de',
  ...changes,
});
const log = { error: vi.fn() };
const turn = vi.fn(async () => {});
const logo = vi.fn(async (): Promise<Uint8Array | undefined> => undefined);
const picture = vi.fn(async (_siteId: string, _digest: string): Promise<Uint8Array | undefined> => undefined);
let printer: InvoicePrinter;
const caller = { site: { id: 'site' } as Site, actor: 'key:1' };
const print = (document: PrintRequest) => printer.print(caller, async () => document);

afterEach(() => printer.close());

/** A pool that counts its tasks and answers each with so many bytes. */
const countingPool = (bytes: number): WorkerPool & { tasks: string[] } => {
  const tasks: string[] = [];
  return {
    tasks,
    async run(_siteId, task) {
      await setImmediate();
      tasks.push(task);
      return new Uint8Array(bytes);
    },
    load: () => ({ waiting: 0, running: 0 }),
    close: async () => {},
  };
};

const open = (pool: WorkerPool, cacheBytes = 1000) => {
  printer = invoicePrinter({ log, turn, logo, picture, pool, cacheBytes });
  return (changes?: Partial<PrintRequest>) => print(request(changes));
};

describe('the invoice printer', () => {
  it('hands a long invoice over in turns', async () => {
    const pool = countingPool(1);
    const [line] = request().lines;
    turn.mockClear();
    await open(pool)({ lines: Array(1_000).fill(line) });
    expect(turn).toHaveBeenCalledTimes(4);
    const { lines, acceptLanguage } = JSON.parse(pool.tasks[0] ?? '') as PrintRequest;
    expect([lines.length, lines.at(-1), acceptLanguage]).toEqual([1_000, lines[0], 'de']);
  });

  it('hands over the logo of the site, by which a rendered invoice is known too', async () => {
    const pool = countingPool(1);
    const print = open(pool);
    const branded = { ...request().site, brand_color: '#0a6b4f', logo: { digest: 'one', width: 2, height: 1 } };
    logo.mockResolvedValueOnce(new Uint8Array([1, 2]));
    await print({ site: branded });
    expect(logo).toHaveBeenLastCalledWith({ id: 'site', logo: branded.logo });
    expect(JSON.parse(pool.tasks[0] ?? '')).toMatchObject({ files: { one: 'AQI=' }, site: branded });
    await print({ site: branded });
    expect(pool.tasks).toHaveLength(2);
  });

  it('hands over the pictures of the look, and no logo where one takes its place', async () => {
    const pool = countingPool(1);
    const print = open(pool);
    const look = {
      header_image: { digest: 'top', type: 'png', width: 2, height: 1 },
      footer_image: { digest: 'foot', type: 'jpeg', width: 2, height: 1 },
      address: null,
      hide_line_dates: false,
      hide_zero_lines: false,
      text: null,
    } as const;
    const site = { ...request().site, logo: { digest: 'one', width: 2, height: 1 } };
    picture.mockImplementation(async (_siteId, digest) => Buffer.from(digest));
    logo.mockClear();
    await print({ site, invoice: { ...request().invoice, look } });
    expect(picture).toHaveBeenCalledWith('site', 'top');
    expect(logo).not.toHaveBeenCalled();
    const { files } = JSON.parse(pool.tasks[0] ?? '') as PrintRequest;
    expect(files).toEqual({
      top: Buffer.from('top').toString('base64'),
      foot: Buffer.from('foot').toString('base64'),
    });
  });

  it('renders the same bytes as the main thread, which meanwhile does other work', async () => {
    printer = invoicePrinter({ log, turn, logo, picture });
    const pdf = print(request());
    expect(await Promise.race([pdf.then(() => 'rendered'), setImmediate('other work')])).toBe('other work');
    expect((await pdf).equals(await printInvoice(request(), openTypefaces()))).toBe(true);
  });

  it.runIf(process.platform === 'linux')('renders in a thread that leaves the processor to the others', async () => {
    const nice = (): number[] =>
      readdirSync('/proc/self/task').map((thread) =>
        // The name of a thread, in parentheses, may contain spaces; the priority is the seventeenth field after it.
        Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').replace(/.*\) /, '').split(' ')[16]),
      );
    printer = invoicePrinter({ log, turn, logo, picture });
    await print(request());
    expect(nice().filter((value) => value === constants.priority.PRIORITY_BELOW_NORMAL)).toHaveLength(1);
    expect(getPriority()).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('reads no more invoices of a key at the same time than it may print', async () => {
    const printed = open(countingPool(10));
    await printed();
    let reading = 0;
    let most = 0;
    const read = async (): Promise<PrintRequest> => {
      most = Math.max(most, ++reading);
      await setImmediate();
      reading -= 1;
      return request();
    };
    await Promise.all(Array.from({ length: 8 }, () => printer.print(caller, read)));
    expect(most).toBe(PRINTS.atOnce);
    const many = Array.from({ length: 2 * (PRINTS.atOnce + PRINTS.waiting) }, () => printer.print(caller, read));
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(PRINTS.atOnce + PRINTS.waiting);
    expect(outcomes.at(-1)).toMatchObject({ reason: { symbol: 'service_unavailable' } });
  });

  it('renders an invoice once for each language, whatever the header says', async () => {
    const pool = countingPool(10);
    const print = open(pool);
    const [first, second] = await Promise.all([print(), print()]);
    expect(second).toBe(first);
    expect(await print({ acceptLanguage: 'German;q=0.9, th' })).toBe(first);
    expect(pool.tasks).toHaveLength(1);
    await print({ acceptLanguage: 'fr' });
    expect(pool.tasks).toHaveLength(2);
  });

  it('renders again when anything that is printed has changed', async () => {
    const pool = countingPool(10);
    const print = open(pool);
    await print();
    await print({ invoice: { ...request().invoice, state: 'failed' } });
    await print({ site: { ...request().site, company: 'Tideline GmbH' } });
    await print({ lines: request().lines.map((line) => ({ ...line, description: 'Boots' })) });
    expect(pool.tasks).toHaveLength(4);
  });

  it('keeps no more bytes than it may', async () => {
    const pool = countingPool(400);
    const print = open(pool, 1000);
    for (const acceptLanguage of ['de', 'fr', 'it', 'it', 'de']) await print({ acceptLanguage });
    // The third pushed out the first, which is then rendered again.
    expect(pool.tasks).toHaveLength(4);
  });

  it.each([
    ['full', 'Too many invoices'],
    ['timed_out', 'took longer than 30 seconds'],
    ['crashed', 'failed'],
    ['closed', 'shutting down'],
  ] as const)('answers that the service is unavailable, and why: %s', async (reason, details) => {
    log.error.mockClear();
    const pool = { run: vi.fn(), load: () => ({ waiting: 0, running: 0 }), close: async () => {} };
    pool.run.mockRejectedValueOnce(new PoolFailure(reason)).mockResolvedValueOnce(new Uint8Array(1));
    const print = open(pool);
    await expect(print()).rejects.toMatchObject({
      symbol: 'service_unavailable',
      details: expect.stringContaining(details),
    });
    expect(log.error).toHaveBeenCalledTimes(reason === 'timed_out' || reason === 'crashed' ? 1 : 0);
    // The failure is not kept.
    expect(await print()).toHaveLength(1);
  });
});
