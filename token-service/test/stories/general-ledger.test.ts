import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

onBothEngines('general ledger accounts', (service) => {
  const PATH = '/v2/general_ledger_accounts';
  const get = (path: string) => service().api('GET', path, undefined, NEWEST);
  const post = (inner: string) =>
    service().api('POST', PATH, `<general_ledger_account>${inner}</general_ledger_account>`, NEWEST);
  const put = (id: string, inner: string) =>
    service().api('PUT', `${PATH}/${id}`, `<general_ledger_account>${inner}</general_ledger_account>`, NEWEST);
  const create = async (type: string, code = fresh('gl')) => {
    const answer = await post(`<code>${code}</code><account_type>${type}</account_type>`);
    expect(answer.status, answer.text).toBe(201);
    return { ...answer, code, id: textOf(answer.xml, 'id') ?? '' };
  };

  it('are created, shown, changed and listed by their type', async () => {
    const { id, code, xml, headers } = await create('revenue', 'Revenue, 4000:1 a-b_c.d');
    expect(id).toMatch(/^[a-z0-9]{12}$/);
    expect(headers.get('location')).toBe(`${service().apiUrl}${PATH}/${id}`);
    expect(xml?.attributes.get('href')).toBe(`${service().apiUrl}${PATH}/${id}`);
    expect(xml?.children.map(({ name }) => name)).toEqual([
      ...['id', 'code', 'account_type', 'description', 'created_at', 'updated_at'],
    ]);
    expect(within(xml, 'description')?.attributes.has('nil')).toBe(true);

    const changed = await put(id, `<code>${code}1</code><description>Plans</description>`);
    expect([textOf(changed.xml, 'code'), textOf(changed.xml, 'description')]).toEqual([`${code}1`, 'Plans']);
    expect((await get(`${PATH}/${id}`)).xml).toEqual(changed.xml);
    expect((await put(id, '')).xml).toEqual(changed.xml);

    const liability = await create('liability');
    const listed = async (query: string) =>
      (await get(`${PATH}${query}`)).xml?.children.map((one) => textOf(one, 'id'));
    expect(await listed('')).toEqual(expect.arrayContaining([id, liability.id]));
    expect(await listed('?account_type=liability')).toEqual([liability.id]);
    expect((await get(`${PATH}?account_type=asset`)).status).toBe(400);
  });

  it('refuse a code that is taken or malformed, no type, and another type', async () => {
    const { id, code } = await create('revenue');
    const refused = async (inner: string) => findings((await post(inner)).xml);
    const typed = '<account_type>revenue</account_type>';
    expect(await refused(`<code>${code}</code>${typed}`)).toEqual(['general_ledger_account.code taken']);
    for (const wrong of ['-4000', '40  00', ' 4000', '4000 ', '40/00', 'é']) {
      expect(await refused(`<code>${wrong}</code>${typed}`), wrong).toEqual(['general_ledger_account.code invalid']);
    }
    expect(await refused(`<code>${'4'.repeat(256)}</code>${typed}`)).toEqual(['general_ledger_account.code too_long']);
    expect(await refused('')).toEqual([
      'general_ledger_account.code blank',
      'general_ledger_account.account_type blank',
    ]);
    expect(await refused(`<code>${fresh('gl')}</code><account_type>asset</account_type>`)).toEqual([
      'general_ledger_account.account_type inclusion',
    ]);
    expect(findings((await put(id, '<account_type>liability</account_type>')).xml)).toEqual([
      'general_ledger_account.account_type immutable',
    ]);
    expect((await put(id, typed)).status).toBe(200);
  });

  it('are unknown to other sites, to older versions and by other ids', async () => {
    const { id } = await create('revenue');
    const other = await service().openSite();
    expect((await other.api('GET', `${PATH}/${id}`, undefined, NEWEST)).status).toBe(404);
    const unknown = await get(`${PATH}/unknown`);
    expect([unknown.status, textOf(unknown.xml, 'symbol')]).toEqual([404, 'not_found']);
    const old = await service().api('GET', PATH, undefined, { 'X-Api-Version': '2.28' });
    expect([old.status, textOf(old.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
  });
});

onBothEngines('performance obligations', (service) => {
  const PATH = '/v2/performance_obligations';
  const get = (path: string) => service().api('GET', path, undefined, NEWEST);

  it('are built in, listed by pages and read only', async () => {
    const { xml } = await get(PATH);
    expect(xml?.children.map((one) => textOf(one, 'id')).sort()).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(xml?.children[0]?.children.map(({ name }) => name)).toEqual(['id', 'name', 'created_at', 'updated_at']);
    const seen: (string | undefined)[] = [];
    let next: string | undefined = `${PATH}?per_page=4&order=asc`;
    while (next) {
      const page = await get(next);
      seen.push(...(page.xml?.children.map((one) => textOf(one, 'id')) ?? []));
      const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      next = link?.slice(service().apiUrl.length);
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6']);
    const one = await get(`${PATH}/3`);
    expect(textOf(one.xml, 'name')).toBe('At a point in time');
    expect((await get(`${PATH}/99`)).status).toBe(404);
    expect((await service().api('POST', PATH, '<performance_obligation/>', NEWEST)).status).toBe(405);
  });
});
