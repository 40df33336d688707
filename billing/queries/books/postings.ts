import type { InvoiceParts } from '../../domain/invoices/invoice-parts.ts';
import type { Movement } from '../../domain/ledger/movement.ts';
import type { Records } from '../../ports/storage.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Movements that one answer has at most. */
const MOST = 500;

/** Returns the ledger postings of an invoice, of its payments and of its credit payments, oldest first. */
export const listPostings = siteQuery(
  (
    { ledger }: Records,
    { invoice, transactions, creditPayments }: Pick<InvoiceParts, 'invoice' | 'transactions' | 'creditPayments'>,
  ): Promise<readonly Movement[]> =>
    ledger.from(
      invoice.account_id,
      [invoice, ...(transactions ?? []), ...creditPayments].map(({ uuid }) => uuid),
      MOST,
    ),
);
