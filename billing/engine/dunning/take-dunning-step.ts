import { type Dunning, endOf, stepDunning } from '../../domain/dunning/dunning.ts';
import { invoiceMoved } from '../../domain/events/invoice-events.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { waitOf, waitsUntil } from '../../domain/payments/unanswered.ts';
import { expire } from '../../domain/subscriptions/expire.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { subscriptionsOnInvoice } from '../../queries/subscriptions/subscriptions.ts';
import type { Seconds } from '../../values/time.ts';
import { pausedUntil } from '../disputes/paused-until.ts';
import { recordInQueue } from '../intents/open-intent.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { payFromHeldCredit } from '../recording/credit/use-credit.ts';
import { saveCharge } from '../recording/events/save-charge.ts';
import { recovered } from '../recording/invoices/collectible.ts';
import { failInvoice } from '../recording/invoices/fail-invoice.ts';
import { recordTransition } from '../recording/subscriptions/record-transition.ts';
import { carryOutTransition, type TransitionDeps } from '../subscriptions/carry-out-transition.ts';
import { makesInvoice, type Update } from '../subscriptions/decision.ts';
import { delayMissedStep, delayStep } from './missed-steps.ts';

interface DueStep {
  readonly invoice: ShownInvoice;
  readonly dunning: Dunning;
}

/**
 * Takes the dunning step of an invoice that is due at `caller.at`: a dunning event, or the final action that its
 * schedule names. Does nothing when the invoice was paid or another process took the step. A step that was missed is
 * delayed to the present, with those that follow it, one that a dispute pauses by a day, and one whose gateway
 * does not answer until it has waited for as long as the site lets it. Throws `simultaneous_request` while a payment of
 * the account is under way, and `NeedsOperator` for a final action that was missed.
 */
export const takeDunningStep = async (deps: TransitionDeps, caller: Caller, uuid: string): Promise<void> => {
  const { storage, world } = deps;
  const seen = await dueStep(storage.of(caller.site.id), uuid, caller.at);
  if (!seen || (await delayMissedStep(deps, caller, seen.invoice, seen.dunning))) return;
  const later =
    waitsUntil(seen.invoice, waitOf(caller.site), caller.at) ??
    (await pausedUntil(storage.of(caller.site.id), caller, seen.invoice.account_id));
  if (later !== undefined) {
    await storage.transaction(caller.site.id, (records) => delayStep(records, uuid, caller.at, later));
    return;
  }
  if (caller.at < endOf(seen.dunning)) {
    await storage.transaction(caller.site.id, async (records) => {
      const due = await dueStep(records, uuid, caller.at);
      if (!due) return;
      const { invoice, events } = stepDunning(due.invoice, due.dunning, caller.at);
      await saveCharge(records, due.invoice, { invoice: { ...invoice, updated_at: caller.at }, events });
      await records.auditLog.append(auditEntry(world, caller, 'invoice.dunned', invoiceName(due.invoice)));
    });
    return;
  }
  if (await paidFromCredit(deps, caller, seen)) return;
  await billUsage(deps, caller, seen);
  await recordInQueue(deps, caller, seen.invoice.account_id, async (records) => {
    const due = await dueStep(records, uuid, caller.at);
    if (due) await endDunning(records, world, caller, due);
    return {};
  });
};

const dueStep = async (
  { invoices }: Pick<Records, 'invoices'>,
  uuid: string,
  at: Seconds,
): Promise<DueStep | undefined> => {
  const invoice = await invoices.find(uuid);
  if (invoice?.state !== 'past_due' || invoice.dunning_due_at !== at || !invoice.dunning) return undefined;
  return { invoice, dunning: invoice.dunning };
};

/** Pays from credit that the account holds, before anything is written off. Returns whether that paid the invoice. */
const paidFromCredit = async (deps: TransitionDeps, caller: Caller, { invoice }: DueStep): Promise<boolean> => {
  const { state } = await recordInQueue(deps, caller, invoice.account_id, async (records) => {
    const found = (await dueStep(records, invoice.uuid, caller.at))?.invoice;
    if (!found) return invoice;
    const moved = await payFromHeldCredit(records, deps.world, found, caller.at);
    if (moved.invoice.balance_in_cents < found.balance_in_cents)
      await saveCharge(records, found, recovered(moved, found, 'credit_applied'));
    return moved.invoice;
  });
  return state === 'paid';
};

/** Expires the subscriptions that have usage to bill, each with an invoice of its own. */
const billUsage = async (deps: TransitionDeps, caller: Caller, { invoice, dunning }: DueStep): Promise<void> => {
  if (dunning.schedule.subscription === 'keep') return;
  const expired = async (subscription: ShownSubscription): Promise<Update | undefined> =>
    isRunning(subscription)
      ? { kind: 'end', transition: expire(subscription, caller.at), what: 'subscription.expired' }
      : undefined;
  for (const subscription of await subscriptionsOnInvoice(deps.storage.of(caller.site.id), invoice.uuid)) {
    const ending = await expired(subscription);
    if (ending && makesInvoice(ending)) await carryOutTransition(deps, caller, subscription.uuid, expired, 'waits');
  }
};

const isRunning = ({ state }: ShownSubscription): boolean => state !== 'expired' && state !== 'future';

const endDunning = async (
  records: Records,
  world: World,
  caller: Caller,
  { invoice, dunning }: DueStep,
): Promise<void> => {
  const { at } = caller;
  const step = stepDunning(invoice, dunning, at);
  const ended = { ...step.invoice, attempt_next_collection_at: null, updated_at: at };
  records.events.say(...invoiceMoved(invoice, { invoice: ended, events: step.events }));
  records.events.endPart();
  if (dunning.schedule.invoice === 'fail') await failInvoice(records, world, ended, at);
  else await records.invoices.save(ended);
  if (dunning.schedule.subscription === 'expire') {
    records.events.endPart();
    for (const subscription of await subscriptionsOnInvoice(records, invoice.uuid)) {
      if (!isRunning(subscription)) continue;
      await recordTransition(records, subscription, expire(subscription, at), at);
    }
  }
  await records.auditLog.append(auditEntry(world, caller, 'invoice.dunning_ended', invoiceName(invoice)));
};
