import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Per questo abbonamento non Le sarà addebitato altro.',
  noMore: 'A parte questo, per l’abbonamento non Le sarà addebitato altro.',
  owed: (amount) => `Deve ancora ${amount} per fatture precedenti.`,
  underWay: (amount) => `Un pagamento di ${amount} è ancora in corso.`,
  uninvoiced: (amount) => `Addebiti per ${amount} non sono ancora stati fatturati e lo saranno in seguito.`,
  usage: 'Quanto consuma fino ad allora verrà fatturato alla fine.',
  renews: 'Fino ad allora l’abbonamento si rinnova e viene addebitato come prima.',
};
