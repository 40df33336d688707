import type { ShownTransaction } from '../../domain/transactions/record.ts';
import { asSettled } from '../../domain/transactions/settled.ts';
import type { Caller } from '../../ports/caller.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import type { QueryDeps } from '../lists/site-query.ts';

/** Returns the first payment of an invoice, by the invoice's uuid. Throws `not_found`. */
export const findInvoicePayment =
  ({ storage }: QueryDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, invoiceId: string): Promise<ShownTransaction> => {
    const [found] = await storage.of(site.id).transactions.ofInvoice(invoiceId);
    if (!found) throw notFound('Transaction', 'invoice_id', invoiceId);
    return asSettled(found, at);
  };

/** Returns a transaction as it stands at the moment of the caller. Throws `not_found`. */
export const findTransaction =
  ({ storage }: QueryDeps) =>
  async ({ site, at }: Pick<Caller, 'site' | 'at'>, uuid: string): Promise<ShownTransaction> => {
    const found = await storage.of(site.id).transactions.find(uuid.replaceAll('-', '').toLowerCase());
    if (!found) throw notFound('Transaction', 'uuid', uuid);
    return asSettled(found, at);
  };

/** Lists transactions as they stand at the moment of the caller. */
export const listTransactions = siteList(
  ({ transactions }) => transactions,
  (listed, { at }) => listed.map((one) => asSettled(one, at)),
);
