import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEMO_COUPONS, DEMO_GIFT_CARDS } from '../../seed/discounts.ts';
import { PARCEL, TIDELINE } from '../../seed/tideline.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const GUIDE = textOf('docs/guides/prices.md');
const source = textOf('sdk/src/pricing/attach.ts');
const namesIn = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, name = '']) => name);

const inputs = namesIn(/\b(?:says|all)\('([^']+)'\)/g);
const outputs = namesIn(/^ {4}(\w+): (?:base|currency)\./gm);

test('the guide to prices names every input and output', () => {
  expect(inputs).toContain('tax_amount.next');
  const unnamed = [...new Set([...inputs, ...outputs])].filter((name) => !GUIDE.includes(`\`${name}\``));
  expect(unnamed).toEqual([]);
});

test('the guide to prices names all that the demo site sells and accepts', () => {
  const codes = [
    ...TIDELINE.flatMap(({ plan, addOns }) => [plan.plan_code, ...addOns.map(({ add_on_code }) => add_on_code)]),
    PARCEL.code,
    ...DEMO_COUPONS.map(({ coupon_code }) => coupon_code),
    ...DEMO_GIFT_CARDS.map(({ redemption_code }) => redemption_code),
  ];
  expect(codes.filter((code) => !GUIDE.includes(`\`${code}\``))).toEqual([]);
});
