import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records } from '../../ports/storage.ts';
import { type IntentDeps, openIntent, type Prepared } from '../intents/open-intent.ts';
import { withdrawGiftCard } from '../recording/gift-cards/gift-card-price.ts';
import { needNoOutcome, once } from '../recording/request-outcome.ts';
import { carryOutRefund, type Refunded, type RefundOutcome } from './carry-out-refund.ts';
import { REFUND_INTENT, type RecordedWith } from './refund-intent.ts';

export interface RefundDeps extends IntentDeps {
  readonly gateways: Gateways;
}

export interface PreparedRefund extends Prepared {
  readonly draft: RefundDraft;
}

export interface RefundToOpen {
  /** The id of the account. */
  readonly subject: string;
  readonly gateway_code: string;
  /**
   * Runs in the transaction that records the intent: checks the refund against what is stored now, and drafts it. May
   * reserve what is recorded with it, and writes nothing else.
   */
  readonly prepare: (records: Records) => Promise<PreparedRefund>;
  /** An order that is recorded in the same transaction as the refund. */
  readonly with?: RecordedWith;
}

/**
 * Drafts a refund, records it as an intent and carries it out. A gift card whose price is refunded is canceled with the
 * intent. Returns the earlier outcome when a request with this `Idempotency-Key` has one, even if its process died and
 * its intent is finished only now. Throws what `prepare` throws, `simultaneous_request`.
 */
export const refundOnce = (
  deps: RefundDeps,
  caller: Caller,
  { subject, gateway_code, prepare, with: recorded }: RefundToOpen,
): Promise<RefundOutcome> =>
  once<Refunded>(deps.storage.of(caller.site.id), caller, async () => {
    const intent = await openIntent(deps, caller, {
      format: REFUND_INTENT,
      subject,
      gateway_code,
      async prepare(records) {
        await needNoOutcome(records, caller);
        const prepared = await prepare(records);
        await withdrawGiftCard(records, prepared.draft);
        return prepared;
      },
      payload: ({ draft }) => ({ draft, with: recorded }),
    });
    return carryOutRefund(deps, caller.site, intent);
  });
