import type { Caller } from '../../caller.ts';
import { collectInvoice as collect } from '../../engine/payments/collect-invoice.ts';
import type { CollectDeps, Collected } from '../../engine/payments/pay-invoice.ts';
import type { Declined } from '../../payments/declined.ts';
import { needInvoice } from '../../queries/invoices/need-invoice.ts';

export type CollectedInvoice = (Exclude<Collected, Declined> & { readonly uuid: string }) | Declined;

/**
 * Collects an open invoice now, at most once an hour for an account. Throws `not_found`, `invoice_not_collectible`,
 * `collection_rate_limited`, `simultaneous_request`.
 */
export const collectInvoice =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<CollectedInvoice> => {
    const { uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    const collected = await collect(deps)(caller, { uuid, reason: 'forced_collection', forced: true });
    return collected.outcome === 'declined' ? collected : { ...collected, uuid };
  };
