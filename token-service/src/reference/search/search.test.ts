import { resources } from '@service/billing/resources/index.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints, lists } from '../../apis/xml/endpoints.ts';
import { calendar } from '../../apis/xml/versions/calendar.ts';
import { BODY } from '../../apis/xml/xml-api.ts';
import { documentation } from '../site.ts';
import { MOST_CHARACTERS, openSearch, type Search } from './open-search.ts';
import type { Passage } from './passages.ts';
import type { Marked } from './sentence.ts';

let passages: readonly Passage[];
let search: Search;

beforeAll(async () => {
  const unused = {} as Parameters<typeof endpoints>[0];
  const data = {
    endpoints: endpoints(unused),
    lists: lists(unused),
    resources,
    calendar: calendar(),
    body: BODY,
  };
  const release = { version: '1.2.3', script: 'https://js.example/v1/service-1.2.3.js', integrity: 'sha384-abc' };
  const turn = async () => {};
  ({ passages } = await documentation(data, { origin: 'https://api.example', now: 0, release }, turn));
  search = await openSearch(passages, turn);
});

const textOf = (pieces: Marked): string => pieces.join('');
const wordsMarkedIn = (pieces: Marked): string[] => pieces.filter((_, place) => place % 2 === 1);
const pageOf = (href: string): string => href.split('#')[0] ?? '';

/** Queries of newcomers, the place of the answer, and the sentence that the result shows. */
const QUESTIONS: readonly (readonly [query: string, page: string, sentence: RegExp])[] = [
  ['change plan', '/docs/change-a-plan-in-mid-cycle', /upgrade or downgrade a subscription before its period ends/],
  ['upgrade', '/docs/change-a-plan-in-mid-cycle', /upgrade or downgrade a subscription/],
  ['test dunning', '/docs/test-dunning', /what happens when a payment fails/],
  ['feature flag', '/docs/check-what-a-customer-may-use', /what a customer has paid for/],
  ['failed payment', '/docs/test-dunning', /what happens when a payment fails/],
  ['token_invalid', '/docs/errors#token_invalid', /422.*Ask the customer for the details again/],
  ['422', '/docs/errors#status-422', /understood and refused.*the customer where a payment failed/],
  ['402', '/docs/errors#status-402', /suspended/],
  ['csp', '/docs/content-security-policy', /Content-Security-Policy/],
  ['webhook signature', '/docs/webhooks#verification', /signed/],
  ['3ds', '/docs/confirm-payments-with-3-d-secure', /confirm a card payment/],
  ['3-D Secure', '/docs/confirm-payments-with-3-d-secure', /confirm a card payment/],
  ['sca', '/docs/confirm-payments-with-3-d-secure', /confirm a card payment/],
  ['apple pay', '/docs/not-offered#apple-pay-and-google-pay', /Neither Apple Pay nor Google Pay is offered/],
  ['react', '/docs/react', /React component/],
  ['vue', '/docs/vue', /Vue component/],
  ['next', '/docs/react', /React component/],
  ['typescript', '/docs/typescript-and-npm', /with types/],
  ['npm', '/docs/typescript-and-npm', /package/],
  ['theme', '/docs/themes', /colours, fonts, sizes and dark mode/],
  ['dark', '/docs/themes', /dark/],
  ['language', '/docs/languages', /Which languages customers see/],
  ['translate', '/docs/languages', /how to change a text/],
  ['change texts', '/docs/texts', /Every text of the account pages/],
  ['login link', '/docs/account-pages', /links/i],
  ['customer portal', '/docs/account-pages', /Customers manage their subscriptions/],
  ['free trial', '/docs/offer-a-free-trial', /costs nothing for some days/],
  ['refund', '/docs/payments#refunds', /refund/],
  ['idempotency', '/docs/payments#idempotency', /idempotency/i],
  ['import cards', '/docs/import-customers', /bring customers, their payment methods/],
  ['migrate', '/docs/migrate-a-checkout', /step by step/],
  ['jpy', '/docs/prices#currencies', /JPY/],
];

