import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Hiervoor wordt niets meer afgeschreven.',
  noMore: 'Verder wordt hiervoor niets meer afgeschreven.',
  owed: (amount) => `U bent op eerdere facturen nog ${amount} verschuldigd.`,
  underWay: (amount) => `Een betaling van ${amount} is nog onderweg.`,
  uninvoiced: (amount) => `Kosten van ${amount} zijn nog niet gefactureerd en volgen.`,
  usage: 'Wat u tot die tijd verbruikt, wordt aan het einde gefactureerd.',
  renews: 'Tot die tijd wordt het zoals voorheen verlengd en wordt er afgeschreven.',
};
