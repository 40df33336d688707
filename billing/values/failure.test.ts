import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Invalid, type Issue } from './failure.ts';

const issue: fc.Arbitrary<Issue> = fc.record({
  field: fc.constantFrom('account.email', 'account.billing_info.month'),
  symbol: fc.constantFrom('blank', 'invalid', 'inclusion'),
  of: fc.constantFrom('USD', 'EUR'),
});

test('no findings repeat a symbol of a field, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(issue), (found) => {
      const name = ({ field, symbol }: Issue) => `${field} ${symbol}`;
      const { issues, message } = new Invalid(found);
      expect(issues.map(name)).toEqual([...new Set(found.map(name))]);
      for (const each of issues) expect(found.find((one) => name(one) === name(each))).toBe(each);
      expect(message).toBe(issues.map(name).join(', '));
    }),
  );
});
