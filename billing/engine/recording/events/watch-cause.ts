import type { CausedIntent } from '../../../ports/intents.ts';
import type { Records } from '../../../ports/storage.ts';

/** The cause of the changes of a transaction, as far as it says so. */
interface Cause {
  /** The actor of its first entry in the audit log. */
  readonly actor: string | null;
  /** The request or due item that events and mail are led back to. */
  readonly correlation: string | null;
}

/**
 * Returns the same records, which note what causes the changes of their transaction: what its first entry of the audit
 * log says, else the first payment intent that it writes. So the events of a payment lead to the request that opened
 * its intent, also when the worker completes it, after the process of the request has died.
 *
 * @param causedBy the cause of a transaction that writes neither
 */
export const watchCause = (
  original: Records,
  causedBy: string | undefined,
): { readonly records: Records; readonly cause: () => Cause } => {
  const { intents, auditLog } = original;
  let audited: Cause | undefined;
  let ofIntent: string | undefined;
  const noted = <I extends CausedIntent>(intent: I): I => {
    ofIntent ??= intent.correlation;
    return intent;
  };
  return {
    records: {
      ...original,
      intents: {
        ...intents,
        open: (intent) => intents.open(noted(intent)),
        save: (intent) => intents.save(noted(intent)),
        complete: (intent) => intents.complete(noted(intent)),
        close: (intent) => intents.close(noted(intent)),
      },
      auditLog: {
        ...auditLog,
        async append(entry) {
          audited ??= entry;
          await auditLog.append(entry);
        },
      },
    },
    cause: () => audited ?? { actor: null, correlation: ofIntent ?? causedBy ?? null },
  };
};
