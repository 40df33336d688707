import type { AfterEndWords } from '../en/after-end.ts';

export const afterEnd: AfterEndWords = {
  noCharge: 'No se le cobrará nada más por ella.',
  noMore: 'Aparte de eso, no se le cobrará nada más por ella.',
  owed: (amount) => `Aún debe ${amount} de facturas anteriores.`,
  underWay: (amount) => `Un pago de ${amount} sigue en curso.`,
  uninvoiced: (amount) => `Faltan por facturar cargos de ${amount}, que se cobrarán.`,
  usage: 'Lo que consuma hasta entonces se facturará al final.',
  renews: 'Hasta entonces se renueva y se cobra como antes.',
};
