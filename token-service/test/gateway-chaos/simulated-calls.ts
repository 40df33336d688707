import type { MoneyMovement } from '@service/gateway-simulator/src/index.ts';
import type { GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';

/** Movements of the simulator in the audit's terms; `callsOf` omits what failed refunds have undone. */
const AS_CALLS: Partial<Record<MoneyMovement['kind'], Pick<GatewayLogEntry, 'action' | 'movements'>>> = {
  authorized: { action: 'authorize', movements: ['authorize'] },
  captured: { action: 'purchase', movements: ['capture'] },
  debited: { action: 'purchase', movements: ['debit'] },
  refunded: { action: 'refund', movements: ['refund'] },
};

/**
 * Returns the simulator's log as the calls that the audit compares with the ledger: one payment for each PaymentIntent,
 * with what was captured, and each refund. Disputes have records of their own; that of a payment which is not among the
 * `recorded` ones counts as its refund, because the service has accepted it. A refund that failed later counts only
 * where it is recorded, as one that failed. One that nothing records counts as made, because the operator makes it in
 * another way, unless it was made again.
 */
export const callsOf = (log: readonly MoneyMovement[], recorded: ReadonlySet<string>): GatewayLogEntry[] => {
  const captured = new Set(log.filter(({ kind }) => kind === 'captured').map(({ payment_intent }) => payment_intent));
  const left = unrecordedFailures(log, recorded);
  return log.flatMap((movement) => {
    if (movement.kind === 'refunded' && left.some(({ refund }) => refund === movement.refund)) {
      const { payment_intent, number } = movement;
      const isAgain = (one: MoneyMovement): boolean =>
        one.kind === 'refunded' && one.payment_intent === payment_intent && one.number > number;
      if (log.some(isAgain)) return [];
    }
    const isReversal = movement.kind === 'withdrawn' && !recorded.has(movement.payment_intent ?? '');
    const call = AS_CALLS[isReversal ? 'refunded' : movement.kind];
    // The capture of an authorization counts as its payment.
    if (!call || (movement.kind === 'authorized' && captured.has(movement.payment_intent))) return [];
    const isRefund = call.action === 'refund';
    const made = {
      ...call,
      key: `${movement.number} ${movement.kind}`,
      scenario: '',
      currency: movement.currency.toUpperCase(),
      answer: { outcome: 'succeeded', amount_in_cents: movement.amount } as GatewayLogEntry['answer'],
      reference: isRefund ? (movement.refund ?? movement.dispute) : movement.payment_intent,
      correlation: '',
      at: movement.at * 1000,
      ...(isRefund && movement.payment_intent !== null ? { about: movement.payment_intent } : {}),
    };
    return [made];
  });
};

/** Every refund that has failed later and that nothing records: the operator returns its amount. */
export const unrecordedFailures = (
  log: readonly MoneyMovement[],
  recorded: ReadonlySet<string>,
): readonly MoneyMovement[] =>
  log.filter(({ kind, refund }) => kind === 'refund_failed' && !recorded.has(refund ?? ''));

/** Every PaymentIntent that took money more than once, or took more than it was to. */
export const chargedTwice = (log: readonly MoneyMovement[]): string[] => {
  const taken = Map.groupBy(
    log.filter(({ kind }) => kind === 'captured' || kind === 'debited'),
    ({ payment_intent }) => payment_intent,
  );
  return [...taken].filter(([, charges]) => charges.length > 1).map(([intent]) => `${intent} was charged twice`);
};

/** Every amount that is still authorized, and every debit that the bank has not ended. */
export const stillOpen = (
  log: readonly MoneyMovement[],
): { readonly authorized: string[]; readonly debits: string[] } => {
  const of = (...kinds: readonly MoneyMovement['kind'][]) =>
    new Set(log.filter(({ kind }) => kinds.includes(kind)).map(({ payment_intent }) => payment_intent ?? ''));
  return {
    authorized: [...of('authorized').difference(of('captured', 'released'))],
    debits: [...of('debit_started').difference(of('debited', 'debit_failed'))],
  };
};
