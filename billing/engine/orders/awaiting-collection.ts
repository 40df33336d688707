import type { Seconds } from '../../time.ts';
import type { OrderDraft } from './draft-order.ts';

/**
 * Returns an order whose charge, where it is collected automatically, has a collection attempt scheduled from the
 * transaction that records it: it is collected even if this process dies before it does so itself.
 */
export const awaitingCollection = (draft: OrderDraft, attempt: Seconds): OrderDraft => {
  const { charge, due } = draft;
  if (!charge || due === 0 || charge.invoice.collection_method !== 'automatic') return draft;
  return { ...draft, charge: { ...charge, invoice: { ...charge.invoice, attempt_next_collection_at: attempt } } };
};
