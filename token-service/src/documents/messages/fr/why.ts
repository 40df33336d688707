import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Pourquoi ce montant\u00a0?',
  price: 'Plein tarif',
  time: 'Durée',
  prorated: 'Pour cette durée',
  diff: 'Différence',
  instead: (now, before) => `${now} au lieu de ${before}`,
  tier: (from, to) => `Prix des unités ${from} à ${to}`,
  lastTier: (from) => `Prix des unités à partir de ${from}`,
  ramp: (from) => `Prix à partir de la période de facturation ${from}`,
  trial: 'Essai gratuit',
  usage: 'Consommation',
  late: (amount) => `Enregistré plus tard\u00a0; ${amount} ont déjà été facturés.`,
  step: (amount) => `Prix du palier atteint par ${amount} unités`,
  coupon: (code) => `Code promo ${code}`,
  ofInvoice: (amount) => `${amount} de remise sur toute la facture, dont pour cette ligne`,
  credit: (charge, invoice) => `Avoir pour «\u00a0${charge}\u00a0» de la facture ${invoice}`,
  charged: 'Facturé',
  unused: 'Durée non utilisée',
  credited: 'Crédité',
  total: 'Total',
  rounding:
    'Les remises et les taxes sont arrondies une seule fois pour toute la facture. La part d’une ligne peut donc différer d’un centime.',
  pdf: 'PDF avec cette explication',
  more: 'Les autres lignes sont calculées de la même manière.',
};
