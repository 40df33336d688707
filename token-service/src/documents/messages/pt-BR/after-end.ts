import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Nada mais será cobrado de você por esta assinatura.',
  noMore: 'Fora isso, nada mais será cobrado de você por esta assinatura.',
  owed: (amount) => `Ainda há ${amount} em aberto de faturas anteriores.`,
  underWay: (amount) => `Um pagamento de ${amount} ainda está em processamento.`,
  uninvoiced: (amount) => `Cobranças de ${amount} ainda não foram faturadas e virão depois.`,
  usage: 'O que você usar até lá será cobrado no final.',
  renews: 'Até lá, a assinatura é renovada e cobrada como antes.',
};
