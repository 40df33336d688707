import type { Subject } from '../audit-log/subject.ts';
import { invoiceName } from '../invoices/invoice-name.ts';
import type { Event } from './event.ts';

/** Returns the record that an event is about, as its snapshot names it. */
export const eventSubject = (event: Event): Subject => {
  if ('credit_payment' in event) return { kind: 'credit_payment', id: event.credit_payment.uuid };
  if ('transaction' in event && event.transaction && !('invoice' in event))
    return { kind: 'payment', id: event.transaction.uuid };
  if ('invoice' in event) return { kind: 'invoice', id: invoiceName(event.invoice) };
  if ('subscription' in event) return { kind: 'subscription', id: event.subscription.uuid };
  if ('usage' in event) return { kind: 'usage', id: event.usage.key };
  if ('gift_card' in event) return { kind: 'gift_card', id: String(event.gift_card.id) };
  if ('item' in event) return { kind: 'item', id: event.item.item_code };
  return { kind: 'account', id: event.account.account_code };
};
