import type { EventDraft, InvoiceDraft } from './event-draft.ts';

/**
 * Returns the events of one transaction without those of states that a record only passed through: receivers are told
 * where a record ends. An invoice that is paid and owed again in the same transaction has no event, and a payment that
 * is received and charged back has that of the charge back.
 */
export const netDrafts = (drafts: readonly EventDraft[]): readonly EventDraft[] => {
  const ofRecords = Map.groupBy(drafts, subjectOf);
  if (ofRecords.size === drafts.length) return drafts;
  const net = new Set([...ofRecords.values()].flatMap((some) => (some.length > 1 ? netOfRecord(some) : some)));
  return drafts.flatMap((draft) => (net.has(draft) ? [draft] : []));
};

/** Drafts with the same subject are about the same record; others are each their own. */
const subjectOf = (draft: EventDraft): unknown => {
  switch (draft.type) {
    case 'new_account':
    case 'updated_account':
      return `account ${draft.account.id}`;
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

const netOfRecord = (drafts: readonly EventDraft[]): readonly EventDraft[] => {
  const [first] = drafts;
  switch (first?.type) {
    // What is new is not changed, and what changes twice is told of once.
    case 'new_account':
    case 'updated_account':
    case 'new_credit_payment':
    case 'voided_credit_payment':
      return [first];
    case 'updated_balance_gift_card': {
      const last = drafts.at(-1);
      return last && 'invoice' in last && last.invoice.balance_in_cents !== first.from ? [last] : [];
    }
    case 'new_dunning_event':
      return drafts.slice(-1);
    default:
      return first && 'from' in first ? netOfInvoice(drafts as InvoiceDraft[]) : netOfPayment(drafts);
  }
};

/** A correction of a payment that has just arrived is part of it. */
const netOfPayment = (drafts: readonly EventDraft[]): readonly EventDraft[] => {
  const outcome = drafts.findLast(({ type }) => type !== 'transaction_status_updated');
  return outcome ? [outcome] : drafts.slice(-1);
};

const netOfInvoice = (drafts: readonly InvoiceDraft[]): readonly InvoiceDraft[] => {
  const from = drafts[0]?.from;
  const last = drafts.at(-1);
  if (!last || last.invoice.state === from) return [];
  return drafts.filter(
    (one) => one === last || one.type.startsWith('new_') || (one.type === 'reopened_charge_invoice' && from === 'paid'),
  );
};
