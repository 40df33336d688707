import { expect, it } from 'vitest';
import { moneysOf } from './figures.ts';

it('leaves out amounts of nothing beside others, and shows one where there is no other', () => {
  expect(moneysOf({ USD: 0, EUR: 9039, GBP: 12_000 })).toBe('£120.00, €90.39');
  expect(moneysOf({ USD: 0, EUR: 0 })).toBe('$0.00');
  expect(moneysOf({})).toBe('–');
});
