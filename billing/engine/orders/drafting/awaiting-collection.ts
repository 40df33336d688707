import type { Seconds } from '../../../values/time.ts';
import type { OrderDraft } from './draft-order.ts';

/**
 * Returns an order whose automatically collected charge is recorded with a scheduled collection attempt, so that due
 * work collects it if this process dies before.
 */
export const awaitingCollection = (draft: OrderDraft, attempt: Seconds): OrderDraft => {
  const { charge, due } = draft;
  if (!charge || due === 0 || charge.invoice.collection_method !== 'automatic') return draft;
  return { ...draft, charge: { ...charge, invoice: { ...charge.invoice, attempt_next_collection_at: attempt } } };
};
