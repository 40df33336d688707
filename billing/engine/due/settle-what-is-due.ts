import type { Caller } from '../../caller.ts';
import { Failure } from '../../failure.ts';
import { invoiceName } from '../../invoices/invoice-name.ts';
import type { ShownInvoice } from '../../invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import { type Site, siteTime } from '../../site.ts';
import type { Seconds } from '../../time.ts';
import { eventOf } from '../events/audit-entry.ts';
import { type CollectDeps, collectInvoice } from '../payments/collect-invoice.ts';
import { settlePayment } from '../payments/settle-payment.ts';

/** Seconds. */
const DAY = 86_400;
const HOUR = 3600;

/** Something that was to happen at a moment. Once it has happened, or was put off, it is not due at that moment any more. */
interface Due {
  readonly at: Seconds;
  readonly happen: (caller: Caller) => Promise<void>;
}

/**
 * Lets everything happen at a site that was due until now, in order and each thing at its own time (DESIGN section 9): bank debits settle or return, invoices that
 * are paid by hand become past due a day after they were due, and what a process that died left uncollected is collected. Several processes may do it at once.
 * Answers how many things happened.
 */
export const settleWhatIsDue =
  (deps: CollectDeps) =>
  async (site: Site): Promise<number> => {
    const { storage, world } = deps;
    for (let happened = 0; ; happened += 1) {
      const now = siteTime(site, world.clock);
      const next = await firstDue(deps, storage.of(site.id), now);
      if (!next) return happened;
      const then = { ...site, clock_offset: site.clock_offset - (now - next.at) };
      await next.happen({ site: then, actor: 'worker', at: next.at, correlation: world.ids.uuid() });
    }
  };

const firstDue = async (deps: CollectDeps, records: Records, now: Seconds): Promise<Due | undefined> => {
  const [payment, overdue, uncollected] = await Promise.all([
    records.transactions.nextToSettle(now),
    records.invoices.nextOverdue(now - DAY),
    records.invoices.nextToCollect(now),
  ]);
  const all: Due[] = [];
  if (payment) {
    const at = payment.settlement_due_at ?? now;
    all.push({ at, happen: (caller) => settlePayment(deps)(caller, payment, at) });
  }
  if (overdue) {
    const at = (overdue.due_on ?? now) + DAY;
    all.push({ at, happen: (caller) => becomePastDue(deps, caller, overdue, at) });
  }
  if (uncollected) {
    const at = uncollected.attempt_next_collection_at ?? now;
    all.push({ at, happen: (caller) => collect(deps, caller, uncollected, now) });
  }
  return all.sort((a, b) => a.at - b.at)[0];
};

/** Reference "lifecycles", section 3.2. */
const becomePastDue = (
  { storage, world }: CollectDeps,
  caller: Caller,
  { uuid }: ShownInvoice,
  at: Seconds,
): Promise<void> =>
  storage.transaction(caller.site.id, async (records) => {
    const found = await records.invoices.find(uuid);
    if (found?.state !== 'pending') return;
    await records.invoices.save({ ...found, state: 'past_due', updated_at: at });
    await records.events.append(eventOf(world, caller, 'invoice.past_due', invoiceName(found)));
  });

/** What keeps an invoice from being collected just now is given an hour; one that cannot be collected any more is left alone. */
const collect = async (deps: CollectDeps, caller: Caller, invoice: ShownInvoice, now: Seconds): Promise<void> => {
  const { uuid, attempt_next_collection_at: attempt } = invoice;
  try {
    await collectInvoice(deps)(caller, { uuid, reason: 'retried', attempt });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await deps.storage.transaction(caller.site.id, async (records) => {
      const found = await records.invoices.find(uuid);
      if (found?.attempt_next_collection_at !== attempt) return;
      const again = error.symbol === 'invoice_not_collectible' ? null : now + HOUR;
      await records.invoices.save({ ...found, attempt_next_collection_at: again });
    });
  }
};
