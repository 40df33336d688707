import { wasMissed } from '../../domain/due/missed.ts';
import { NeedsOperator } from '../../domain/due/needs-operator.ts';
import { type Dunning, delayDunning, endOf } from '../../domain/dunning/dunning.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { subscriptionsOnInvoice } from '../../queries/subscriptions/subscriptions.ts';
import { siteTime } from '../../resources/site.ts';
import { amountText } from '../../values/money/money-text.ts';
import { isoTime, type Seconds } from '../../values/time.ts';

interface MissedDeps {
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
}

/**
 * Delays the rest of an invoice's dunning if its step that is due at `caller.at` was missed, so that the customer gets
 * every reminder at its usual distance from the one before. Returns whether the step was missed. A missed final action
 * throws `NeedsOperator`, unless the site bills any number of missed periods: the customer could not pay while the
 * service was down.
 */
export const delayMissedStep = async (
  { storage, world }: MissedDeps,
  { site, at }: Caller,
  invoice: ShownInvoice,
  dunning: Dunning,
): Promise<boolean> => {
  if (!wasMissed(site, world.clock, at)) return false;
  if (at >= endOf(dunning) && site.catch_up_periods !== null) {
    throw new NeedsOperator(await finalAction(storage.of(site.id), invoice, dunning, at));
  }
  const now = siteTime(site, world.clock);
  await storage.transaction(site.id, (records) => delayStep(records, invoice.uuid, at, now));
  return true;
};

/** Makes the missed step of an invoice due at `now`, after an operator's approval. */
export const allowMissedStep = async (records: Records, uuid: string, now: Seconds): Promise<void> => {
  const due = (await records.invoices.find(uuid))?.dunning_due_at ?? null;
  if (due !== null && due < now) await delayStep(records, uuid, due, now);
};

/**
 * Delays the step of an invoice that was due at `missed`, and those that follow it, to `now`. Does nothing when the
 * invoice was paid or another process took the step.
 */
export const delayStep = async (
  { invoices }: Pick<Records, 'invoices'>,
  uuid: string,
  missed: Seconds,
  now: Seconds,
): Promise<void> => {
  const found = await invoices.find(uuid);
  if (found?.state !== 'past_due' || found.dunning_due_at !== missed || !found.dunning) return;
  await invoices.save(delayDunning(found, found.dunning, missed, now));
};

const finalAction = async (
  records: Records,
  invoice: ShownInvoice,
  { schedule }: Dunning,
  at: Seconds,
): Promise<string> => {
  const amount = amountText(invoice.balance_in_cents, invoice.currency);
  const running = (await subscriptionsOnInvoice(records, invoice.uuid)).filter(({ state }) => state !== 'expired');
  const ends = schedule.subscription === 'expire' ? running.length : 0;
  const actions = [
    schedule.invoice === 'fail' ? `write off ${amount}` : `leave ${amount} past due`,
    ...(ends > 0 ? [`expire ${ends} ${ends === 1 ? 'subscription' : 'subscriptions'}`] : []),
  ];
  return (
    `Dunning of invoice ${invoiceName(invoice)} was to end on ${isoTime(at).slice(0, 10)}, while no worker ran. ` +
    `Retry to ${actions.join(' and ')}.`
  );
};
