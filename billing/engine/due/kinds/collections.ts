import { noticedAt } from '../../../domain/due/missed.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import { Failure } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';
import { collectInvoice } from '../../collections/collect-invoice.ts';
import type { CollectDeps } from '../../collections/pay-invoice.ts';
import { pausedUntil } from '../../disputes/paused-until.ts';
import { payingMethod } from '../../recording/methods/paying-method.ts';
import type { DueEntry } from './kind.ts';

/**
 * Invoices whose next collection attempt is due: retries of past-due invoices, attempts after new billing info, and
 * attempts that a crash interrupted. An attempt that was missed is made now, and those that would have followed it are
 * counted from now. While a dispute pauses dunning, the attempt is postponed.
 */
export const collections = (deps: CollectDeps): DueEntry => ({
  next: ({ invoices }, until, limit) => invoices.dueForCollection(until, limit),
  async run(caller, { id, at }) {
    const invoice = await deps.storage.of(caller.site.id).invoices.find(id);
    if (invoice?.attempt_next_collection_at !== at) return;
    const now = noticedAt(caller.site, deps.world.clock, caller.at);
    const later = await pausedUntil(deps.storage.of(caller.site.id), caller, invoice.account_id);
    if (later !== undefined) await reschedule(deps, caller, invoice, later);
    else if (now === at) await collect(deps, caller, invoice);
    else await reschedule(deps, caller, invoice, now);
  },
});

const collect = async (deps: CollectDeps, caller: Caller, invoice: ShownInvoice): Promise<void> => {
  const { uuid, attempt_next_collection_at: attempt } = invoice;
  try {
    const byCustomer = await isCausedByNewBillingInfo(deps, caller, invoice);
    const reason = byCustomer ? 'billing_info_updated' : 'retried';
    const initiator = byCustomer ? 'customer' : 'merchant';
    await collectInvoice(deps, caller, { uuid, reason, attempt, initiator, alternates: !byCustomer });
  } catch (error) {
    // Paid or closed meanwhile: there is nothing left to collect.
    if (!(error instanceof Failure) || error.symbol !== 'unable_to_collect') throw error;
    await reschedule(deps, caller, invoice, null);
  }
};

/** Does nothing when another process has made the attempt. */
const reschedule = (
  { storage }: CollectDeps,
  { site }: Caller,
  { uuid, attempt_next_collection_at }: ShownInvoice,
  next: Seconds | null,
): Promise<void> =>
  storage.transaction(site.id, async ({ invoices }) => {
    const found = await invoices.find(uuid);
    if (found?.attempt_next_collection_at === attempt_next_collection_at)
      await invoices.save({ ...found, attempt_next_collection_at: next });
  });

/** Whether new billing info caused an attempt, which is then scheduled for the moment it was stored. */
const isCausedByNewBillingInfo = async ({ storage }: CollectDeps, { site, at }: Caller, invoice: ShownInvoice) =>
  (await payingMethod(storage.of(site.id), invoice))?.updated_at === at;
