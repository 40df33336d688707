import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Nie pobierzemy za nią żadnych dalszych opłat.',
  noMore: 'Poza tym nie pobierzemy za nią żadnych dalszych opłat.',
  owed: (amount) => `Do zapłaty z wcześniejszych faktur pozostaje ${amount}.`,
  underWay: (amount) => `Płatność na kwotę ${amount} jest jeszcze w toku.`,
  uninvoiced: (amount) => `Opłaty na kwotę ${amount} nie zostały jeszcze zafakturowane i zostaną naliczone.`,
  usage: 'Wykorzystanie do tego dnia rozliczymy na końcu.',
  renews: 'Do tego czasu odnawia się i jest opłacana jak dotychczas.',
};
