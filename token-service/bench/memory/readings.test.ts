import { expect, test } from 'vitest';
import { growthOf, type MemoryReading, rowsOf } from './readings.ts';

const MB = 2 ** 20;
const reading = (renewed: number, rss: number): MemoryReading => ({
  ...{ renewed, rss: rss * MB, heapUsed: MB, heapTotal: 2 * MB, external: 3 * MB },
});

test('growth is counted from the first thousand renewals', () => {
  expect(growthOf([reading(0, 100), reading(999, 150), reading(1100, 180), reading(5000, 200)])).toBe(20 * MB);
  expect(() => growthOf([reading(10, 100)])).toThrow('Fewer than 1000 renewals were made.');
});

test('the table begins with the first reading and ends with the last', () => {
  const rows = rowsOf(
    [0, 1, 2, 3, 4].map((thousand) => reading(thousand * 1000, 100 + thousand)),
    3,
  );
  expect(rows.map((row) => row.trim().split(/\s+/).slice(0, 2))).toEqual([
    ['0', '100.0'],
    ['2,000', '102.0'],
    ['4,000', '104.0'],
  ]);
});
