import type { Caller } from '../../caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { RefundDraft } from '../../refunds/draft-refund.ts';
import { becameBefore } from '../payments/answered-once.ts';
import { openIntent } from '../payments/open-intent.ts';
import { carryOutRefund, type Given, type GivenBack, type RefundDeps } from './carry-out-refund.ts';

/** The same request has made this refund before: the transaction that drafts it again is undone. */
class RefundedBefore extends Error {
  readonly given: Given;

  constructor(given: Given) {
    super('refunded before');
    this.given = given;
  }
}

export interface RefundOpening {
  /** The id of the account. */
  readonly subject: string;
  readonly gateway_code: string;
  readonly draft: (records: Records) => Promise<RefundDraft>;
}

/**
 * Drafts a refund, records it as an intent and carries it out. Returns the earlier result when a request with this `Idempotency-Key` has made the refund
 * before, even if its process died and its intent is finished only now. Throws what `draft` throws, `simultaneous_request`.
 */
export const refundOnce =
  (deps: RefundDeps) =>
  async (caller: Caller, { subject, gateway_code, draft }: RefundOpening): Promise<GivenBack> => {
    const sale = async (records: Records): Promise<RefundDraft> => {
      const before = await becameBefore<Given>(records, caller);
      if (before) throw new RefundedBefore(before);
      return draft(records);
    };
    try {
      const opening = { kind: 'refund', subject, gateway_code, prepare: async () => null, sale } as const;
      return await carryOutRefund(deps)(caller.site, await openIntent(deps)(caller, opening));
    } catch (error) {
      if (error instanceof RefundedBefore) return error.given;
      throw error;
    }
  };
