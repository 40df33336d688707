import type { EventDraft, InvoiceDraft } from './event.ts';

/**
 * Returns the events of one transaction, in its parts, without those of states that a record only passed through:
 * receivers are sent where a record ends. An invoice that is paid and owed again in the same transaction has no event,
 * and a payment that is received and charged back has that of the chargeback.
 */
export const netDrafts = (parts: readonly (readonly EventDraft[])[]): readonly (readonly EventDraft[])[] => {
  const drafts = parts.flat();
  const ofRecords = Map.groupBy(drafts, subjectOf);
  if (ofRecords.size === drafts.length && !drafts.some(isBalance)) return parts;
  const net = new Map<EventDraft, EventDraft>();
  for (const some of ofRecords.values()) {
    for (const [draft, sent] of some.length > 1 || some.some(isBalance) ? netOfRecord(some) : some.map(unchanged))
      net.set(draft, sent);
  }
  return parts.map((part) => part.flatMap((draft) => net.get(draft) ?? []));
};

/** A draft, and the event that receivers get instead of it. */
type Net = readonly [EventDraft, EventDraft];

const unchanged = (draft: EventDraft): Net => [draft, draft];

/** Whether a draft is about a balance, which one part of an operation may use and another one restore. */
const isBalance = ({ type }: EventDraft): boolean => type === 'updated_balance_gift_card';

/** Returns the subject of a draft: the same for drafts about the same record, else the draft itself. */
const subjectOf = (draft: EventDraft): unknown => {
  switch (draft.type) {
    case 'new_account':
    case 'updated_account':
      return draft.account.id;
    case 'new_credit_payment':
    case 'voided_credit_payment':
      return draft.credit_payment.uuid;
    case 'updated_balance_gift_card':
      return `balance ${draft.invoice.uuid}`;
    case 'new_dunning_event':
      return `dunning ${draft.invoice.uuid}`;
    case 'billing_info_update_failed':
      return draft;
    default:
      if ('invoice' in draft) return draft.invoice.uuid;
      return 'transaction' in draft ? draft.transaction.uuid : draft;
  }
};

const netOfRecord = (drafts: readonly EventDraft[]): readonly Net[] => {
  const [first] = drafts;
  switch (first?.type) {
    // A new record has no event of a change, and one that changes twice has one.
    case 'new_account':
    case 'updated_account':
    case 'new_credit_payment':
    case 'voided_credit_payment':
      return [unchanged(first)];
    case 'updated_balance_gift_card': {
      const last = drafts.at(-1);
      return last && 'invoice' in last && last.invoice.balance_in_cents !== first.from ? [unchanged(last)] : [];
    }
    case 'new_dunning_event':
      return drafts.slice(-1).map(unchanged);
    default:
      return first && 'from' in first ? netOfInvoice(drafts as readonly InvoiceDraft[]) : netOfPayment(drafts);
  }
};

/** Returns the event of a payment: a correction in the same transaction as the outcome is part of it. */
const netOfPayment = (drafts: readonly EventDraft[]): readonly Net[] => {
  const outcome = drafts.findLast(({ type }) => type !== 'transaction_status_updated');
  return (outcome ? [outcome] : drafts.slice(-1)).map(unchanged);
};

const netOfInvoice = (drafts: readonly InvoiceDraft[]): readonly Net[] => {
  const from = drafts[0]?.from;
  const last = drafts.at(-1);
  if (!last || last.invoice.state === from) return [];
  const isTold = ({ type }: InvoiceDraft): boolean =>
    type === 'new_charge_invoice' ||
    type === 'new_credit_invoice' ||
    (type === 'reopened_charge_invoice' && from === 'paid');
  const before = drafts.slice(0, -1).filter(isTold).map(unchanged);
  // It was not closed before this transaction.
  const isOpened = last.type === 'reopened_credit_invoice' && from !== 'closed';
  return [...before, [last, isOpened ? { ...last, type: 'open_credit_invoice' } : last]];
};
