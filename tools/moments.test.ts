import { describe, expect, test } from 'vitest';
import { bareMoments, membersOfTwoUnits } from './moments.ts';
import { filePaths, readSource } from './repository.ts';

test('moments and durations are declared with their unit', () => {
  expect(bareMoments(filePaths().map(readSource))).toEqual([]);
});

test('a member means the same unit in every type', () => {
  expect(membersOfTwoUnits(filePaths().map(readSource))).toEqual([]);
});

test('one that means two is found', () => {
  const key = { path: 'billing/domain/sites/key.ts', text: 'readonly created_at: Millis;' };
  const plan = { path: 'billing/domain/plans/plan.ts', text: 'readonly created_at: Seconds;' };
  expect(membersOfTwoUnits([key, plan])).toEqual([`created_at: ${key.path} (Millis), ${plan.path} (Seconds)`]);
  expect(membersOfTwoUnits([plan, { ...plan, path: 'billing/domain/plans/add-on.ts' }])).toEqual([]);
});

describe('a planted violation is found', () => {
  const violations = (text: string, path = 'billing/domain/sites/key.ts') => bareMoments([{ path, text }]);

  test.each([
    '  readonly created_at: number;',
    '  readonly valid_until: number | null;',
    '  readonly retryAfterMs?: number | undefined;',
    'export const isOver = (key: Key, now: number): boolean => key.valid_until <= now;',
    'const siteRotation = (now: () => number) => {',
    '  nextAt(site: Site): Promise<number | undefined>;',
    '  waitsSince(): number;',
    '  pause(milliseconds: number): Promise<void>;',
  ])('%s', (text) => {
    expect(violations(text)).toHaveLength(1);
  });

  test.each([
    '  readonly created_at: Seconds;',
    '  waitsSince(): Millis;',
    '  readonly amount_in_cents: number;',
    '  const found = { last_four_at: number.slice(-4) };',
  ])('while %s is fine', (text) => {
    expect(violations(text)).toEqual([]);
  });

  test('and none in tests', () => {
    expect(violations('const seen: { at: number }[] = [];', 'billing/domain/sites/key.test.ts')).toEqual([]);
  });
});
