import type { Storage } from '@service/billing/ports/storage.ts';
import type { Spans } from './spans.ts';

/** Returns the same storage, with a span for each transaction, from its queue to its commit. */
export const tracedStorage = (spans: Spans, storage: Storage): Storage => ({
  of: storage.of,
  snapshot: storage.snapshot,
  transaction: (siteId, work, how) =>
    spans.within('transaction', { role: 'internal', attributes: { 'billing.site_id': siteId } }, () =>
      storage.transaction(siteId, work, how),
    ),
});
