import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Inget mer debiteras för den.',
  noMore: 'Utöver det debiteras inget mer för den.',
  owed: (amount) => `Från tidigare fakturor återstår ${amount} att betala.`,
  underWay: (amount) => `En betalning på ${amount} är fortfarande på väg.`,
  uninvoiced: (amount) => `Avgifter på ${amount} är ännu inte fakturerade och kommer senare.`,
  usage: 'Det du använder fram till dess faktureras när den upphör.',
  renews: 'Fram till dess förnyas och debiteras den som tidigare.',
};
