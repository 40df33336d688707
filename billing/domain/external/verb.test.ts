import { expect, test } from 'vitest';
import { verbOf } from './verb.ts';

const at = (state: 'active' | 'canceled' | 'expired' | 'past_due', last_purchased = 1, expires_at = 10) => ({
  state,
  last_purchased,
  expires_at,
});

test.each([
  [undefined, at('active'), 'new'],
  [at('active'), at('active'), undefined],
  [at('active'), at('active', 5), 'renewed'],
  [at('active'), at('active', 1, 20), 'renewed'],
  [at('active'), at('canceled'), 'canceled'],
  [at('active'), at('past_due'), 'renewal_failure'],
  [at('past_due'), at('active'), 'recovered'],
  [at('canceled'), at('active'), 'reactivated'],
  [at('expired'), at('active', 5, 20), 'reactivated'],
  [at('canceled'), at('expired'), 'expired'],
  [at('canceled'), at('canceled', 1, 20), undefined],
] as const)('a subscription of %o that becomes %o is told as %s', (before, after, verb) => {
  expect(verbOf(before, after)).toBe(verb);
});
