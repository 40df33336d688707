import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { missedShares, SEED } from '@service/billing/values/price/oracle/random.fixture.ts';
import { SELECTION_FEATURES, someSelections } from '@service/billing/values/price/oracle/selections.fixture.ts';
import { expect, test } from './checkout.ts';
import { type Visit, visitOf } from './visits.ts';

/** More in `npm run test:long`; fewer in the second engine, since it computes like the first. */
const SHORT = 1_500;
const LONG = { chromium: 10_000, others: 2_000 };
const AT_ONCE = 500;

type Library = { service: typeof import('../src/index.ts').service };

interface Seen {
  readonly price: unknown;
  readonly errors: readonly string[];
}

/** Returns the price and the errors that the page gets for each selection. */
const pricesIn = async (page: Page, visits: readonly Visit[]): Promise<Seen[]> => {
  const priced = await page.evaluate(
    async (json) => {
      const visits: Pick<Visit, 'steps' | 'documents'>[] = JSON.parse(json);
      const { service } = window as never as Library;
      type Steps = Record<string, (...args: unknown[]) => Steps>;

      const documents = new Map(visits.flatMap(({ documents }) => Object.entries(documents)));
      window.fetch = async (input) => {
        const { pathname, searchParams } = new URL(String(input));
        const path = pathname.replace(/^\/js\/v1\//, '');
        const asked = searchParams.get('tax_code') || String(searchParams.get('postal_code'));
        const found = documents.get(path === 'tax' ? asked : path);
        return Response.json(found ?? { error: { code: 'not-found', message: path } });
      };

      const visit = async ({ steps }: (typeof visits)[number]) => {
        const errors: string[] = [];
        let chain = service.Pricing() as unknown as Steps;
        for (const [method, ...args] of steps) chain = chain[method]!(...args);
        const { promise, resolve, reject } =
          Promise.withResolvers<ReturnType<Library['service']['Pricing']>['price']>();
        chain.catch!((error: { code: string }) => errors.push(error.code)).done!(resolve, reject);
        const { taxes, currency, ...amounts } = await promise;
        const plain = taxes.map(({ type, region, rate }) => ({ type, region, rate }));
        return { price: { ...amounts, taxes: plain, currency: currency.code }, errors };
      };
      return JSON.stringify(await Promise.all(visits.map(visit)));
    },
    // As text, because passing so many values one by one is slow.
    JSON.stringify(visits.map(({ steps, documents }) => ({ steps, documents }))),
  );
  return JSON.parse(priced);
};

test('random selections show the price that the rules give, to the last digit', async ({ browserName, long, shop }) => {
  // Seconds on an idle machine, a minute on a busy one.
  test.slow();
  const count = long ? (browserName === 'chromium' ? LONG.chromium : LONG.others) : SHORT;
  const selections = someSelections(count);
  expect(missedShares(selections, SELECTION_FEATURES)).toEqual([]);

  await shop.open('');
  const visits = selections.map(visitOf);
  const seen: Seen[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    seen.push(...(await pricesIn(shop.page, visits.slice(first, first + AT_ONCE))));
  }

  const compared = visits.map(({ selection, price, errors }, index) => ({
    selection: JSON.stringify(selection),
    expected: { price, errors },
    seen: seen[index],
  }));
  expect(seen).toHaveLength(count);
  const differing = compared
    .filter(({ expected, seen }) => !isDeepStrictEqual(seen, expected))
    .sort((a, b) => a.selection.length - b.selection.length);
  const [smallest] = differing;
  expect(smallest?.seen, `seed ${SEED}, selection ${smallest?.selection}`).toEqual(smallest?.expected);
  expect(differing).toHaveLength(0);
});
