import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { PayloadOf, RecordedWith } from '../intents/intent-payload.ts';
import { openIntent } from '../intents/open-intent.ts';
import { needNoOutcome, once } from '../recording/request-outcome.ts';
import { carryOutRefund, type RefundDeps, type Refunded, type RefundOutcome } from './carry-out-refund.ts';

export interface RefundOpening {
  /** The id of the account. */
  readonly subject: string;
  readonly gateway_code: string;
  readonly draft: (records: Records) => Promise<RefundDraft>;
  /** An order that is recorded in the same transaction as the refund. */
  readonly with?: RecordedWith;
}

/**
 * Drafts a refund, records it as an intent and carries it out. Returns the earlier outcome when a request with this
 * `Idempotency-Key` has one, even if its process died and its intent is finished only now. Throws what `draft` throws,
 * `simultaneous_request`.
 */
export const refundOnce =
  (deps: RefundDeps) =>
  (caller: Caller, { subject, gateway_code, draft, with: recorded }: RefundOpening): Promise<RefundOutcome> =>
    once<Refunded>(deps.storage.of(caller.site.id), caller, async () => {
      const payload = async (records: Records): Promise<PayloadOf<'refund'>> => {
        await needNoOutcome(records, caller);
        return { draft: await draft(records), with: recorded };
      };
      const opening = { kind: 'refund', subject, gateway_code, prepare: async () => null, payload } as const;
      return carryOutRefund(deps)(caller.site, await openIntent(deps)(caller, opening));
    });
