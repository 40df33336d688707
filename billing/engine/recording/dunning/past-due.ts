import { stepsOf } from '../../../domain/dunning/alternate.ts';
import { endOf, enterDunning, resumeDunning } from '../../../domain/dunning/dunning.ts';
import { nextRetry, type RetryLimits, retryWithoutAttempt } from '../../../domain/dunning/retry.ts';
import type { MovedInvoice } from '../../../domain/invoices/moved.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';
import { chooseCampaign } from './choose-campaign.ts';
import { failedAttempts } from './failed-attempts.ts';
import { invoiceMethods } from './invoice-methods.ts';

/**
 * Returns a charge invoice as past due from `at` on, not saved yet: it enters or continues dunning. For an automatic
 * invoice, the next attempt is scheduled by the results of the failed attempts. `blockedBy`: the error code of a last
 * attempt that reached no gateway and left no transaction. `waitsFor`: how long collections of the site wait for a
 * gateway, if not as by default. Failed attempts must be recorded first.
 */
export const pastDue = async (
  records: Records,
  invoice: ShownInvoice,
  at: Seconds,
  blockedBy?: string,
  waitsFor?: Seconds,
): Promise<MovedInvoice<ShownInvoice>> => {
  const { invoice: dunned, events } = await inDunning(records, invoice, at);
  return {
    invoice: {
      ...dunned,
      state: 'past_due',
      attempt_next_collection_at: await retryOf(records, dunned, at, blockedBy, waitsFor),
      updated_at: at,
    },
    events: invoice.state === 'past_due' ? events : ['past_due_charge_invoice', ...events],
  };
};

const inDunning = async (records: Records, invoice: ShownInvoice, at: Seconds): Promise<MovedInvoice<ShownInvoice>> => {
  if (!invoice.dunning) return enterDunning(invoice, await chooseCampaign(records, invoice), at);
  return { invoice: invoice.state === 'processing' ? resumeDunning(invoice, at) : invoice, events: [] };
};

const retryOf = async (
  records: Records,
  invoice: ShownInvoice,
  at: Seconds,
  blockedBy: string | undefined,
  waitsFor: Seconds | undefined,
): Promise<Seconds | null> => {
  const { uuid, created_at, collection_method, dunning } = invoice;
  if (collection_method === 'manual' || !dunning || dunning.ended_at !== null) return null;
  const limits: RetryLimits = { invoicedAt: created_at, endsAt: endOf(dunning), waitsFor };
  if (blockedBy) return retryWithoutAttempt(blockedBy, limits, at);
  const attempts = await failedAttempts(records, uuid);
  const methods = await invoiceMethods(records, invoice);
  return nextRetry(methods ? stepsOf(methods, attempts) : attempts, limits, at);
};
