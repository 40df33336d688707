import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Du blir ikke belastet mer for det.',
  noMore: 'Utover dette blir du ikke belastet mer for det.',
  owed: (amount) => `Du skylder fortsatt ${amount} på tidligere fakturaer.`,
  underWay: (amount) => `En betaling på ${amount} er fortsatt underveis.`,
  uninvoiced: (amount) => `Beløp på ${amount} er ennå ikke fakturert og kommer senere.`,
  usage: 'Det du bruker frem til da, faktureres til slutt.',
  renews: 'Frem til da fornyes det, og du blir belastet som før.',
};
