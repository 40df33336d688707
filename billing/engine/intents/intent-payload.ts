import type { StoredMethod } from '../../domain/billing-info/stored-method.ts';
import type { Intent, IntentKind, StoredPayload } from '../../domain/payments/intent.ts';
import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { Seconds } from '../../values/time.ts';
import type { OrderDraft } from '../orders/drafting/draft-order.ts';

/** An order that moves no money, and its action for the audit log. */
export interface RecordedWith {
  readonly draft: OrderDraft;
  readonly what: string;
}

/** The data of each kind of intent, with which another process can complete or reverse it. */
interface Payloads {
  readonly verify: object;
  readonly payment: {
    readonly action: 'purchase' | 'authorize' | 'capture';
    /** The gateway's reference of the authorization that is captured. */
    readonly authorization: string | null;
    /** The invoice that is collected. Until the outcome is known, the intent can be completed by it. */
    readonly collecting?: {
      readonly uuid: string;
      /** What `recovery_reason` says of an invoice that was past due. */
      readonly reason: string;
      /** When it was attempted. */
      readonly at: Seconds;
      readonly idempotency_key: string | null;
      /** The uuid of the transaction that records the attempt as one without a response. */
      readonly unanswered?: string;
    };
    /** The authorization that is captured. Until the outcome is known, the intent can be completed by it. */
    readonly capturing?: {
      /** The uuid of its transaction. */
      readonly transaction: string;
      /** When it was captured. */
      readonly at: Seconds;
      readonly actor: string;
      readonly idempotency_key: string | null;
    };
  };
  readonly refund: {
    readonly draft: RefundDraft;
    /** Recorded with the refund: what ends a subscription whose last invoice is refunded. */
    readonly with?: RecordedWith | undefined;
  };
  readonly authorization: {
    readonly draft: OrderDraft;
    /** The payment method that the capture stores. */
    readonly method: StoredMethod | null;
  };
}

export type PayloadOf<K extends IntentKind> = Payloads[K];

/**
 * The version that this release writes and reads. An incompatible change gets the next number, and a migration or a
 * reader for the old version.
 */
const VERSIONS: Readonly<Record<IntentKind, number>> = { verify: 1, payment: 1, refund: 1, authorization: 2 };

/** Returns a payload as an intent stores it: with its kind and version. */
export const payloadOf = <K extends IntentKind>(kind: K, payload: PayloadOf<K>): StoredPayload => ({
  ...payload,
  kind,
  version: VERSIONS[kind],
});

/**
 * Returns the payload of an intent. Throws when it is of another kind, or of a version that this program cannot read.
 */
export const readPayload = <K extends IntentKind>({ id, payload }: Intent, kind: K): PayloadOf<K> => {
  if (payload.kind === kind && payload.version === VERSIONS[kind]) return payload as unknown as PayloadOf<K>;
  throw new Error(
    `Intent ${id} holds a ${payload.kind} payload of version ${payload.version}, and this program reads ${kind} payloads ` +
      `of version ${VERSIONS[kind]}. Finish it with the release that wrote it.`,
  );
};
