import { describe, expect, it } from 'vitest';
import { accountWords } from './account-words.ts';

describe('an interval', () => {
  it('is in the largest unit that it is a multiple of', () => {
    const { every } = accountWords.en;
    expect([every('days', 1), every('days', 14), every('months', 12), every('months', 18)]).toEqual([
      'every day',
      'every 2 weeks',
      'every year',
      'every 18 months',
    ]);
  });

  it('is a length of time where a pause is chosen', () => {
    const { periods } = accountWords.en.pause;
    expect([periods('months', 1, 1), periods('months', 6, 2), periods('days', 10, 3)]).toEqual([
      '1 month',
      '1 year',
      '30 days',
    ]);
  });
});
