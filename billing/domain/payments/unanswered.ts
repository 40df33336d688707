import type { Site } from '../../resources/site.ts';
import { HOUR, MINUTE, type Seconds } from '../../values/time.ts';
import { isTrouble } from './decline-codes.ts';

/** The fields of an invoice that show whether its collection waits for its gateway. */
export interface WaitingForGateway {
  /** Time of the first of the latest consecutive attempts that reached no bank; null: the last one was answered. */
  readonly unanswered_since: Seconds | null;
  /** The gateway; null: none takes the payment. */
  readonly unanswered_gateway: string | null;
}

/** An attempt that failed: its code, and the gateway that was called. */
export interface Failed {
  readonly error_code: string;
  readonly gateway_code: string | null;
}

export const ANSWERED: WaitingForGateway = { unanswered_since: null, unanswered_gateway: null };

/** Time for which a collection waits for a gateway where its site does not say. */
export const DEFAULT_WAIT: Seconds = 24 * HOUR;

const FIRST_WAIT = 5 * MINUTE;
const LONGEST_WAIT = 120 * MINUTE;

/** Returns how long collections of a site wait for a gateway before their invoices are past due. */
export const waitOf = ({ gateway_patience }: Pick<Site, 'gateway_patience'>): Seconds => (gateway_patience ?? 0) * HOUR;

/** Returns until when the collection of an invoice waits for its gateway; undefined where it does not wait. */
export const waitsUntil = ({ unanswered_since }: WaitingForGateway, wait: Seconds, at: Seconds): Seconds | undefined =>
  unanswered_since !== null && at < unanswered_since + wait ? unanswered_since + wait : undefined;

/**
 * Returns an invoice whose collection waits for its gateway after an attempt that reached no bank: the next attempt
 * comes after five minutes, later after twice as long as it has waited, at most two hours. Undefined after any other
 * attempt, and once it has waited for as long as its site lets it.
 */
export const waitForGateway = <I extends WaitingForGateway & { readonly attempt_next_collection_at: Seconds | null }>(
  invoice: I,
  { error_code, gateway_code }: Failed,
  most: Seconds,
  at: Seconds,
): I | undefined => {
  if (!isTrouble(error_code)) return undefined;
  const since = invoice.unanswered_since ?? at;
  const waiting = { ...invoice, unanswered_since: since, unanswered_gateway: gateway_code };
  if (waitsUntil(waiting, most, at) === undefined) return undefined;
  const wait = Math.min(Math.max(at - since, FIRST_WAIT), LONGEST_WAIT);
  return { ...waiting, attempt_next_collection_at: at + wait };
};
