import type { WhyWords } from '../en/why.ts';

export const whyWords: WhyWords = {
  title: '¿Por qué este importe?',
  price: 'Precio completo',
  time: 'Tiempo',
  prorated: 'Por este tiempo',
  diff: 'Diferencia',
  instead: (now, before) => `${now} en lugar de ${before}`,
  tier: (from, to) => `Precio de las unidades ${from} a ${to}`,
  lastTier: (from) => `Precio de las unidades a partir de ${from}`,
  ramp: (from) => `Precio a partir del periodo de facturación ${from}`,
  trial: 'Prueba gratuita',
  usage: 'Consumo',
  late: (amount) => `Registrado más tarde; ya se facturaron ${amount}.`,
  step: (amount) => `Precio del tramo que alcanzan ${amount} unidades`,
  coupon: (code) => `Cupón ${code}`,
  ofInvoice: (amount) => `${amount} de descuento en toda la factura; de ello, en esta línea`,
  credit: (charge, invoice) => `Abono de «${charge}» de la factura ${invoice}`,
  charged: 'Cobrado',
  unused: 'Tiempo no utilizado',
  credited: 'Abonado',
  total: 'Total',
  rounding:
    'Los descuentos y los impuestos se redondean una sola vez para toda la factura. Por eso la parte de una línea puede diferir en un céntimo.',
  pdf: 'PDF con esta explicación',
  more: 'Las demás líneas se calculan del mismo modo.',
};
