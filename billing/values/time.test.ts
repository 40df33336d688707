import { describe, expect, it } from 'vitest';
import { isDate, isoTime, LAST_MOMENT, type Millis, readTime, type Seconds, type SystemClock } from './time.ts';

describe('a time on the wire', () => {
  it('is UTC in whole seconds', () => {
    expect(isoTime(Date.UTC(2026, 10, 30, 7, 49, 49) / 1000)).toBe('2026-11-30T07:49:49Z');
  });

  it.each([
    ['2026-11-30T07:49:49Z', '2026-11-30T07:49:49Z'],
    ['2026-11-30T07:49:49+00:00', '2026-11-30T07:49:49Z'],
    ['2026-11-30T01:49:49-06:00', '2026-11-30T07:49:49Z'],
    ['2026-11-30T13:19:49+0530', '2026-11-30T07:49:49Z'],
    ['2026-11-30T07:49:49.987Z', '2026-11-30T07:49:49Z'],
    ['2026-11-30 07:49:49 UTC', '2026-11-30T07:49:49Z'],
    ['2026-11-30T07:49:49 00:00', '2026-11-30T07:49:49Z'],
    ['2026-11-30T07:49', '2026-11-30T07:49:00Z'],
    ['2026-11-30', '2026-11-30T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
  ])('reads %s', (text, utc) => {
    expect(isoTime(readTime(text) as number)).toBe(utc);
  });

  it.each([
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-29',
    '2026-11-31',
    '2026-11-30T25:00:00Z',
    '2026-11-30T07:61:00Z',
    '30/11/2026',
    '1764488989',
    '2026-11-30T07:49:49+99:99',
    '2026-11-30T07:49:49+24:00',
    '2026-11-30T07:49:49-01:60',
  ])('does not guess at %j', (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

it.each([
  ['0001-01-01', false],
  ['1969-12-31T23:59:59Z', false],
  ['1970-01-01T00:00:00Z', true],
  ['1970-01-01T00:00:00+00:01', false],
  ['9999-12-31T23:59:59Z', true],
  ['9999-12-31T23:59:59-00:01', false],
])('%s can be the date of a record: %s', (text, can) => {
  expect(isDate(readTime(text) as number)).toBe(can);
});

it('the last moment is the last second of the year 9999', () => {
  expect(isoTime(LAST_MOMENT)).toBe('9999-12-31T23:59:59Z');
});

it('does not compile with milliseconds where seconds are meant, nor the other way round', () => {
  const clock: SystemClock = { now: () => 1000 };
  const seconds: Seconds = clock.now() / 1000;
  expect(isoTime(seconds)).toBe('1970-01-01T00:00:01Z');

  // @ts-expect-error milliseconds are no seconds
  expect(isoTime(clock.now())).toBe('1970-01-01T00:16:40Z');
  // @ts-expect-error seconds are no milliseconds
  const milliseconds: Millis = seconds;
  void milliseconds;
});
