import { expect, it } from 'vitest';
import type { NotificationRecord } from './record.ts';
import { notFoundAt } from './waiting.ts';

it('a notification about an unknown payment waits five times, for about a quarter of an hour, and is left then', () => {
  let record = { due_at: 1000, attempts: 0, outcome: null } as NotificationRecord;
  const dues: (number | null)[] = [];
  for (let at: number | null = record.due_at; at !== null; at = record.due_at) {
    record = notFoundAt(record, at);
    dues.push(record.due_at);
  }
  // 30 s, then twice as long each time: 1000 + 30 + 60 + 120 + 240 + 480.
  expect(dues).toEqual([1030, 1090, 1210, 1450, 1930, null]);
  expect(record.outcome).toBe('unmatched');
});
