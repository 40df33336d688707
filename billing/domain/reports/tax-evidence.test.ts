import { expect, test } from 'vitest';
import { evidenceResult, type LocatedLine, needsEvidence } from './tax-evidence.ts';

const line = (
  country: string | null,
  billing: string | null,
  ip: string | null,
  method: string | null,
): LocatedLine => ({
  ...{ country, billing_country: billing, ip_country: ip, method_country: method },
  delivered: false,
});

test.each([
  ['agree', line('DE', 'DE', 'DE', 'DE')],
  ['agree', line('DE', 'DE', null, 'DE')],
  ['agree', line('DE', null, 'DE', 'DE')],
  ['agree_in_part', line('DE', 'DE', 'FR', 'DE')],
  ['conflict', line('DE', 'DE', 'FR', 'FR')],
  ['conflict', line('DE', 'DE', null, 'US')],
  ['conflict', line(null, null, 'FR', null)],
  ['one_piece', line('DE', 'DE', null, null)],
  ['none', line('DE', null, null, null)],
  ['delivered', { ...line('DE', 'FR', 'FR', 'FR'), delivered: true }],
])('%s', (result, located) => {
  expect(evidenceResult(located)).toBe(result);
});

test('evidence is needed where a sale is taxed in the European Union, or something speaks for a country there', () => {
  expect(needsEvidence(line('DE', 'DE', null, null), 'taxed')).toBe(true);
  expect(needsEvidence(line('US', 'US', 'IE', null), 'not_taxed')).toBe(true);
  expect(needsEvidence(line('US', 'US', null, 'US'), 'taxed')).toBe(false);
  for (const treatment of ['reverse_charge', 'gift_card', 'carried_forward'] as const) {
    expect(needsEvidence(line('DE', 'DE', null, null), treatment)).toBe(false);
  }
});
