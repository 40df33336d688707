import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import { payloadFormat } from '../intents/payload.ts';
import type { OrderDraft } from '../orders/drafting/draft-order.ts';

/** An order that moves no money, and its action for the audit log. */
export interface RecordedWith {
  readonly draft: OrderDraft;
  readonly what: AuditAction;
  /** The changes for the same entry; missing in intents of earlier releases. */
  readonly changes?: AuditChanges | null | undefined;
}

export interface RefundPayload {
  readonly draft: RefundDraft;
  /** Recorded with the refund: the end of a subscription whose last invoice is refunded. */
  readonly with?: RecordedWith | undefined;
}

export const REFUND_INTENT = payloadFormat<RefundPayload>('refund', 1);
