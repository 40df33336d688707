import { expect, it } from 'vitest';
import { findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const DEAR = '<unit_amount_in_cents><USD>10000000</USD></unit_amount_in_cents>';
const MANY = '<quantity>1000000</quantity>';
const LIMIT = 'exceeds the limit of an invoice, 250000000000000 cents';

onBothEngines('terms that an invoice could not hold', (service) => {
  const open = async () => {
    const shop = await openShop(service());
    const now = Date.parse(textOf((await shop.api('GET', '/v2/sandbox/clock')).xml, 'now') ?? '');
    const inYears = (years: number) => new Date(now + years * 365.25 * 86_400_000).toISOString().replace(/\.\d+/, '');
    const wanted = (plan: string, inner: string) =>
      `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><collection_method>manual</collection_method>` +
      `<account><account_code>${fresh('a')}</account_code></account>${MANY}${inner}</subscription>`;
    const bought = (plan: string, inner: string) =>
      `<purchase><account><account_code>${fresh('a')}</account_code></account><currency>USD</currency><collection_method>manual</collection_method>` +
      `<subscriptions><subscription><plan_code>${plan}</plan_code>${MANY}${inner}</subscription></subscriptions></purchase>`;
    const ask = async (method: string, path: string, body = '') => {
      const { status, xml, text } = await shop.api(method, path, body);
      if (status === 422) expect(text).toContain(LIMIT);
      return { status, uuid: textOf(xml, 'uuid') ?? '', found: status === 422 ? findings(xml) : [status] };
    };
    return { ...shop, inYears, wanted, bought, ask };
  };

  it('are refused with the date of the first bill: now, later, in a purchase and in previews', async () => {
    const { plan, inYears, wanted, bought, ask } = await open();
    const monthly = await plan(DEAR);
    const until = (field: string, years: number) => `<${field}>${inYears(years)}</${field}>`;
    const later = until('starts_at', 1);
    for (const field of ['first_renewal_date', 'first_bill_date', 'next_bill_date']) {
      for (const [path, body, root] of [
        ['/v2/subscriptions', wanted, 'subscription'],
        ['/v2/subscriptions/preview', wanted, 'subscription'],
        ['/v2/purchases', bought, 'purchase.subscriptions[0]'],
        ['/v2/purchases/preview', bought, 'purchase.subscriptions[0]'],
      ] as const) {
        for (const start of ['', later]) {
          const { found } = await ask('POST', path, body(monthly, start + until(field, 20)));
          expect(found, `${path} ${start}`).toEqual([`${root}.${field} invalid`]);
        }
      }
    }
    expect((await ask('POST', '/v2/subscriptions', wanted(monthly, until('first_renewal_date', 1)))).status).toBe(201);
  });

  it('are refused when a bill date is moved so far, and when a change in a long period costs that much', async () => {
    const { plan, subscribe: _, inYears, wanted, ask } = await open();
    const { uuid } = await ask('POST', '/v2/subscriptions', wanted(await plan(DEAR), ''));
    const postpone = (years: number) =>
      ask('PUT', `/v2/subscriptions/${uuid}/postpone?bulk=true&next_bill_date=${inYears(years)}`);
    expect((await postpone(50)).found).toEqual(['subscription.next_bill_date invalid']);
    expect((await postpone(2)).found).toEqual([200]);
    const quantity = (count: number, more = '') => `<subscription><quantity>${count}</quantity>${more}</subscription>`;
    const path = `/v2/subscriptions/${uuid}`;
    expect((await ask('PUT', path, quantity(9_000_000))).found).toEqual(['subscription.base invalid']);
    expect((await ask('POST', `${path}/preview`, quantity(9_000_000))).found).toEqual(['subscription.base invalid']);
    // At the next bill date it is charged for one interval.
    expect((await ask('PUT', path, quantity(9_000_000, '<timeframe>bill_date</timeframe>'))).found).toEqual([200]);
    expect((await ask('PUT', path, quantity(1_000_100))).found).toEqual([200]);
  });

  it('that an invoice can hold are billed at their boundary by the worker', async () => {
    const { plan, inYears, wanted, ask, travel, show, records } = await open();
    const dates = `<starts_at>${inYears(1)}</starts_at><first_renewal_date>${inYears(2)}</first_renewal_date>`;
    const { uuid } = await ask('POST', '/v2/subscriptions', wanted(await plan(DEAR), dates));
    expect(await show(uuid, 'state')).toEqual(['future']);
    await travel(inYears(1.01));
    expect(await show(uuid, 'state')).toEqual(['active']);
    expect(await records().due.failed(10)).toEqual([]);
  });
});
