import { expect, test } from 'vitest';
import { planDay } from './plan.ts';
import { ratiosOf, roleAt } from './samples.ts';

test('a day of a million subscriptions has a thirtieth of them due, half of these at once', () => {
  const plan = planDay({ subscriptions: 1_000_000, hours: 24, speed: 60, others: 240 });
  // 1,000,000 / 30 = 33,333
  expect([plan.atBoundary, plan.spread]).toEqual([16_667, 16_667]);
  expect(plan.hourSeconds).toBe(60);
  expect(plan.roles).toHaveLength(24);
  expect(plan.roles.filter((role) => role === 'heavy tenant')).toEqual(['heavy tenant']);
  expect(plan.roles[plan.boundaryHour]).toBe('heavy tenant');
});

test('the shortest day with every role has four hours', () => {
  const { roles } = planDay({ subscriptions: 60, hours: 4, speed: 3600, others: 6 });
  expect(roles).toEqual(['calm', 'dead gateway', 'heavy tenant', 'dead endpoint']);
});

test('ratios compare small tenants in each role with calm hours', () => {
  const windows = [
    { role: 'calm', from: 0, to: 10 },
    { role: 'dead gateway', from: 10, to: 20 },
    { role: 'heavy tenant', from: 15, to: 25 },
  ] as const;
  expect([0, 10, 15, 24, 25].map((at) => roleAt(windows, at))).toEqual([
    ...['calm', 'dead gateway', 'heavy tenant', 'heavy tenant', undefined],
  ]);
  const sample = (at: number, took: number, isOther = true) => ({ kind: 'purchase', isOther, at, took });
  const found = ratiosOf([sample(1, 4), sample(11, 6), sample(12, 6), sample(16, 2), sample(2, 99, false)], windows);
  expect(found.map(({ role, count, p99, ratio }) => [role, count, p99, ratio])).toEqual([
    ['calm', 1, 4, 1],
    ['dead gateway', 2, 6, 1.5],
    ['heavy tenant', 1, 2, 0.5],
  ]);
  expect(ratiosOf([sample(11, 6)], windows).map(({ ratio }) => ratio)).toEqual([undefined]);
});
