import { describe, expect, it } from 'vitest';
import { accountWordsByLanguage } from './account-words.ts';

describe('an interval', () => {
  it('is in the largest unit that it is a multiple of', () => {
    const { every } = accountWordsByLanguage.en;
    expect([every('days', 1), every('days', 14), every('months', 12), every('months', 18)]).toEqual([
      'every day',
      'every 2 weeks',
      'every year',
      'every 18 months',
    ]);
  });

  it('is a length of time where a pause is chosen', () => {
    const { length } = accountWordsByLanguage.en.pause;
    expect([length('months', 1), length('months', 12), length('days', 30)]).toEqual(['1 month', '1 year', '30 days']);
  });

  it.each([
    ['pl', ['co miesiąc', 'co 2 miesiące', 'co 5 miesięcy', 'co 22 miesiące', 'co 2 lata', 'co 5 lat']],
    ['cs', ['každý měsíc', 'každé 2 měsíce', 'každých 5 měsíců', 'každých 22 měsíců', 'každé 2 roky', 'každých 5 let']],
    ['ar', ['كل شهر', 'كل شهرين', 'كل 5 أشهر', 'كل 22 شهرًا', 'كل سنتين', 'كل 5 سنوات']],
    ['sv', ['per månad', 'varannan månad', 'var 5:e månad', 'var 22:e månad', 'vartannat år', 'vart 5:e år']],
    ['ja', ['毎月', '2か月ごと', '5か月ごと', '22か月ごと', '2年ごと', '5年ごと']],
  ] as const)('has the plural forms of %s', (language, expected) => {
    const { every } = accountWordsByLanguage[language];
    expect([1, 2, 5, 22, 24, 60].map((months) => every('months', months))).toEqual(expected);
  });
});
