import { Validator } from '@seriousme/openapi-schema-validator';
import { resources } from '@service/billing/resources/index.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { atLeast, LATEST, minor, type Version } from '@service/billing/resources/version.ts';
import type { FailureSymbol } from '@service/billing/values/failure.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, call, type Reply } from '../../test/common-rules/call.ts';
import { type FakeService, openFakeService } from '../../test/common-rules/fake-service.ts';
import { endpoints, lists } from '../apis/xml/endpoints.ts';
import { html } from '../documents/html.ts';
import { issues, remedies } from '../documents/messages/en/issues.ts';
import { invoiceWordsByLanguage } from '../documents/messages/invoice-words.ts';
import { STATUS, statusOf } from '../documents/xml/errors/status.ts';
import { describeField } from './descriptions/describe.ts';
import { readExamples } from './example.ts';
import { isAccepted } from './fields.ts';
import { inLanguages } from './languages.ts';
import { operationsByTopic } from './operations.ts';
import { tablesOf } from './tables.ts';
import { topics } from './topics.ts';

const unused = {} as Parameters<typeof endpoints>[0];
const all = endpoints(unused);
const allLists = lists(unused);
const names = [...all, ...allLists].map(({ name }) => name);
const tables = tablesOf(resources);
const operations = operationsByTopic(all, allLists, readExamples()).flatMap((page) => page.operations);

const library = {
  originFor: () => 'https://js.example',
  releaseAt: (at: string) => ({ version: '1.2.3', script: `${at}/v1/service-1.2.3.js`, integrity: 'sha384-abc' }),
};

let service: FakeService;
/** The files of the documentation by path: every page that the navigation lists. */
const pages = new Map<string, Reply>();
const ask = (path: string, more: Partial<Call> = {}) => call(service.baseUrl, { path, ...more });
/** The page at a path, without the colours of its examples. */
const bodyOf = (path: string): string => plain(pages.get(path)?.body ?? '');
const plain = (body: string): string => body.replace(/<span class="token-\w+">(.*?)<\/span>/gs, '$1');

