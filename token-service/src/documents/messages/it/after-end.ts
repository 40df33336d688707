import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Per questo abbonamento non Le sarà addebitato altro.',
  noMore: 'A parte questo, per l’abbonamento non Le sarà addebitato altro.',
  owed: (amount) => `Deve ancora ${amount} per fatture precedenti.`,
  underWay: (amount) => `Un pagamento di ${amount} è ancora in corso.`,
  uninvoiced: (amount) => `Addebiti per ${amount} non sono ancora fatturati e seguiranno.`,
  usage: 'Quanto consumato fino ad allora viene fatturato alla fine.',
  renews: 'Fino ad allora si rinnova e viene addebitato come prima.',
};
