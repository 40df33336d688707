import { expect, it, vi } from 'vitest';
import { id } from '../../src/adapters/storage/testing/samples.ts';
import { anAdjustment } from '../../src/adapters/storage/testing/selling-samples.ts';
import { findings, fresh, type OtherSite, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

const MOST = 5999;

// Each of these tests prices, stores and prints some six thousand lines, which takes ten seconds on an idle machine.
vi.setConfig({ testTimeout: 180_000 });

onBothEngines('an invoice with too many lines', (service) => {
  /** Opens a site whose account has the given number of pending charges of one dollar. */
  const furnished = async (pending: number) => {
    const site = await service().openSite();
    const account_code = fresh('heavy');
    await site.api('POST', '/v2/accounts', `<account><account_code>${account_code}</account_code></account>`);
    const account = (await site.records().accounts.find(account_code))!;
    const waiting = Array.from({ length: pending }, (_, n) =>
      anAdjustment(10_000 + n, account, {
        state: 'pending',
        invoice_id: null,
        unit_amount_in_cents: 100,
        quantity: 1,
        created_at: service().clock.now() / 1000 - 100_000 + n,
        updated_at: service().clock.now() / 1000 - 100_000 + n,
      }),
    );
    await service().service.opened.storage.transaction(site.site.id, (records) => records.adjustments.addAll(waiting));
    return { site, account_code, account };
  };
  const purchase = (code: string, adjustments: string) =>
    `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency>` +
    `<collection_method>manual</collection_method><adjustments>${adjustments}</adjustments></purchase>`;
  const charges = (count: number, cents = 100): string =>
    `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment>`.repeat(count);
  const lineCounts = async ({ records }: OtherSite): Promise<number[]> => {
    const query = { filter: {}, sort: 'created_at', order: 'asc', limit: 50 } as const;
    const invoices = (await records().invoices.list(query)).records;
    return Promise.all(
      invoices.map(({ uuid }) => records().adjustments.count({ ...query, filter: { invoice_id: uuid } })),
    );
  };
  const manual = '<invoice><collection_method>manual</collection_method></invoice>';

  it.each(['/v2/purchases', '/v2/purchases/preview'])('is refused by POST %s, which changes nothing', async (path) => {
    const { site } = await furnished(0);
    const refused = await site.api('POST', path, purchase(fresh('new'), charges(MOST + 1)));
    expect([refused.status, findings(refused.xml)]).toEqual([422, ['purchase.adjustments too_many']]);
    expect(refused.text).toContain('has too many entries (maximum is 5999)');
    expect(await lineCounts(site)).toEqual([]);
    const accounts = { filter: {}, sort: 'created_at', order: 'asc', limit: 0 } as const;
    expect(await site.records().accounts.count(accounts)).toBe(1);
  });

  it('is not reached by exactly the maximum number of charges', async () => {
    const { site } = await furnished(0);
    const sold = await site.api('POST', '/v2/purchases', purchase(fresh('new'), charges(MOST)));
    expect(sold.status, sold.text.slice(0, 500)).toBe(200);
    expect(await lineCounts(site)).toEqual([MOST]);
  });

  it('is not reached when credits share the lines', async () => {
    const { site } = await furnished(0);
    const mixed = purchase(fresh('new'), charges(3001) + charges(3000, -10));
    expect((await site.api('POST', '/v2/purchases/preview', mixed)).status).toBe(200);
  });

  it('is avoided in the preview of pending charges', async () => {
    const { site, account_code } = await furnished(MOST + 1);
    const preview = await site.api('POST', `/v2/accounts/${account_code}/invoices/preview`, manual);
    expect(preview.status).toBe(200);
    expect(preview.text).toContain(`>${MOST}00<`);
  });

  it('is avoided for pending charges: the oldest are invoiced first, the rest by the next posted invoice', async () => {
    const { site, account_code } = await furnished(MOST + 6);
    const post = () => site.api('POST', `/v2/accounts/${account_code}/invoices`, manual);
    expect((await post()).status).toBe(201);
    expect(await lineCounts(site)).toEqual([MOST]);
    const left = await site.records().adjustments.list({
      filter: { state: 'pending' },
      sort: 'created_at',
      order: 'asc',
      limit: 10,
    });
    expect(left.records.map(({ uuid }) => uuid)).toEqual(Array.from({ length: 6 }, (_, n) => id(10_000 + MOST + n)));

    expect((await post()).status).toBe(201);
    expect((await lineCounts(site)).toSorted((a, b) => a - b)).toEqual([6, MOST]);
    const nothing = await post();
    expect([nothing.status, textOf(nothing.xml, 'symbol')]).toEqual([422, 'will_not_invoice']);
  });

  it('is avoided in a purchase: pending charges beyond the limit stay pending', async () => {
    const { site, account_code } = await furnished(MOST);
    const sold = await site.api('POST', '/v2/purchases', purchase(account_code, charges(10, 5)));
    expect(sold.status, sold.text.slice(0, 500)).toBe(200);
    expect(await lineCounts(site)).toEqual([MOST]);
    const query = { sort: 'created_at', order: 'asc', limit: 0 } as const;
    const { adjustments, invoices } = site.records();
    expect(await adjustments.count({ ...query, filter: { state: 'pending' } })).toBe(10);
    const [invoice] = (await invoices.list({ ...query, filter: {}, limit: 1 })).records;
    // 5,989 pending charges of 1.00, and 10 of 0.05.
    expect(invoice?.total_in_cents).toBe(5989 * 100 + 10 * 5);
    const last = await adjustments.onInvoiceFrom(invoice!.uuid, MOST - 10, 20);
    expect(last.map(({ position, unit_amount_in_cents }) => [position, unit_amount_in_cents])).toEqual(
      Array.from({ length: 10 }, (_, n) => [MOST - 10 + n, 5]),
    );
  });
});
