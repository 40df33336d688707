import { siteQuery } from '../lists/site-query.ts';

/** Refunds of one invoice whose reasons are read. */
const MOST_REASONS = 50;

/**
 * Returns the reasons that operators gave for refunds of invoices of an account, by the number of the credit invoice of
 * each. Refunds without a reason, and those whose entry of the audit log has been removed, are missing.
 */
export const findRefundReasons = siteQuery(
  async ({ auditLog }, account_id: string, charges: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const entries = await Promise.all(
      charges.map((subject) => auditLog.list({ account_id, subject, action: 'invoice.refunded' }, MOST_REASONS)),
    );
    return new Map(
      entries.flat().flatMap(({ changes }): [string, string][] => {
        const { credit_invoice, reason } = changes ?? {};
        return credit_invoice && reason ? [[String(credit_invoice.to), String(reason.to)]] : [];
      }),
    );
  },
);
