import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Du bliver ikke opkrævet mere for det.',
  noMore: 'Derudover bliver du ikke opkrævet mere for det.',
  owed: (amount) => `Du skylder stadig ${amount} på tidligere fakturaer.`,
  underWay: (amount) => `En betaling på ${amount} er stadig undervejs.`,
  uninvoiced: (amount) => `Beløb på ${amount} er endnu ikke faktureret og følger senere.`,
  usage: 'Det, du bruger indtil da, bliver faktureret til sidst.',
  renews: 'Indtil da fornyes og opkræves det som hidtil.',
};
