import type { DraftInvoice } from '../../invoices/draft.ts';
import type { Sale } from './sale.ts';

/** A sale for an account that has come about since it was priced: everything in it is that account's. */
export const ofAccount = (sale: Sale, account_id: string | undefined): Sale => {
  if (account_id === undefined || account_id === sale.account_id)
    return { ...sale, existing: account_id !== undefined };
  const own = <T extends object>(record: T): T => ({ ...record, account_id });
  const draft = ({ invoice, lines }: DraftInvoice): DraftInvoice => ({ invoice: own(invoice), lines: lines.map(own) });
  return {
    ...sale,
    account_id,
    existing: true,
    charge: sale.charge && draft(sale.charge),
    credits: sale.credits.map(draft),
    subscriptions: sale.subscriptions.map(own),
    bought: sale.bought && { ...sale.bought, gifter_account_id: account_id },
    addresses: sale.addresses.map(own),
    redemptions: sale.redemptions.map(own),
    creditPayments: sale.creditPayments.map(own),
  };
};
