import { resources } from '@service/billing/resources/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, call, type Reply } from '../../../test/common-rules/call.ts';
import { type FakeService, openFakeService } from '../../../test/common-rules/fake-service.ts';
import { html } from '../../html.ts';
import { issues } from '../../messages/en/issues.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoints, lists } from '../endpoints.ts';
import { STATUS } from '../errors/status.ts';
import { calendar } from '../versions/calendar.ts';

const libraryAt = (origin: string) => ({
  originFor: () => origin,
  releaseAt: (at: string) => ({ version: '1.2.3', script: `${at}/v1/service-1.2.3.js`, integrity: 'sha384-abc' }),
});

let service: FakeService;
let page: Reply;
const ask = (path: string, more: Partial<Call> = {}) => call(service.baseUrl, { path, ...more });

beforeAll(async () => {
  service = await openFakeService();
  page = await ask('/docs');
});
afterAll(() => service.close());

describe('the reference page', () => {
  test('is there for anybody, and / leads to it', async () => {
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await ask('/')).toMatchObject({ status: 302, headers: { location: '/docs' } });
    expect(await ask('/docs/')).toMatchObject({ status: 200 });
    expect(await ask('/docs', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect(await ask('/docs', { headers: { 'If-None-Match': String(page.headers.etag) } })).toMatchObject({
      status: 304,
      body: '',
    });
    expect(await ask('/docs', { method: 'POST' })).toMatchObject({ status: 404 });
  });

  test.each(resources.map((resource) => [resource.name, resource] as const))(
    'tells every field of %s',
    (name, resource) => {
      const section = page.body.split(`<section id="resource-${name}"`)[1]?.split('</section>')[0] ?? '';
      for (const [field, { attribute }] of Object.entries(resource.fields)) {
        expect(section).toContain(`<code>${attribute ? '@' : ''}${field}</code>`);
      }
    },
  );

  test('says who may write a field, since when it is there, and what is special about it', () => {
    const row = (field: string) => page.body.split(`<th scope="row"><code>${field}</code></th>`)[1]?.split('</tr>')[0];
    expect(row('account_code')).toContain('<td data-label="You write it">when you create it; required</td>');
    expect(row('hosted_login_token')).toContain('<td data-label="You write it"></td>');
    expect(row('preferred_locale')).toContain('from\u00a02.11');
    expect(row('parent_account_code')).toContain('Empty removes the parent. Taken in, never returned.');
    expect(row('shipping_addresses')).toContain('link; taken in as list of <a href="#resource-shipping_address">');
  });

  test('describes an error that has no fixed sentence in general words', () => {
    const row = page.body.split('<code>precondition_failed</code>')[1]?.split('</tr>')[0];
    expect(row).toContain('The record is not in the state that this request needs.');
    expect(page.body).not.toContain('{what}');
  });

  test('says in which languages invoices are printed', () => {
    expect(page.body).toContain('English, German, French, Spanish, Italian, Dutch and Portuguese');
  });

  test('tells every endpoint', () => {
    expect(page.body).toContain(
      '<a class="anchor" id="call-create_account" href="#call-create_account"><span class="method">POST</span> <code>/v2/accounts</code></a>',
    );
    expect(page.body).toContain(
      'List accounts (<a href="#resource-account">account</a>), narrowed by <code>state</code>',
    );
    expect(page.body).toContain('<code>/v2/accounts/:account_code/child_accounts</code>');
  });

  test('has examples with a key that may be known, or with a name for one', async () => {
    expect(page.body).toContain('--user &quot;$PRIVATE_KEY:&quot;');
    const open = await openFakeService({ settings: { calendar: calendar(), exampleKey: 'known' } });
    const { body } = await call(open.baseUrl, { path: '/docs' });
    await open.close();
    expect(body).toContain('--user &quot;known:&quot;');
    expect(body).not.toContain('PRIVATE_KEY');
  });

  test('tells every error', () => {
    for (const symbol of [...Object.keys(STATUS), ...Object.keys(issues)])
      expect(page.body).toContain(`<code>${symbol}</code>`);
    expect(page.body).toContain('must be greater than N');
  });

  test('leads nowhere but to what is there', () => {
    const ids = [...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...page.body.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test('has nothing inline, and a policy that would not run it', async () => {
    expect(page.body).not.toMatch(/<style|style=|<script(?! type="module" src="\/docs\/copy\.js">)| on\w+="/);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self';/,
    );
    const assets = [...page.body.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets.sort()).toEqual(['/docs/copy.js', '/docs/docs.css', '/docs/inter.woff2']);
    for (const asset of assets) expect(await ask(asset)).toMatchObject({ status: 200 });
    expect(await ask('/docs/../app.ts')).toMatchObject({ status: 404 });
  });
});

describe('the reference page of everything there is', () => {
  const unused = {} as Parameters<typeof endpoints>[0];
  const all = endpoints(unused);
  let whole: FakeService;
  let told: string;
  beforeAll(async () => {
    whole = await openFakeService({ endpoints: all, lists: lists(unused) });
    told = (await call(whole.baseUrl, { path: '/docs' })).body;
  });
  afterAll(() => whole.close());

  const callOf = (name: string) => told.split(`id="call-${name}"`)[1]?.split('</tr>')[0] ?? '';
  const taken = (name: string) => told.split(`<h3 id="body-${name}">`)[1]?.split('</table>')[0] ?? '';
  const row = (name: string, element: string) => taken(name).split(`${element}</code></th>`)[1]?.split('</tr>')[0];

  test('leads from every call that takes a body to the table of it', () => {
    const taking = all.filter(({ body }) => body);
    expect(taking.length).toBeGreaterThan(25);
    for (const { name, body } of taking) {
      const [, target, text] = /<a href="#((?:body|resource)-[^"]+)">([^<]+)<\/a>/.exec(callOf(name)) ?? [];
      expect(text, name).toBe(body?.resource.name);
      expect(told.split(` id="${target}"`), name).toHaveLength(2);
    }
  });

  test('tells once what only requests have, beside the calls that take it', () => {
    const section = told.split('<section id="calls-purchases"')[1]?.split('</section>')[0];
    expect(section).toContain('<h3 id="body-create_purchase">');
    expect(section).toContain('The root is <code>purchase</code>. The same goes for <a href="#call-preview_purchase">');
    expect(told).not.toContain('body-preview_purchase');
    expect(callOf('preview_purchase')).toContain('<a href="#body-create_purchase">purchase</a>');
    expect(callOf('create_plan')).toContain('<a href="#resource-plan">plan</a>');
    expect(callOf('create_invoice')).toContain('<a href="#body-create_invoice">invoice</a>, optional');
  });

  test('tells every element of such a body, and of what is embedded in it alone', () => {
    expect(row('create_purchase', '<th scope="row"><code>currency')).toContain('<td data-label="Needed">required</td>');
    expect(row('create_purchase', '<th scope="row"><code>shipping_address_id')).toContain('from\u00a02.11');
    expect(row('create_purchase', 'subscription › </span><code>plan_code')).toContain('text, at most 50');
    expect(row('create_purchase', 'adjustment › </span><code>currency')).toContain('to\u00a02.7');
    expect(row('refund_invoice', 'adjustment › </span><code>prorate')).toContain('false unless you say otherwise.');
    expect(row('refund_invoice', '<code>refund_apply_order')).toContain('Another name for refund_method.');
    expect(row('update_invoice', 'address › </span><code>city')).toContain('text');
    expect(taken('create_purchase')).not.toContain('hosted_login_token');
    expect(told).toContain('Refund transaction, given <code>amount_in_cents</code>');
  });

  test('gives everything an anchor of its own', () => {
    const ids = [...told.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...told.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });
});

test('what an endpoint answers besides XML is told', async () => {
  const bill: Endpoint = {
    name: 'bill',
    method: 'GET',
    path: '/v2/bill',
    offers: ['application/pdf'],
    handle: async () => ({ is: 'nothing' }),
  };
  const other = await openFakeService({ endpoints: [bill], lists: [] });
  const { body } = await call(other.baseUrl, { path: '/docs' });
  expect(body).toContain('Look up bill, or as <code>application/pdf</code>');
  await other.close();
});

test('the browser library is told with its hash and what a security policy lets through, where the service knows it', async () => {
  expect(page.body).not.toContain('id="library"');
  const service = await openFakeService({ library: libraryAt('https://js.example') });
  const { body } = await call(service.baseUrl, { path: '/docs' });
  await service.close();
  const section = body.split('<section id="library"')[1]?.split('</section>')[0] ?? '';
  for (const told of [
    '&lt;script src=&quot;https://js.example/v1/service-1.2.3.js&quot;',
    'integrity=&quot;sha384-abc&quot;',
    'crossorigin=&quot;anonymous&quot;',
    'script-src https://js.example;',
    'frame-src https://js.example;',
    'connect-src https://js.example',
    '/v1/service-1.2.3.js',
  ]) {
    expect(section).toContain(told);
  }
});

test('what is put into markup is escaped', () => {
  const danger = '<script>"&';
  expect(html`<p title="${danger}">${[danger, html`<b>${1}</b>`]}${false}${undefined}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&amp;">&lt;script&gt;&quot;&amp;<b>1</b></p>',
  );
});
