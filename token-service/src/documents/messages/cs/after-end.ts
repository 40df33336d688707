import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Nic dalšího vám za ně nebude účtováno.',
  noMore: 'Kromě toho vám za ně nic dalšího nebude účtováno.',
  owed: (amount) => `Z dřívějších faktur zbývá uhradit ${amount}.`,
  underWay: (amount) => `Platba ve výši ${amount} se ještě zpracovává.`,
  uninvoiced: (amount) => `Poplatky ve výši ${amount} ještě nebyly vyfakturovány a budou následovat.`,
  usage: 'Co do té doby spotřebujete, bude vyúčtováno na konci.',
  renews: 'Do té doby se obnovuje a účtuje jako dosud.',
};
