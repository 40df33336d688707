import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Você não será mais cobrado por ela.',
  noMore: 'Além disso, você não será mais cobrado por ela.',
  owed: (amount) => `Ainda há ${amount} em aberto de faturas anteriores.`,
  underWay: (amount) => `Um pagamento de ${amount} ainda está em processamento.`,
  uninvoiced: (amount) => `Cobranças de ${amount} ainda não foram faturadas e virão depois.`,
  usage: 'O que você usar até lá será cobrado no final.',
  renews: 'Até lá, ela é renovada e cobrada como antes.',
};
