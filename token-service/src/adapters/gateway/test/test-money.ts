import type { PaymentResult, Settlement } from '@service/billing/domain/payments/gateway-result.ts';
import { settlesAt } from '@service/billing/domain/transactions/settled.ts';
import { DAY, type Seconds } from '@service/billing/values/time.ts';
import type { GatewayLog, GatewayLogEntry } from '../gateway-log.ts';
import { debitOutcome } from './test-cards.ts';

const SENT = DAY;
const SETTLED = 3 * DAY;
const CHARGED_BACK = 10 * DAY;

/** The state of a payment's money, after all operations on it. */
export interface PaymentStanding {
  readonly call: GatewayLogEntry;
  readonly taken: number;
  readonly returned: number;
  readonly isVoid: boolean;
  readonly hasSettled: boolean;
  /** The moment of its capture; null if it was not, or by its own purchase. */
  readonly capturedAt: Seconds | null;
}

/** Returns the outcome of an operation, even if the caller received no response. */
export const resultOf = ({ answer, happened }: GatewayLogEntry): PaymentResult => happened ?? answer;

/** Whether an operation succeeded, or will settle. */
export const isAccepted = (call: GatewayLogEntry): boolean => !('error_code' in resultOf(call));

/** Whether the customer's bank returned a refund. */
export const wasReturned = ({ action, scenario, site_time }: GatewayLogEntry, now: Seconds): boolean =>
  action === 'refund' && debitOutcome(scenario) === 'bank-refund-declined' && now - (site_time ?? 0) >= SETTLED;

/** Returns the state of a payment's money; undefined if no accepted payment has the reference. */
export const standingOf = async (
  log: GatewayLog,
  reference: string,
  now: Seconds,
): Promise<PaymentStanding | undefined> => {
  const call = await log.byReference(reference);
  if (!call || !isAccepted(call)) return undefined;
  const all = [call, ...(await log.about(reference))].filter((one) => isAccepted(one) && !wasReturned(one, now));
  const moving = (...moved: readonly string[]): GatewayLogEntry[] =>
    all.filter(({ movements }) => movements.some((movement) => moved.includes(movement)));
  const sum = (calls: readonly GatewayLogEntry[]): number =>
    calls.reduce((total, one) => total + resultOf(one).amount_in_cents, 0);
  const captures = moving('capture');
  return {
    call,
    taken: sum(moving('capture', 'debit')),
    returned: sum(moving('refund')),
    isVoid: moving('void').length > 0,
    capturedAt: captures.find((one) => one.action === 'capture')?.site_time ?? null,
    hasSettled: captures.some(({ site_time }) => now >= settlesAt(site_time ?? 0)),
  };
};

/** Returns the settlement of a bank debit or its refund; null for what does not settle later. */
export const settlementOf = (call: GatewayLogEntry, at: Seconds): Settlement | null => {
  if (call.answer.outcome !== 'pending') return null;
  const age = at - (call.site_time ?? 0);
  if (age < SENT) return 'scheduled';
  if (age < SETTLED) return 'processing';
  if (call.action === 'refund') return wasReturned(call, at) ? 'returned' : 'settled';
  const outcome = debitOutcome(call.scenario);
  if (outcome === 'returned') return 'returned';
  return outcome === 'charged-back' && age >= CHARGED_BACK ? 'charged_back' : 'settled';
};
