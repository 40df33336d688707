import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'Plus rien ne sera débité pour cet abonnement.',
  noMore: 'Hormis cela, plus rien ne sera débité pour cet abonnement.',
  owed: (amount) => `Vous devez encore ${amount} sur des factures antérieures.`,
  underWay: (amount) => `Un paiement de ${amount} est encore en cours.`,
  uninvoiced: (amount) => `Des frais de ${amount} ne sont pas encore facturés et suivront.`,
  usage: 'Ce que vous consommez d’ici là sera facturé à la fin.',
  renews: 'D’ici là, il se renouvelle et est débité comme avant.',
};
