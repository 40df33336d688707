import type { OFFLINE_METHODS } from '../../resources/offline-payment.ts';
import type { Seconds } from '../../values/time.ts';

/** A repayment of money through one payment. */
export interface Repayment {
  /** The transaction that records the repayment: a new one, or the payment itself if it is voided. */
  readonly transaction_uuid: string;
  /** The transaction that records a decline. */
  readonly refusal_uuid: string;
  readonly payment_uuid: string | null;
  /** `external`: no gateway is called. */
  readonly action: 'void' | 'refund' | 'external';
  readonly gateway_code: string;
  readonly reference: string;
  readonly amount_in_cents: number;
  readonly tax_in_cents: number;
  readonly currency: string;
  /** The credit payment that is turned into money, where the payment of another invoice is refunded. */
  readonly credit_payment_uuid: string | null;
}

/** A refund made by hand. */
export interface ByHand {
  readonly payment_method: (typeof OFFLINE_METHODS)[number];
  readonly description: string | null;
  readonly collected_at: Seconds;
}
