import { resources } from '@service/billing/resources/index.ts';
import type { Field, Resource } from '@service/billing/resources/schema.ts';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { type ApiResponse, startTestService, type TestService, textOf } from '../service.ts';
import { surfacesOf } from '../surfaces.ts';

const asReader = { Authorization: `Basic ${Buffer.from(`${DEMO_KEYS.readOnly}:`).toString('base64')}` };
const VERSIONS = ['2.0', '2.5', '2.9', '2.19', '2.22'];

/** A customer with everything that has a credential: a parent, a gift card, a unique code, mail with a link. */
const sell = async ({ api, token }: TestService): Promise<void> => {
  const created = async (path: string, body: string): Promise<ApiResponse> => {
    const response = await api('POST', path, body);
    expect(response.status, response.text).toBeLessThan(300);
    return response;
  };
  await created('/v2/accounts', '<account><account_code>parent</account_code></account>');
  await created(
    '/v2/coupons',
    `<coupon><coupon_code>bulk</coupon_code><name>Bulk</name><discount_type>percent</discount_type>
     <discount_percent>10</discount_percent><coupon_type>bulk</coupon_type>
     <unique_code_template>'only-'99999999</unique_code_template></coupon>`,
  );
  await created('/v2/coupons/bulk/generate', '<coupon><number_of_unique_codes>3</number_of_unique_codes></coupon>');
  const codes = await api('GET', '/v2/coupons/bulk/unique_coupon_codes');
  const code = textOf(codes.xml?.children[0], 'coupon_code');
  await created(
    '/v2/purchases',
    `<purchase><account><account_code>child</account_code><email>ada@example.com</email>
     <parent_account_code>parent</parent_account_code>
     <billing_info><token_id>${await token()}</token_id></billing_info></account>
     <currency>USD</currency><coupon_codes><coupon_code>${code}</coupon_code></coupon_codes>
     <subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>`,
  );
  await created(
    '/v2/gift_cards',
    `<gift_card><product_code>tideline</product_code><unit_amount_in_cents>2000</unit_amount_in_cents>
     <currency>USD</currency><gifter_account><account_code>child</account_code></gifter_account>
     <delivery><method>email</method><email_address>grace@example.com</email_address></delivery></gift_card>`,
  );
};

/** The values of credentials in the database, whatever table shows them. */
const credentialsOf = async ({ service }: TestService): Promise<readonly string[]> => {
  const records = service.opened.storage.of((await service.opened.sites.find('demo'))?.id ?? '');
  const all = { filter: {}, sort: 'created_at', order: 'asc', limit: 200 } as const;
  const { records: accounts } = await records.accounts.list(all);
  const { records: cards } = await records.giftCards.list(all as never);
  const found = await records.coupons.find('bulk');
  const codes = await records.coupons.codes.list({ ...all, filter: { coupon_key: found?.coupon.key ?? '' } });
  return [
    ...accounts.map(({ hosted_login_token }) => hosted_login_token),
    ...cards.map(({ redemption_code }) => redemption_code),
    ...codes.records.map(({ coupon_code }) => coupon_code),
  ];
};

const isPath = (path: string): boolean => path.startsWith('/v2/');

/** Every address that the answers of the API lead to, from its lists on. */
const crawl = async (service: TestService, roots: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const seen = new Map<string, string>();
  const waiting = [...roots];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (seen.has(path)) continue;
    const { status, text } = await service.api('GET', path, undefined, { 'X-Api-Version': '2.22' });
    seen.set(path, status === 200 ? text : '');
    for (const [, href = ''] of text.matchAll(/ href="([^"]+)"/g)) {
      const { pathname } = new URL(href);
      if (isPath(pathname)) waiting.push(pathname);
    }
  }
  return seen;
};

/** Paths that no answer leads to, with what their parameters can be. */
const UNLINKED = ['/v2/sandbox/mailboxes/child', '/v2/sandbox/mailboxes/gift-giver', '/v2/accounts/child/notes'];
/** Whether one of the addresses has this path. */
const isAnswered = (path: string, addresses: readonly string[]): boolean =>
  addresses.some((address) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(address));

test('a read-only key reads no credential, at any address of the API and in any version', async () => {
  const { opened: service, origins } = await surfacesOf(() => startTestService({ env: { RATE_LIMIT: 'off' } }));
  onTestFinished(() => service.close());
  await sell(service);
  await service.service.mail?.idle();
  const credentials = await credentialsOf(service);
  expect(credentials.length).toBeGreaterThan(8);

  const paths = origins.flat().flatMap((surface) => surface.paths.filter(isPath));
  const roots = paths.filter((path) => !path.includes(':'));
  const answers = await crawl(service, [...roots, ...UNLINKED]);
  const addresses = [...answers].filter(([, text]) => text !== '').map(([address]) => address);
  const covered = [...new Set(paths)].filter((path) => isAnswered(path, addresses));
  expect(covered.length).toBeGreaterThan(30);

  // The private key reads each of them somewhere, so that their absence means something.
  const everything = [...answers.values()].join('');
  expect(credentials.filter((credential) => !everything.includes(credential))).toEqual([]);

  const read: string[] = [];
  for (const address of addresses) {
    // A unique code in an address is what the reader asked with.
    const asked = credentials.filter((credential) => address.includes(credential));
    for (const version of VERSIONS) {
      const { text, headers } = await service.api('GET', address, undefined, { ...asReader, 'X-Api-Version': version });
      const answer = `${text}${[...headers.values()].join('\n')}`;
      for (const credential of credentials) {
        if (!asked.includes(credential) && answer.includes(credential))
          read.push(`${credential} at ${address} in ${version}`);
      }
      if (/<(hosted_login_token|redemption_code|text|html)>/.test(text))
        read.push(`a value at ${address} in ${version}`);
    }
  }
  expect(read).toEqual([]);
}, 120_000);

/** Tables and what they embed. */
const tablesOf = (among: readonly Resource[], seen = new Set<Resource>()): ReadonlySet<Resource> => {
  for (const resource of among) {
    if (seen.has(resource)) continue;
    seen.add(resource);
    for (const { output } of Object.values(resource.fields) as Field[]) {
      if (output?.is === 'record' || output?.is === 'list') tablesOf([output.of()], seen);
    }
  }
  return seen;
};

test('every field whose name says that it is a credential is marked as one', () => {
  const unmarked = [...tablesOf(resources)].flatMap(({ name, fields }) =>
    Object.entries(fields as Record<string, Field>)
      .filter(([field, { output, credential }]) => output?.is === 'value' && !credential && NAMES.test(field))
      .map(([field]) => `${name}.${field}`),
  );
  expect(unmarked).toEqual([]);
});

const NAMES = /token|secret|password|redemption_code|signing|download_url|_key$|(^|_)(text|html)$/;