beforeAll(async () => {
  service = await openFakeService({ endpoints: all, lists: allLists, library });
  const start = await ask('/docs');
  const linked = [...start.body.matchAll(/<li><a href="(\/docs[^"#.]*)"/g)].map(([, path = '']) => path);
  for (const path of new Set(linked)) pages.set(path, await ask(path));
});
afterAll(() => service.close());

describe('the documentation', () => {
  test('is open to everyone, and / leads to it', async () => {
    expect([...pages.values()].map(({ status }) => status)).toEqual(Array(pages.size).fill(200));
    expect(pages.size).toBeGreaterThan(30);
    expect(await ask('/')).toMatchObject({ status: 302, headers: { location: '/docs' } });
    expect(await ask('/docs/')).toMatchObject({ status: 200 });
    expect(await ask('/docs/accounts', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    const { etag } = (await ask('/docs')).headers;
    expect(await ask('/docs', { headers: { 'If-None-Match': String(etag) } })).toMatchObject({ status: 304, body: '' });
    expect(await ask('/docs', { method: 'POST' })).toMatchObject({ status: 404 });
    expect(await ask('/docs/nowhere')).toMatchObject({ status: 404, body: expect.stringContaining('/docs') });
    expect(await ask('/docs/../app.ts')).toMatchObject({ status: 404 });
  });

  test('marks the current page in the navigation', () => {
    for (const [path, { body }] of pages) {
      expect(body.match(/<a href="[^"]*" aria-current="page">/g), path).toEqual([
        `<a href="${path}" aria-current="page">`,
      ]);
    }
  });

  test('links only to pages and sections that exist, with an id for each', () => {
    const ids = new Map(
      [...pages].map(([path, { body }]) => [path, [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
    );
    for (const [path, { body }] of pages) {
      expect(new Set(ids.get(path)).size, path).toBe(ids.get(path)?.length);
      for (const [, href = ''] of body.matchAll(/ href="((?:\/docs)?[^":]*#[^"]+|\/docs[^"#]*)"/g)) {
        const [target, id] = (href.startsWith('#') ? `${path}${href}` : href).split('#') as [string, string?];
        if (/^\/docs\/(assets\/|api\.json$)/.test(target)) continue;
        expect(ids.has(target), `${path} links to ${href}`).toBe(true);
        if (id) expect(ids.get(target), `${path} links to ${href}`).toContain(id);
      }
    }
  });

  test('has nothing inline, a policy that would not run it, and files of this origin only', async () => {
    const assets = new Set<string>();
    for (const { body, headers } of pages.values()) {
      expect(body).not.toMatch(/<style|<[^>]* style=|<script(?! type="module" src="\/docs\/assets\/)| on\w+="/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self';/);
      for (const [, path = ''] of body.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)) assets.add(path);
    }
    expect([...assets].sort()).toEqual([
      '/docs/assets/docs.css',
      '/docs/assets/inter.woff2',
      '/docs/assets/listings.js',
      '/docs/assets/search.js',
    ]);
    for (const asset of assets) expect(await ask(asset)).toMatchObject({ status: 200 });
  });

  test('loads at most 100 kB for a first page, fonts included', async () => {
    const sizeOf = async (path: string): Promise<number> => {
      const response = await fetch(service.baseUrl + path, { headers: { 'Accept-Encoding': 'br' } });
      return Number(response.headers.get('content-length'));
    };
    const shared = ['docs.css', 'inter.woff2', 'listings.js', 'search.js'].map((name) => `/docs/assets/${name}`);
    const sizes = await Promise.all(shared.map(sizeOf));
    const pageSizes = await Promise.all([...pages.keys()].map(sizeOf));
    expect(Math.min(...sizes, ...pageSizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0) + Math.max(...pageSizes)).toBeLessThan(100_000);
  });

  test('answers a search with places that exist, as a page and for its script', async () => {
    const { body, headers } = await ask('/docs/search.json?q=login%20link');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const found = JSON.parse(body) as { href: string; title: string[]; sentence: string[] }[];
    expect(found[0]).toMatchObject({ href: '/docs/account-pages#links', title: expect.arrayContaining(['Links']) });
    for (const { href } of found) {
      const [path = '', id] = href.split('#');
      expect(bodyOf(path), href).toContain(id ? `id="${id}"` : '<h1>');
    }
    const page = await ask('/docs/search?q=login+link');
    expect(page.body).toContain('<a href="/docs/account-pages#links"><mark>Links</mark></a>');
    expect(page.body).toContain('<h1>Search</h1>');
    expect((await ask('/docs/search?q=%3Cb%3Exyzzy')).body).toContain('&lt;b&gt;xyzzy');
    for (const query of ['', '?q=', '?q=xyzzyplugh', `?q=${'%20a'.repeat(3000)}`]) {
      expect(await ask(`/docs/search${query}`)).toMatchObject({ status: 200 });
      expect(await ask(`/docs/search.json${query}`)).toMatchObject({ status: 200 });
    }
  });

  test('leads on from an address that has no page', async () => {
    const missing = await ask('/docs/webhook-signatures');
    expect(missing).toMatchObject({ status: 404, body: expect.stringContaining('/docs/webhook-signatures') });
    expect(missing.body).toContain('<a href="/docs/webhooks#verification">');
    expect(missing.body).toContain('role="search"');
  });

  test('has examples with a key that may be known, or with a name for one', async () => {
    expect(bodyOf('/docs')).toContain('--user &quot;$PRIVATE_KEY:&quot;');
    const open = await openFakeService({ exampleKey: 'known' });
    const body = plain((await call(open.baseUrl, { path: '/docs' })).body);
    await open.close();
    expect(body).toContain('--user &quot;known:&quot;');
    expect(body).not.toContain('PRIVATE_KEY');
    expect(bodyOf('/docs')).toContain("service.configure('your-public-key')");
    expect(bodyOf('/docs/browser-library')).not.toContain('demo-public-key');
    expect(bodyOf('/docs')).toContain('A new site has no plan: make one with <a href="/docs/plans#create_plan">');
    expect(body).not.toContain('A new site has no plan');
  });

  test('says in which pages the library and its frames work', () => {
    for (const path of ['/docs', '/docs/browser-library']) {
      expect(bodyOf(path)).toContain('serve it over https, or from localhost while the service itself is on http');
    }
  });

  test('names the addresses of a service at other ports on every page', async () => {
    const open = await openFakeService({
      endpoints: all,
      lists: allLists,
      library: { originFor: () => 'http://localhost:5001', releaseAt: library.releaseAt },
      exampleKey: 'known',
      exampleShop: 'http://localhost:5002',
    });
    const shown = new Map<string, string>();
    for (const path of pages.keys()) shown.set(path, plain((await call(open.baseUrl, { path })).body));
    await open.close();
    for (const [path, body] of shown) {
      const others = body.match(/.*localhost:(3000|3001|4000)\b.*/g) ?? [];
      // What a command does without an option is true at every address.
      expect(
        others.filter((line) => !/default <code>http:/.test(line)),
        path,
      ).toEqual([]);
      expect(body, path).not.toContain('address.invalid');
    }
    const recipe = shown.get('/docs/confirm-payments-with-3-d-secure');
    expect(recipe).toContain(`API_URL = '${open.baseUrl}'`);
    expect(recipe).toContain('&quot;http://localhost:5001/v1/service.js&quot;');
    expect(shown.get('/docs/check-your-checkout')).toContain('npx check http://localhost:5002/checkout.html');
    expect(shown.get('/docs/take-real-payments')).toContain(`curl ${open.baseUrl}/v2/purchases`);
    // Elsewhere, its steps start a service on the reader's machine.
    expect(bodyOf('/docs/take-real-payments')).toContain('curl http://localhost:3000/v2/purchases');
  });

  test('describes every component of the packages for React and Vue, without the files behind them', () => {
    for (const [path, names] of [
      ['/docs/react-components', ['ServiceProvider', 'PaymentForm', 'CardElement', 'usePricing', 'useService']],
      ['/docs/vue-components', ['ServiceProvider', 'PaymentForm', 'fieldStyle', 'usePricing', 'useService']],
    ] as const) {
      for (const name of names) expect(bodyOf(path), path).toContain(name);
      expect(bodyOf(path)).toContain('<a href="/docs/payment-form">');
      expect(bodyOf(path)).not.toContain('Dependencies');
    }
    expect(bodyOf('/docs/react')).toContain('<a href="/docs/react-components');
    expect(bodyOf('/docs/vue')).toContain('<a href="/docs/vue-components');
  });

  test('lets readers run the examples with a key that may be known, and only then', async () => {
    for (const [path, { body }] of pages) expect(body, path).not.toMatch(/run\.js|data-(example-key|method|yours)/);
    expect(await ask('/docs/sandbox.json')).toMatchObject({ status: 404 });

    const open = await openFakeService({
      endpoints: all,
      lists: allLists,
      exampleKey: 'known',
      lastToken: () => 't-1',
    });
    const { body } = await call(open.baseUrl, { path: '/docs/accounts' });
    expect(body).toContain('<main id="content" data-example-key="known"');
    expect(body).toContain('data-method="GET" data-path="/v2/accounts/ada"');
    expect(body).toContain('data-yours="{&quot;account_code&quot;:&quot;ada&quot;}"');
    const sandbox = await call(open.baseUrl, { path: '/docs/sandbox.json' });
    const elsewhere = await call(open.baseUrl, { path: '/docs/sandbox.json', headers: { Host: 'rebound.example' } });
    await open.close();
    expect(JSON.parse(sandbox.body)).toEqual({ token_id: 't-1' });
    expect(sandbox.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(elsewhere.body)).toEqual({});
  });

  test('explains every error and every decline', () => {
    const errors = bodyOf('/docs/errors');
    for (const symbol of [...Object.keys(STATUS), ...Object.keys(issues)]) {
      expect(errors).toContain(`<code>${symbol}</code>`);
    }
    expect(errors).toContain('must be greater than N');
    expect(errors).toContain('The record is not in the state that this request needs.');
    expect(errors).toContain('<code>insufficient_funds</code>');
    expect(errors).not.toContain('{what}');
    for (const words of Object.values(remedies)) expect(errors).toContain(words);
  });

  test.each(Object.keys(STATUS) as FailureSymbol[])('shows the status of %s in every version', (symbol) => {
    const row = bodyOf('/docs/errors').split(`<code>${symbol}</code></th>`)[1]?.split('</tr>')[0] ?? '';
    const shown = row.match(/data-label="Status">([^<]*)</)?.[1] ?? '';
    const [first, ...later] = shown.split('; ').map((part) => part.replace(/^from\u00a0/, '').split(', '));
    expect(first).toEqual([String(STATUS[symbol])]);
    for (let number = 0; number <= minor(LATEST); number += 1) {
      const version: Version = `2.${number}`;
      const said = later.filter(([since]) => atLeast(version, since as Version)).at(-1)?.[1] ?? first?.[0];
      expect(Number(said), version).toBe(statusOf(symbol, version));
    }
  });

  test('says of an element that is refused why, and not what it means elsewhere', () => {
    const rows = [...pages.values()].flatMap(({ body }) =>
      body.split('<tr').filter((row) => /(?<!<code)>refused</.test(row)),
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      expect(row).toContain('Refused: ');
      expect(row).not.toContain('exchanged for a token');
    }
    for (const { body } of pages.values()) expect(body).not.toContain('data-label="Type">empty<');
  });

  test('says in which languages invoices are printed', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const [, sentence = ''] = /There are (.*?)\. Without/.exec(bodyOf('/docs/requests')) ?? [];
    for (const tag of Object.keys(invoiceWordsByLanguage)) expect(sentence).toContain(names.of(tag));
  });

  test('tells readers of the reference which records the examples need', () => {
    expect(bodyOf('/docs/requests')).toContain('id="examples"');
    for (const { slug } of topics) expect(bodyOf(`/docs/${slug}`), slug).toContain('href="/docs/requests#examples"');
  });

  test('shows how to load the browser library, with its hash and what a security policy allows', () => {
    for (const expected of [
      '&lt;script src=&quot;https://js.example/v1/service-1.2.3.js&quot;',
      'integrity=&quot;sha384-abc&quot;',
      'script-src https://js.example;',
      'frame-src https://js.example;',
      'connect-src https://js.example',
    ]) {
      expect(bodyOf('/docs/browser-library')).toContain(expected);
    }
  });
});

describe('the reference', () => {
  test('has every operation and every record on exactly one page', () => {
    expect(topics.flatMap((topic) => Object.keys(topic.operations)).sort()).toEqual([...names].sort());
    expect(topics.flatMap(({ records }) => records).sort()).toEqual(tables.map(({ title }) => title).sort());
    expect(operations).toHaveLength(names.length);
  });

  test('describes every operation and every parameter in a sentence', () => {
    for (const { name, does, parameters } of operations) {
      expect(does, name).toMatch(/^[A-Z].*\.$/);
      for (const { name: parameter, description } of parameters) expect(description, parameter).toMatch(/\.$/);
    }
  });

  test.each(tables.map((table) => [table.title, table] as const))('describes every field of %s', (title, table) => {
    // A long name may break between its words.
    const page = bodyOf(table.href.split('#')[0] ?? '').replaceAll('<wbr>', '');
    for (const [name, { attribute }] of Object.entries(table.resource.fields)) {
      expect(describeField([title, table.resource.name], name), name).toMatch(/^[A-Z].*\.$/);
      expect(page, name).toContain(`<code>${attribute ? '@' : ''}${name}</code>`);
    }
  });

  test('describes every field of every body', () => {
    const check = (operation: string, resource: Resource): void => {
      for (const [name, field] of Object.entries(resource.fields)) {
        if (!isAccepted(field, 'create') && !isAccepted(field, 'update')) continue;
        expect(describeField([operation, resource.name], name), `${operation}: ${name}`).toMatch(/\.$/);
      }
    };
    const withBodies = operations.filter(({ body }) => body);
    expect(withBodies.length).toBeGreaterThan(25);
    for (const { name, body } of withBodies) if (body) check(name, body.resource);
  });

  test('says who may write a field, since when it exists, and what is special about it', () => {
    const rowOf = (path: string, id: string) => bodyOf(path).split(`id="record-${id}"`)[1]?.split('</tr>')[0];
    const account = (field: string) => rowOf('/docs/accounts', `account-${field}`);
    expect(account('account_code')).toContain('<td data-label="You write it">on creation; required</td>');
    expect(account('hosted_login_token')).toContain('<td data-label="You write it"></td>');
    expect(account('preferred_locale')).toContain('from\u00a02.11');
    expect(account('parent_account_code')).toContain('Empty removes the parent.');
    expect(account('shipping_addresses')).toContain('link; in requests, list of <a href="/docs/shipping-addresses#');
    expect(rowOf('/docs/charges-and-credits', '') ?? bodyOf('/docs/purchases')).toContain('from\u00a02.11');
  });

  test('shows an example of every operation, with an answer', () => {
    for (const { name, method, example } of operations) {
      expect(example, name).toMatchObject({ method, status: expect.any(Number) });
    }
    const section = bodyOf('/docs/accounts').split('id="create_account"')[1]?.split('</section>')[0] ?? '';
    for (const language of ['curl', 'Node', 'Python', 'PHP', 'Ruby']) {
      expect(section).toContain(`aria-label="${language}"`);
    }
    expect(section).not.toContain('Replace by your own');
    expect(bodyOf('/docs/add-ons')).toContain(
      '<p class="quiet">Replace by your own: <code>tideline</code> (<code>plan_code</code>), <code>storm-alerts</code> (<code>add_on_code</code>).</p>',
    );
    expect(section).toContain('Answer: 201');
    expect(section).toContain('&lt;account_code&gt;ada&lt;/account_code&gt;');
  });

  test('has a curl command for every operation', () => {
    const text = [...pages.keys()].map(bodyOf).join('');
    for (const { name, method, example } of operations) {
      const url = `${service.baseUrl}${example?.path}`.replaceAll('&', '&amp;');
      const command = text.split(`<code>curl &quot;${url}&quot;`).slice(1);
      const implied = example?.body === undefined ? 'GET' : 'POST';
      const marked = method === implied ? '--user' : `--request ${method}`;
      expect(
        command.some((rest) => rest.slice(0, 40).includes(marked)),
        name,
      ).toBe(true);
    }
  });
});

describe('the machine-readable description', () => {
  test('is valid OpenAPI 3.1 and has every operation', async () => {
    const { body, headers } = await ask('/docs/api.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const description = JSON.parse(body);
    const result = await new Validator().validate(structuredClone(description));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(description.openapi).toMatch(/^3\.1\./);
    expect(description.servers).toEqual([{ url: service.baseUrl }]);
    const described = Object.values(description.paths as Record<string, Record<string, { operationId: string }>>);
    expect(described.flatMap((item) => Object.values(item).map(({ operationId }) => operationId)).sort()).toEqual(
      [...names].sort(),
    );
    expect(description.paths['/v2/accounts/{account_code}'].get.parameters[0]).toMatchObject({
      name: 'account_code',
      in: 'path',
      required: true,
    });
    expect(description.components.schemas.plan.properties.plan_interval_unit).toMatchObject({
      type: 'string',
      enum: ['days', 'months'],
    });
  });
});

test('examples quote what they contain for each language', () => {
  const [curl, , , , ruby] = inLanguages({
    method: 'PUT',
    url: 'https://api.example/v2/x',
    body: "<a>it's</a>",
    key: undefined,
  });
  expect(curl?.text).toContain(`--request PUT`);
  expect(curl?.text).toContain(`--data '<a>it'\\''s</a>'`);
  expect(ruby?.text).toContain('Net::HTTP::Put.new(uri)');
});

test('what is put into markup is escaped', () => {
  const danger = '<script>"&';
  expect(html`<p title="${danger}">${[danger, html`<b>${1}</b>`]}${false}${undefined}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&amp;">&lt;script&gt;&quot;&amp;<b>1</b></p>',
  );
});
