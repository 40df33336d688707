import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const VERSION = { 'X-Api-Version': '2.24' };

onBothEngines('items', (service) => {
  const send = (method: string, path: string, body?: string, headers = VERSION) =>
    service().api(method, `/v2/items${path}`, body, headers);
  const post = (inner: string) => send('POST', '', `<item>${inner}</item>`);
  const put = (code: string, inner: string) => send('PUT', `/${code}`, `<item>${inner}</item>`);
  const add = async (inner = '') => {
    const code = fresh('mug');
    const added = await post(`<item_code>${code}</item_code><name>Blue mug</name>${inner}`);
    expect(added.status, added.text).toBe(201);
    return { code, added };
  };
  const reactivateLink = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.xml?.children.find(({ name, attributes }) => name === 'a' && attributes.get('name') === 'reactivate');

  it('are created with the documented defaults', async () => {
    const { code, added } = await add();
    const address = `${service().apiUrl}/v2/items/${code}`;
    expect(added.headers.get('location')).toBe(address);
    const found = await send('GET', `/${code}`);
    expect(found.xml).toEqual(added.xml);
    expect(found.xml?.attributes.get('href')).toBe(address);
    expect(found.xml?.children.map(({ name }) => name)).toEqual([
      ...['item_code', 'name', 'description', 'external_sku', 'accounting_code', 'revenue_schedule_type'],
      ...['tax_exempt', 'tax_code', 'state', 'created_at', 'updated_at', 'deleted_at'],
    ]);
    expect(textOf(found.xml, 'revenue_schedule_type')).toBe('evenly');
    expect(textOf(found.xml, 'tax_exempt')).toBe('false');
    expect(textOf(found.xml, 'state')).toBe('active');
    for (const name of ['description', 'external_sku', 'accounting_code', 'tax_code', 'deleted_at']) {
      expect(within(found.xml, name)?.attributes.has('nil'), name).toBe(true);
    }
  });

  it('are changed, and an empty change leaves them as they are', async () => {
    const { code } = await add('<external_sku>MUG-1</external_sku><tax_code>physical</tax_code>');
    const next = fresh('cup');
    const changed = await put(
      code,
      `<item_code>${next}</item_code><external_sku nil="nil"/><revenue_schedule_type>never</revenue_schedule_type>` +
        '<tax_exempt>true</tax_exempt><state>active</state>',
    );
    expect(changed.status, changed.text).toBe(200);
    expect(textOf(changed.xml, 'tax_code')).toBe('physical');
    expect(textOf(changed.xml, 'revenue_schedule_type')).toBe('never');
    expect(within(changed.xml, 'external_sku')?.attributes.has('nil')).toBe(true);
    expect((await send('GET', `/${code}`)).status).toBe(404);
    const same = await send('PUT', `/${next}`, '<item/>');
    expect(same.status).toBe(200);
    expect(same.xml).toEqual(changed.xml);
  });

  it('keep their code while they are inactive, and come back', async () => {
    const { code, added } = await add();
    expect(reactivateLink(added)).toBeUndefined();
    const early = await send('PUT', `/${code}/reactivate`);
    expect([early.status, textOf(early.xml, 'symbol')]).toEqual([422, 'item_not_inactive']);

    expect((await send('DELETE', `/${code}`)).status).toBe(204);
    expect((await send('DELETE', `/${code}`)).status).toBe(204);
    const inactive = await send('GET', `/${code}`);
    expect(textOf(inactive.xml, 'state')).toBe('inactive');
    expect(textOf(inactive.xml, 'deleted_at')).toMatch(/^2/);
    const link = reactivateLink(inactive);
    expect([link?.attributes.get('href'), link?.attributes.get('method')]).toEqual([
      `${service().apiUrl}/v2/items/${code}/reactivate`,
      'put',
    ]);
    const again = await post(`<item_code>${code}</item_code><name>Another</name>`);
    expect([again.status, findings(again.xml)]).toEqual([422, ['item.item_code taken']]);
    expect(textOf((await put(code, '<name>Green mug</name>')).xml, 'name')).toBe('Green mug');

    const back = await send('PUT', `/${code}/reactivate`);
    expect([back.status, textOf(back.xml, 'state')]).toEqual([200, 'active']);
    expect(within(back.xml, 'deleted_at')?.attributes.has('nil')).toBe(true);
    expect(reactivateLink(back)).toBeUndefined();
  });

  it('are listed by state', async () => {
    const [{ code: active }, { code: gone }] = [await add(), await add()];
    await send('DELETE', `/${gone}`);
    const codes = async (query: string) =>
      (await send('GET', `?per_page=200${query}`)).xml?.children.map((each) => textOf(each, 'item_code')) ?? [];
    expect(await codes('')).toEqual(expect.arrayContaining([active, gone]));
    expect(await codes('&state=inactive')).toContain(gone);
    expect(await codes('&state=inactive')).not.toContain(active);
    expect(await codes('&state=active')).not.toContain(gone);
    expect((await send('GET', '?state=sold')).status).toBe(400);
    const counted = await send('HEAD', '?state=inactive');
    expect(Number(counted.headers.get('x-records'))).toBe((await codes('&state=inactive')).length);
  });

  it.each([
    ['<item_code/>', ['item.item_code blank']],
    ['<item_code>Mug</item_code>', ['item.item_code invalid']],
    ['<item_code>a/b</item_code>', ['item.item_code invalid']],
    [`<item_code>${'x'.repeat(51)}</item_code>`, ['item.item_code too_long']],
    ['<name/>', ['item.name blank']],
    [`<name>${'x'.repeat(256)}</name>`, ['item.name too_long']],
    [`<external_sku>${'x'.repeat(51)}</external_sku>`, ['item.external_sku too_long']],
    ['<accounting_code>123456789012345678901</accounting_code>', ['item.accounting_code too_long']],
    ['<accounting_code>a b</accounting_code>', ['item.accounting_code invalid']],
    [`<tax_code>${'x'.repeat(51)}</tax_code>`, ['item.tax_code too_long']],
    ['<revenue_schedule_type>at_invoice</revenue_schedule_type>', ['item.revenue_schedule_type inclusion']],
    ['<tax_exempt>perhaps</tax_exempt>', ['item.tax_exempt inclusion']],
  ])('refuse %s, and nothing is stored', async (wrong, expected) => {
    const [, name = ''] = /^<(\w+)/.exec(wrong) ?? [];
    const code = fresh('refused');
    const right = { item_code: `<item_code>${code}</item_code>`, name: '<name>Mug</name>' };
    const answer = await post(Object.values({ ...right, [name]: wrong }).join(''));
    expect([answer.status, findings(answer.xml)]).toEqual([422, expected]);
    expect((await send('GET', `/${code}`)).status).toBe(404);
  });

  it('refuse the code of another item', async () => {
    const [{ code }, { code: other }] = [await add(), await add()];
    const answer = await put(code, `<item_code>${other}</item_code>`);
    expect([answer.status, findings(answer.xml)]).toEqual([422, ['item.item_code taken']]);
    expect((await put(code, `<item_code>${code}</item_code>`)).status).toBe(200);
  });

  it('are unknown to earlier versions', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/mug/reactivate'],
    ] as const) {
      const answer = await send(method, path, undefined, { 'X-Api-Version': '2.22' });
      expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
    }
  });
});
