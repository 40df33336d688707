import type { PerformanceObligationRecord } from './record.ts';

/** The moment from which the built-in obligations exist: 2026-11-01T00:00:00Z. */
const SINCE = 1_793_491_200;

/** The obligations that every site has. Their ids are 1 to 6. */
export const BUILT_IN_OBLIGATIONS: readonly PerformanceObligationRecord[] = [
  'Over time, by day',
  'Over time, by part of the month',
  'At a point in time',
  'By hand',
  'By manual entry',
  'Material right',
].map((name, at) => ({
  key: String(at + 1).padStart(32, '0'),
  id: String(at + 1),
  name,
  state: 'active',
  created_at: SINCE,
  updated_at: SINCE,
}));

/** Returns the obligations of a site with its own ones: those that are built in come first. */
export const withBuiltIn = (own: readonly PerformanceObligationRecord[]): readonly PerformanceObligationRecord[] => [
  ...BUILT_IN_OBLIGATIONS,
  ...own,
];

/** The maximum number of obligations that a site adds. */
export const MOST_OBLIGATIONS = 100;

/** Returns the id of a site's own obligation by its number, from 1 on. */
export const ownObligationId = (number: number): string => String(BUILT_IN_OBLIGATIONS.length + number);
