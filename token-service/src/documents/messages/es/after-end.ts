import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'No se le cobrará nada más por esta suscripción.',
  noMore: 'Aparte de eso, no se le cobrará nada más por esta suscripción.',
  owed: (amount) => `Aún debe ${amount} de facturas anteriores.`,
  underWay: (amount) => `Un pago de ${amount} sigue en curso.`,
  uninvoiced: (amount) => `Quedan por facturar cargos por ${amount}, que se cobrarán más adelante.`,
  usage: 'Lo que consuma hasta entonces se facturará al final.',
  renews: 'Hasta entonces, la suscripción se renueva y se cobra como antes.',
};
