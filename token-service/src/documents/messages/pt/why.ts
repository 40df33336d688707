import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Porquê este valor?',
  price: 'Preço completo',
  time: 'Tempo',
  prorated: 'Por este tempo',
  diff: 'Diferença',
  instead: (now, before) => `${now} em vez de ${before}`,
  tier: (from, to) => `Preço das unidades ${from} a ${to}`,
  lastTier: (from) => `Preço das unidades a partir de ${from}`,
  ramp: (from) => `Preço a partir do período de faturação ${from}`,
  trial: 'Teste gratuito',
  usage: 'Consumo',
  late: (amount) => `Registado mais tarde; ${amount} já tinham sido faturados.`,
  step: (amount) => `Preço do escalão que ${amount} unidades atingem`,
  coupon: (code) => `Cupão ${code}`,
  ofInvoice: (amount) => `${amount} de desconto em toda a fatura, dos quais nesta linha`,
  credit: (charge, invoice) => `Crédito de «${charge}» da fatura ${invoice}`,
  charged: 'Cobrado',
  unused: 'Tempo não utilizado',
  credited: 'Creditado',
  total: 'Total',
  rounding:
    'Os descontos e os impostos são arredondados uma só vez para toda a fatura. Por isso, a parte de uma linha pode diferir num cêntimo.',
  pdf: 'PDF com esta explicação',
  more: 'As restantes linhas são calculadas da mesma forma.',
};
