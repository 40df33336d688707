import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AdjustmentRecord } from '@service/billing/domain/adjustments/record.ts';
import { expect, it } from 'vitest';
import { id } from '../../src/adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice, aSubscription } from '../../src/adapters/storage/testing/selling-samples.ts';
import { MOST_PAGE_BYTES } from '../../src/apis/xml/lists/read-page.ts';
import { fresh, type OtherSite } from '../service.ts';
import { onBothEngines } from './engines.ts';

/** At 1.9 MB each, they need two pages. */
const INVOICES = 7;
/** The largest possible line: each of these characters takes six bytes in XML. */
const DESCRIPTION = '"'.repeat(255);
const ADDRESS = Object.fromEntries(
  ['first_name', 'last_name', 'address1', 'address2', 'city', 'state', 'zip', 'country', 'phone', 'nickname'].map(
    (name) => [name, DESCRIPTION],
  ),
) as unknown as AdjustmentRecord['shipping_address'];

onBothEngines('pages of heavy records', (service) => {
  /** Opens a site with invoices of many long lines. */
  const furnished = async (invoices: number, lines: number, changes: Partial<AdjustmentRecord> = {}) => {
    const site = await service().openSite();
    const account_code = fresh('heavy');
    await site.api('POST', '/v2/accounts', `<account><account_code>${account_code}</account_code></account>`);
    const account = (await site.records().accounts.find(account_code))!;
    for (let n = 1; n <= invoices; n += 1) {
      await site.records().invoices.add(anInvoice(1000 + n, account));
      const added = Array.from({ length: lines }, (_, position) =>
        anAdjustment(n * 10_000 + position, account, {
          state: 'invoiced',
          invoice_id: id(1000 + n),
          description: DESCRIPTION,
          position,
          ...changes,
        }),
      );
      await service().service.opened.storage.transaction(site.site.id, (records) => records.adjustments.addAll(added));
    }
    return { site, account };
  };

  let shared: ReturnType<typeof furnished> | undefined;
  /** The shared site that most of these tests only read. */
  const heavy = () => {
    shared ??= furnished(INVOICES, 500);
    return shared;
  };

  const headersOf = ({ privateKey }: OtherSite, version = '2.19') => ({
    Authorization: `Basic ${Buffer.from(`${privateKey}:`).toString('base64')}`,
    Accept: 'application/xml',
    'X-Api-Version': version,
  });
  /** The raw text, which is too large for the request parser. */
  const read = async (site: OtherSite, path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(new URL(path, service().apiUrl), {
      method,
      headers: { ...headersOf(site), ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  type Reply = Awaited<ReturnType<typeof read>>;

  /** Follows a list to its end and returns its pages. */
  const follow = async (site: OtherSite, path: string): Promise<Reply[]> => {
    const pages: Reply[] = [];
    for (let next: string | undefined = path; next; ) {
      const page = await read(site, next);
      expect(page.status, page.text.slice(0, 500)).toBe(200);
      expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(MOST_PAGE_BYTES);
      pages.push(page);
      next = linked(page, 'next');
    }
    return pages;
  };
  const linked = ({ headers }: Reply, rel: string): string | undefined =>
    new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('Link') ?? '')?.[1];
  const numbers = ({ text }: Reply): number[] =>
    [...text.matchAll(/<invoice_number type="integer">(\d+)</g)].map(([, number]) => Number(number));
  const lines = ({ text }: Reply): (string | undefined)[] =>
    text
      .split('<adjustment ')
      .slice(1)
      .map((line) => /<uuid>(\w+)</.exec(line)?.[1]);

  it('end before 8 MB, and their links reach every record exactly once, in either order', async () => {
    const { site } = await heavy();
    const all = Array.from({ length: INVOICES }, (_, n) => 1001 + n);
    for (const [order, expected] of [
      ['asc', all],
      ['desc', all.toReversed()],
    ] as const) {
      const pages = await follow(site, `/v2/invoices?per_page=200&order=${order}`);
      expect(pages.flatMap(numbers)).toEqual(expected);
      expect(pages.length).toBeGreaterThan(1);
      const [before, last] = pages.slice(-2);
      const back = await read(site, linked(last!, 'prev')!);
      expect(Buffer.byteLength(back.text)).toBeLessThanOrEqual(MOST_PAGE_BYTES);
      expect(numbers(back).at(-1)).toBe(numbers(before!).at(-1));
    }
    const count = await read(site, '/v2/invoices?per_page=200', {}, 'HEAD');
    expect(count.headers.get('X-Records')).toBe(String(INVOICES));
  });

  it('have an ETag and are not sent again to a client that has them', async () => {
    const { site } = await heavy();
    for (const path of ['/v2/invoices', '/v2/invoices/1001']) {
      const first = await read(site, path);
      const tag = first.headers.get('ETag')!;
      expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
      expect(first.headers.get('Content-Length')).toBe(String(Buffer.byteLength(first.text)));
      const again = await read(site, path, { 'If-None-Match': tag });
      expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);
    }
    const [found, head] = [await read(site, '/v2/invoices/1001'), await read(site, '/v2/invoices/1001', {}, 'HEAD')];
    expect(head.headers.get('Content-Length')).toBe(found.headers.get('Content-Length'));
    expect(head.headers.get('ETag')).toBe(found.headers.get('ETag'));
  });

  it('show fewer lines of an invoice larger than a page, with a link to all of them', async () => {
    const { site } = await furnished(2, 501, { shipping_address: ADDRESS });
    const pages = await follow(site, '/v2/invoices?per_page=200&order=asc');
    expect(pages.map(numbers)).toEqual([[1001], [1002]]);
    expect(lines(pages[0]!).length).toBe(250);
    expect(pages[0]!.text).toMatch(/<all_line_items href=".*\/1001\/adjustments"/);
    expect(lines(await read(site, '/v2/invoices/1001')).length).toBe(500);
  });

  it('link to all 5,999 lines of an invoice that shows the first 500', async () => {
    const { site } = await furnished(1, 5999, { description: 'Chart' });
    const first = Array.from({ length: 500 }, (_, n) => id(10_000 + n));
    expect(lines(await read(site, '/v2/invoices/1001'))).toEqual(first);
    const uuids = (await follow(site, '/v2/invoices/1001/line_items?per_page=200')).flatMap(lines);
    expect(uuids.length).toBe(5999);
    expect(new Set(uuids).size).toBe(5999);
  });

  it('name the subscription of a line beyond the first page, in versions that show it', async () => {
    const { site, account } = await furnished(1, 600, { description: 'Chart' });
    const price = '<unit_amount_in_cents><USD>1999</USD></unit_amount_in_cents>';
    await site.api('POST', '/v2/plans', `<plan><plan_code>tideline</plan_code><name>Tideline</name>${price}</plan>`);
    const { records } = site;
    await records().subscriptions.add(
      aSubscription(7, account, { plan_id: (await records().plans.find('tideline'))!.id }),
    );
    await records().adjustments.add(
      anAdjustment(1, account, { state: 'invoiced', invoice_id: id(1001), subscription_id: id(7), position: 700 }),
    );
    const found = await read(site, '/v2/invoices/1001', { 'X-Api-Version': '2.7' });
    expect(found.text).toMatch(new RegExp(`<subscription href=".*${id(7)}"`));
  });

  it('are refused to a key that leaves earlier responses unread, until it closes them', async () => {
    const { site } = await heavy();
    const path = '/v2/invoices?per_page=200';
    const ask = async (): Promise<IncomingMessage> => {
      const request = get(new URL(path, service().apiUrl), { agent: false, headers: headersOf(site) });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    };
    const unread = await Promise.all(Array.from({ length: 4 }, ask));
    expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);

    const refused = await read(site, path);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('1');
    expect(refused.text).toContain('<symbol>too_many_requests</symbol>');
    expect((await read(site, '/v2/accounts')).status).toBe(200);

    const logged = service().logged.length;
    for (const response of unread) response.destroy();
    await expect.poll(async () => (await read(site, path)).status, { timeout: 20_000 }).toBe(200);
    expect(service().logged.slice(logged).join('')).not.toContain('"error"');
  });
});
