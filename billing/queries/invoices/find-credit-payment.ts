import { notFound } from '../../failure.ts';
import type { ShownCreditPayment } from '../../invoices/credit-payment.ts';
import { siteQuery } from '../site-query.ts';

/** Returns a payment from credit. Throws `not_found`. */
export const findCreditPayment = siteQuery(async ({ creditPayments }, uuid: string): Promise<ShownCreditPayment> => {
  const found = await creditPayments.find(uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('CreditPayment', 'uuid', uuid);
  return found;
});
