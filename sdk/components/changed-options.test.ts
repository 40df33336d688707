import { expect, test } from 'vitest';
import { changedOptions } from './changed-options.ts';

const changes = (before: Parameters<typeof changedOptions>[1], now: Parameters<typeof changedOptions>[1]) =>
  changedOptions(JSON.stringify(before), now);

test('only what differs is passed on, so that the form keeps what was typed where it can', () => {
  expect(changes({ methods: ['card'], saved: 'Visa 1111' }, { methods: ['card'], saved: 'Visa 4242' })).toEqual({
    saved: 'Visa 4242',
  });
  expect(changes({ appearance: { theme: 'dark' } }, { appearance: { theme: 'dark' } })).toEqual({});
});

test('what is no longer given has its default', () => {
  expect(changes({ methods: ['bank'], locale: 'de', description: 'Gold' }, {})).toEqual({
    methods: ['card'],
    locale: 'auto',
    description: '',
  });
  expect(changes({}, { methods: ['card'], texts: {} })).toEqual({});
});