describe('the search of the documentation', () => {
  test.each(QUESTIONS)('answers %s with %s among the first three results', (query, page, sentence) => {
    const found = search(query).slice(0, 3);
    // A page is found by any of its parts, a part by its own address.
    const hit = found.find(({ href }) => href === page || pageOf(href) === page);
    expect(hit, found.map(({ href }) => href).join(', ')).toBeDefined();
    expect(textOf(hit!.sentence)).toMatch(sentence);
  });

  test.each(['refund', 'refund 5.00', 'refund amount'])('finds the request that refunds 5.00 by %s', (query) => {
    const places = search(query).map(({ href }) => href);
    expect(places.slice(0, 3), query).toContain('/docs/payments#refunds');
    const answer = passages.find(({ id }) => id === '/docs/payments#refunds');
    expect(answer?.text).toMatch(/To refund 5\.00 .* send the amount in cents \(Refund an invoice\)/);
    expect(answer?.code).toContain('amount_in_cents');
  });

  test.each([
    ['webhok', 'webhooks'],
    ['recat', 'react'],
    ['idempotancy', 'idempotency'],
    ['subscripton', 'subscription'],
  ])('forgives the typing error %s', (query, meant) => {
    const found = search(query);
    expect(
      found
        .slice(0, 3)
        .map(({ title, sentence }) => textOf([...title, ...sentence]).toLowerCase())
        .join(),
    ).toContain(meant);
  });

  test.each([
    ['idempot', /idempotency/i],
    ['ribut', /attribute/i],
    ['login_tok', /hosted_login_token/],
    ['login', /hosted_login_token/],
    ['PaymentForm', /PaymentForm/],
  ])('finds %s as a part of a word', (query, word) => {
    const marked = search(query).flatMap(({ title, sentence }) => [
      ...wordsMarkedIn(title),
      ...wordsMarkedIn(sentence),
    ]);
    expect(marked.join(' ')).toMatch(word);
  });

  test.each([
    ['ServiceProvider', '/docs/react-components#components'],
    ['usePricing', '/docs/react-components#prices'],
    ['useTemplateRef', '/docs/vue#with-the-components'],
    ['setAPIKey', '/docs/use-a-client-library'],
  ])('finds the name %s, also in an example', (name, address) => {
    const found = search(name).map(({ href }) => href);
    expect(
      found.some((href) => href.startsWith(address)),
      found.join(', '),
    ).toBe(true);
  });

  test('shows a name that only the example of a section has', () => {
    const [found] = search('useTemplateRef').filter(({ href }) => href === '/docs/vue#with-the-components');
    expect(textOf(found!.sentence)).toMatch(/Example: useTemplateRef$/);
    expect(wordsMarkedIn(found!.sentence)).toEqual(['useTemplateRef']);
  });

  test('finds an operation by its call, and a field by its name', () => {
    expect(search('POST /v2/purchases')[0]?.href).toBe('/docs/purchases#create_purchase');
    expect(search('hosted_login_token')[0]?.href).toBe('/docs/accounts#record-account-hosted_login_token');
  });

  test('marks the words that were searched in the sentence that has them', () => {
    const [first] = search('february');
    expect(wordsMarkedIn(first!.sentence)).toEqual(['February']);
    expect(textOf(first!.sentence).length).toBeLessThan(220);
  });

  test('finds every passage by its title', () => {
    const guides = passages.filter(({ kind, group }) => kind === 'page' && group !== 'Reference');
    expect(guides.length).toBeGreaterThan(30);
    for (const { id, title } of guides)
      expect(
        search(title).map(({ href }) => href),
        title,
      ).toContain(id);
  });

  test('has no results for an empty query, and for words that are not there', () => {
    for (const query of ['', '   ', '#', 'xyzzyplugh']) expect(search(query), query).toEqual([]);
  });

  test('has a bounded amount of text, no addresses of placeholders, and each address once', () => {
    expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length);
    expect(passages.length).toBeLessThan(4000);
    expect(passages.reduce((sum, { title, text }) => sum + title.length + text.length, 0)).toBeLessThan(1_000_000);
  });

  test('reads only the beginning of a long query, and few results of one page', () => {
    const long = `refund ${'refund '.repeat(10_000)}`;
    expect(search(long)).toEqual(search(long.slice(0, MOST_CHARACTERS)));
    const found = search('refund');
    expect(found.length).toBeLessThanOrEqual(12);
    for (const { href } of found) {
      expect(found.filter((each) => pageOf(each.href) === pageOf(href)).length).toBeLessThanOrEqual(3);
    }
  });

  test('lets other requests run while it indexes', async () => {
    const turn = vi.fn(async () => {});
    await openSearch(passages.slice(0, 100), turn);
    expect(turn).toHaveBeenCalledTimes(10);
  });
});
