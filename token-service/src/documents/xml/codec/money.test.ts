import { addOn } from '@service/billing/resources/add-on.ts';
import { allCurrencies } from '@service/billing/resources/currencies.ts';
import { plan } from '@service/billing/resources/plan.ts';
import { MAX_UNIT_CENTS } from '@service/billing/values/money/cents.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anAddOn, aPlan } from '../../../adapters/storage/testing/samples.ts';
import { parse } from './parse.ts';
import { read } from './read.ts';
import { render } from './write.ts';

const rendering = { version: '2.19', address: () => undefined } as const;
const sent = (inner: string) =>
  read(plan, parse(Buffer.from(`<plan>${inner}</plan>`)), { version: '2.19', mode: 'update' });

describe('amounts by currency', () => {
  it.each([
    ['<unit_amount_in_cents><USD>1</USD><JPY type="integer"> 2 </JPY></unit_amount_in_cents>', { USD: 1, JPY: 2 }],
    ['<unit_amount_in_cents><USD nil="nil">1</USD><EUR/></unit_amount_in_cents>', { USD: null, EUR: null }],
    ['<unit_amount_in_cents nil="nil"/>', null],
    ['<unit_amount_in_cents nil="true"><USD>1</USD></unit_amount_in_cents>', null],
  ])('%s are %j', (xml, expected) => {
    expect(sent(xml).value).toEqual({ unit_amount_in_cents: expected });
  });

  it('say nothing where a map is empty', () => {
    expect(sent('<unit_amount_in_cents/><setup_fee_in_cents> </setup_fee_in_cents>')).toEqual({
      value: {},
      issues: [],
    });
  });

  it('have one finding, the first, with its currency', () => {
    const { value, issues } = sent('<setup_fee_in_cents><USD>1</USD><EUR>-1</EUR><GBP>x</GBP></setup_fee_in_cents>');
    expect(value.setup_fee_in_cents).toBeUndefined();
    expect(issues).toEqual([
      { field: 'plan.setup_fee_in_cents', symbol: 'greater_than_or_equal_to', count: 0, of: 'EUR' },
    ]);
  });

  it.each(['XXX', 'usd'])('are in currencies, and %s is none', (name) => {
    expect(sent(`<unit_amount_in_cents><USD>1</USD><${name}>1</${name}></unit_amount_in_cents>`)).toEqual({
      value: {},
      issues: [{ field: `plan.unit_amount_in_cents.${name}`, symbol: 'inclusion' }],
    });
  });

  it.each(['__proto__', 'constructor'])('are not named %s', (name) => {
    expect(() => sent(`<unit_amount_in_cents><${name}>1</${name}></unit_amount_in_cents>`)).toThrow(
      expect.objectContaining({ symbol: 'invalid_xml', details: `Unacceptable tag <${name}>` }),
    );
  });

  it('are left out where there are none', () => {
    const plan = aPlan(1);
    const free = anAddOn(2, plan, { unit_amount_in_cents: null });
    expect(render(addOn, free, rendering)).not.toMatch(/unit_amount_in_cents|tiers/);
  });
});

test('amounts read back as they were rendered', () => {
  const amounts = fc.dictionary(fc.constantFrom(...allCurrencies()), fc.integer({ min: 0, max: MAX_UNIT_CENTS }), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(amounts, (unit_amount_in_cents) => {
      const { children } = parse(Buffer.from(render(plan, aPlan(1, { unit_amount_in_cents }), rendering)));
      const kept = children.filter(({ name }) => name === 'unit_amount_in_cents');
      const element = { name: 'plan', attributes: new Map(), children: kept, text: '' };
      const { value, issues } = read(plan, element, { version: '2.19', mode: 'update' });
      expect([value, issues]).toEqual([{ unit_amount_in_cents }, []]);
    }),
  );
});
