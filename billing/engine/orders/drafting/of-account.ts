import type { DraftInvoice } from '../../../domain/invoices/draft.ts';
import type { OrderDraft } from './draft-order.ts';

/**
 * Returns a draft for an account that was created since the order was priced: every record in it is that account's, or
 * its payer's.
 */
export const ofAccount = (order: OrderDraft, account_id: string | undefined): OrderDraft => {
  if (account_id === undefined || account_id === order.account_id)
    return { ...order, existing: account_id !== undefined };
  const own = <T extends object>(record: T): T => ({ ...record, account_id });
  const paid = order.payer ? <T extends object>(record: T): T => record : own;
  const draft = ({ invoice, lines }: DraftInvoice): DraftInvoice => ({
    invoice: paid(invoice),
    lines: lines.map((line) => (line.account_id === order.account_id ? own(line) : line)),
  });
  return {
    ...order,
    account_id,
    existing: true,
    charge: order.charge && draft(order.charge),
    credits: order.credits.map(draft),
    subscriptions: { added: order.subscriptions.added.map(own), updated: order.subscriptions.updated },
    soldGiftCard: order.soldGiftCard && { ...order.soldGiftCard, gifter_account_id: account_id },
    addresses: order.addresses.map(own),
    redemptions: order.redemptions.map(own),
    creditPayments: order.creditPayments.map(paid),
  };
};
