import type { Initiator, MerchantReasonCode } from '../../values/initiators.ts';

/** The initiator of a payment, as the merchant states it, and the merchant's reason. */
export interface Initiation {
  readonly initiator: Initiator | null;
  /** Null unless the merchant does. */
  readonly merchant_reason_code: MerchantReasonCode | null;
}

interface SentInitiation {
  readonly initiator?: Initiator | null | undefined;
  readonly merchant_reason_code?: MerchantReasonCode | null | undefined;
}

/** Returns who makes a payment, from what a request says; undefined where it says nothing. */
export const initiationIn = (sent: SentInitiation | null | undefined): Initiation | undefined =>
  sent?.initiator
    ? {
        initiator: sent.initiator,
        merchant_reason_code: sent.initiator === 'merchant' ? (sent.merchant_reason_code ?? null) : null,
      }
    : undefined;
