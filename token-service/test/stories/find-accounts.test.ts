import { beforeAll, expect, it } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { type OtherSite, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('the list of accounts', (service) => {
  let site: OtherSite;
  beforeAll(async () => {
    site = await service().openSite();
    const card =
      '<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>4111111111111111</number>' +
      '<month>1</month><year>2030</year><city>San Francisco</city><zip>94105-1234</zip><country>US</country></billing_info>';
    for (const inner of [
      `<account_code>ada</account_code><email>Ada@Example.com</email><first_name>Ada</first_name><last_name>Lovelace</last_name>${card}`,
      '<account_code>grace-1906</account_code><email>grace@navy.example</email><company_name>Hopper &amp; Söhne</company_name><address><city>MÜNCHEN</city><zip>80331</zip></address>',
      '<account_code>zoë</account_code><email>ada@example.com.au</email><first_name>ZOË</first_name>',
    ]) {
      const made = await site.api('POST', '/v2/accounts', `<account>${inner}</account>`);
      expect(made.status, made.text).toBe(201);
    }
  });

  const found = async (query: string): Promise<string> => {
    const listed = await site.api('GET', `/v2/accounts?order=asc&${query}`);
    expect(listed.status, listed.text).toBe(200);
    expect(listed.headers.get('warning')).toBeNull();
    const counted = await site.api('HEAD', `/v2/accounts?${query}`);
    const codes = listed.xml?.children.map((one) => textOf(one, 'account_code')) ?? [];
    expect(counted.headers.get('x-records')).toBe(String(codes.length));
    return codes.join(' ');
  };

  it('finds a whole email address, whatever the case', async () => {
    expect(await found('email=ADA%40example.COM')).toBe('ada');
    expect(await found('email=ada%40example')).toBe('');
  });

  it('finds the last four digits of a card', async () => {
    expect(await found('last_four=1111')).toBe('ada');
    expect(await found('last_four=1112')).toBe('');
  });

  it('finds a city and the beginning of a postal code, of an address or a payment method', async () => {
    expect(await found('city=San+francisco')).toBe('ada');
    expect(await found('city=M%C3%BCnchen')).toBe('grace-1906');
    expect(await found('city=San')).toBe('');
    expect(await found('postal_code=94105+1')).toBe('ada');
    expect(await found('postal_code=8&q=grace')).toBe('grace-1906');
    expect(await found('postal_code=8&city=San+Francisco')).toBe('');
  });

  it.each([
    ['da%40exam', 'ada zoë'],
    ['lovel', 'ada'],
    ['ada+love', 'ada'],
    ['%26+S%C3%96HNE', 'grace-1906'],
    ['ce-19', 'grace-1906'],
    ['zo%C3%AB', 'zoë'],
    ['%25', ''],
    ['_', ''],
  ])('finds q=%s in %s', async (part, codes) => {
    expect(await found(`q=${part}`)).toBe(codes);
  });

  it('combines the filters, and empty ones narrow nothing', async () => {
    expect(await found('q=example&email=ada%40example.com&state=active&last_four=1111')).toBe('ada');
    expect(await found('q=grace&last_four=1111')).toBe('');
    expect(await found('q=&email=&last_four=&city=&postal_code=+')).toBe('ada grace-1906 zoë');
  });

  it('repeats the filters in its links', async () => {
    const first = await site.api('GET', '/v2/accounts?q=example&per_page=2&order=asc');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toContain('q=example');
    const { pathname, search } = new URL(next);
    const second = await site.api('GET', `${pathname}${search}`);
    expect(second.xml?.children.map((one) => textOf(one, 'account_code'))).toEqual(['zoë']);
  });

  it.each([
    ['last_four=411', 'last_four must be four digits'],
    ['q=4111+1111+1111+1111', 'q must not contain a card number'],
    ['email=4111111111111111%40example.com', 'email must not contain a card number'],
    [`q=${'x'.repeat(201)}`, 'q must have at most 200 characters'],
  ])('refuses %s', async (query, reason) => {
    const refused = await site.api('GET', `/v2/accounts?${query}`);
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'bad_request']);
    expect(refused.text).toContain(reason);
    expect(refused.text).not.toMatch(/4111/);
  });

  it('warns of each parameter that it does not know, on GET and HEAD, also with a read-only key', async () => {
    const Authorization = `Basic ${Buffer.from(`${DEMO_KEYS.readOnly}:`).toString('base64')}`;
    for (const method of ['GET', 'HEAD']) {
      const answer = await service().api(method, '/v2/accounts?colour=red&q=a&type=charge', undefined, {
        Authorization,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('warning')).toBe('299 - "unknown parameter colour", 299 - "unknown parameter type"');
    }
  });
});
