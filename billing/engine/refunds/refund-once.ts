import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import { type IntentDeps, openIntent } from '../intents/open-intent.ts';
import { needNoOutcome, once } from '../recording/request-outcome.ts';
import { carryOutRefund, type Refunded, type RefundOutcome } from './carry-out-refund.ts';
import { REFUND_INTENT, type RecordedWith } from './refund-intent.ts';

export interface RefundDeps extends IntentDeps {
  readonly gateways: Gateways;
}

export interface RefundToOpen {
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
export const refundOnce = (
  deps: RefundDeps,
  caller: Caller,
  { subject, gateway_code, draft, with: recorded }: RefundToOpen,
): Promise<RefundOutcome> =>
  once<Refunded>(deps.storage.of(caller.site.id), caller, async () => {
    const intent = await openIntent(deps, caller, {
      format: REFUND_INTENT,
      subject,
      gateway_code,
      async payload(records) {
        await needNoOutcome(records, caller);
        return { draft: await draft(records), with: recorded };
      },
    });
    return carryOutRefund(deps, caller.site, intent);
  });
