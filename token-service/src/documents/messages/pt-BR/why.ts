import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: 'Por que este valor?',
  price: 'Preço cheio',
  time: 'Tempo',
  prorated: 'Por este tempo',
  diff: 'Diferença',
  instead: (now, before) => `${now} em vez de ${before}`,
  tier: (from, to) => `Preço das unidades ${from} a ${to}`,
  lastTier: (from) => `Preço das unidades a partir de ${from}`,
  ramp: (from) => `Preço a partir do período de cobrança ${from}`,
  trial: 'Teste grátis',
  usage: 'Consumo',
  late: (amount) => `Registrado depois; ${amount} já haviam sido faturados.`,
  step: (amount) => `Preço da faixa que ${amount} unidades atingem`,
  coupon: (code) => `Cupom ${code}`,
  ofInvoice: (amount) => `${amount} de desconto em toda a fatura, dos quais nesta linha`,
  credit: (charge, invoice) => `Crédito de “${charge}” da fatura ${invoice}`,
  charged: 'Cobrado',
  unused: 'Tempo não usado',
  credited: 'Creditado',
  total: 'Total',
  rounding:
    'Descontos e impostos são arredondados uma só vez para toda a fatura. Por isso, a parte de uma linha pode variar em um centavo.',
  pdf: 'PDF com esta explicação',
  more: 'As demais linhas são calculadas da mesma forma.',
};
