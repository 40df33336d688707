import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Nada mais será cobrado por esta subscrição.',
  noMore: 'À exceção disso, nada mais será cobrado por esta subscrição.',
  owed: (amount) => `Ainda deve ${amount} de faturas anteriores.`,
  underWay: (amount) => `Um pagamento de ${amount} ainda está em curso.`,
  uninvoiced: (amount) => `Encargos de ${amount} ainda não foram faturados e serão cobrados mais tarde.`,
  usage: 'O que consumir até lá é faturado no fim.',
  renews: 'Até lá, a subscrição renova-se e é cobrada como antes.',
};
