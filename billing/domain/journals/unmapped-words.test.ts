import { expect, test } from 'vitest';
import { accountOf, EMPTY_CHART, type PostingTraits } from './chart.ts';
import { withRule } from './chart-changes.ts';
import { postingWords, ruleTraits } from './unmapped-words.ts';

const CASES: readonly PostingTraits[] = (['cash', 'revenue', 'tax'] as const).flatMap((ledger_account) =>
  [null, 'vat', 'gb'].flatMap((tax_type) =>
    ['EUR', 'GBP'].map((currency) => ({ ledger_account, accounting_code: null, tax_type, currency })),
  ),
);

test.each(CASES.filter(({ ledger_account, tax_type }) => ledger_account !== 'cash' || tax_type === null))(
  'the rule for $ledger_account in $currency with tax type $tax_type is for no other posting',
  (traits) => {
    const chart = withRule(EMPTY_CHART, { ...ruleTraits(traits), account: '8338', cost_centre: null, tax_code: null });
    const others = CASES.filter((other) => other.ledger_account !== 'cash' || other.tax_type === null);
    const covered = others.filter((other) => accountOf(chart, other) !== undefined);
    expect(covered.map(postingWords)).toEqual([postingWords(traits)]);
  },
);
