import type { ShownCreditPayment } from '../../domain/invoices/credit-payment.ts';
import { notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

/** Returns a payment from credit. Throws `not_found`. */
export const findCreditPayment = siteQuery(async ({ creditPayments }, uuid: string): Promise<ShownCreditPayment> => {
  const found = await creditPayments.find(uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('CreditPayment', 'uuid', uuid);
  return found;
});
