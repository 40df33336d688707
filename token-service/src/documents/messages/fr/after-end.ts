import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Plus rien ne sera débité pour cet abonnement.',
  noMore: 'Hormis cela, plus rien ne sera débité pour cet abonnement.',
  owed: (amount) => `Vous devez encore ${amount} pour des factures antérieures.`,
  underWay: (amount) => `Un paiement de ${amount} est encore en cours.`,
  uninvoiced: (amount) => `Des frais de ${amount} n’ont pas encore été facturés et le seront ultérieurement.`,
  usage: 'Ce que vous consommez d’ici là sera facturé à la fin.',
  renews: 'D’ici là, l’abonnement se renouvelle et reste facturé comme avant.',
};
