import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './service.ts';

/** The header of browsers that ask for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ask = async (url: string, accept: string, method = 'GET') => {
  const response = await fetch(url, { method, headers: { Accept: accept } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test.each([
  ['the API', () => `${service.apiUrl}/v2/nosuch`, '<code>/v2/nosuch</code>', 'href="/docs"'],
  ['the API, at a path with markup', () => `${service.apiUrl}/v2/<b>"`, '/v2/%3Cb%3E%22</code>', 'href="/docs"'],
  ['the documentation', () => `${service.apiUrl}/docs/nosuch`, '<code>/docs/nosuch</code>', 'role="search"'],
  ['the browser origin', () => `${service.browserUrl}/nosuch`, 'There is nothing at this address', '/v1/service.js'],
  ['the browser API', () => `${service.browserUrl}/js/v1/nosuch`, 'There is nothing at this address', 'go back to it'],
])('%s answers an unknown address with a page that leads on', async (_, url, names, leads) => {
  const { status, type, text } = await ask(url(), BROWSER);
  expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
  expect(text).toContain('<h1>There is no such page</h1>');
  expect(text).toContain(names);
  expect(text).toContain(leads);
  expect(text).not.toContain('<b>');
});

test.each(['application/xml', '*/*', 'application/xml, text/html;q=0.5', ''])(
  'programs that send Accept: %s get the format of the API',
  async (accept) => {
    const { status, type, text } = await ask(`${service.apiUrl}/v2/nosuch`, accept);
    expect([status, type]).toEqual([404, 'application/xml; charset=utf-8']);
    expect(text).toContain('There is nothing at /v2/nosuch. /docs lists the addresses of this API.');
  },
);

test('a form that is posted to an unknown address gets no page, and neither does a library', async () => {
  expect((await ask(`${service.apiUrl}/v2/nosuch`, BROWSER, 'POST')).type).toBe('application/xml; charset=utf-8');
  expect((await ask(`${service.browserUrl}/js/v1/nosuch`, '*/*')).type).toMatch(/^application\/json/);
  expect(await ask(`${service.browserUrl}/nosuch`, '*/*')).toMatchObject({
    status: 404,
    text: 'There is nothing at this address. The library is at /v1/service.js.',
  });
});

test('an error names its explanation', async () => {
  const linkOf = async (path: string, body?: string) =>
    (await service.api(body ? 'POST' : 'GET', path, body)).headers.get('link');
  expect(await linkOf('/v2/accounts/nosuch')).toBe('</docs/errors#not_found>; rel="help"');
  expect(await linkOf('/v2/accounts', '<account/>')).toBe('</docs/errors#field-errors>; rel="help"');
  const card = '<number>4000000000000077</number><month>12</month><year>2040</year>';
  const billing = `<billing_info><first_name>Ada</first_name><last_name>L</last_name>${card}</billing_info>`;
  const account = `<account><account_code>declined</account_code>${billing}</account>`;
  const plan = '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>';
  expect(await linkOf('/v2/purchases', `<purchase>${account}<currency>USD</currency>${plan}</purchase>`)).toBe(
    '</docs/errors#insufficient_funds>; rel="help"',
  );
});
