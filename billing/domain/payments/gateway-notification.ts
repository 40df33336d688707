import type { CardType } from '../../values/card/card-type.ts';
import type { Seconds } from '../../values/time.ts';
import type { GatewayFee, Settlement } from './gateway-result.ts';

interface Notification {
  /** The gateway's id of the message: the same when it is sent again. */
  readonly id: string;
  /** Time of the occurrence, on the site's clock. Of two messages about the same thing, the later one is right. */
  readonly at: Seconds;
}

/** A payment or refund that settles later has changed its state. */
export interface SettlementChanged extends Notification {
  readonly kind: 'settlement_changed';
  /** Reference of the payment or refund. */
  readonly reference: string;
  readonly settlement: Settlement;
}

/** The gateway's data of a dispute. Each message is complete, so that any of them may be lost. */
export interface DisputeFacts extends Notification {
  /** The gateway's reference of the dispute. */
  readonly dispute: string;
  /** Reference of the disputed payment. */
  readonly reference: string;
  /** The disputed part of the payment. More than 0. */
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The gateway's code of the cardholder's reason, for example `fraudulent`: lower case letters and underscores. */
  readonly reason: string;
  /** Total fee that the gateway has charged the merchant for the dispute so far; null if it does not say. */
  readonly fee: GatewayFee | null;
}

/**
 * A cardholder disputes a payment. Sent again when the dispute changes, for example when the bank's inquiry becomes a
 * chargeback.
 */
export interface DisputeOpened extends DisputeFacts {
  readonly kind: 'dispute_opened';
  /** Whether the gateway has withdrawn the amount from the merchant. An inquiry withdraws nothing. */
  readonly withdrawn: boolean;
  /** Deadline for the merchant's evidence at the gateway. */
  readonly evidence_due_at: Seconds | null;
}

/** A dispute was decided. */
export interface DisputeClosed extends DisputeFacts {
  readonly kind: 'dispute_closed';
  /** `won`: the merchant keeps or gets back the amount; also for an inquiry that ends without a chargeback. */
  readonly outcome: 'won' | 'lost';
}

/** A refund that had succeeded has failed: the gateway has the amount back. */
export interface RefundFailed extends Notification {
  readonly kind: 'refund_failed';
  /** Reference of the refund. */
  readonly reference: string;
  /** The gateway's code of the reason, for example `lost_or_stolen_card`; null where it does not say. */
  readonly reason: string | null;
  /** The idempotency key of the refund, if the service made it and the gateway reports the key. */
  readonly key?: string;
  /** The refunded payment, if the gateway reports it. */
  readonly payment?: string;
}

/** A card network has updated a stored card. Null: unchanged or unknown. */
export interface MethodUpdated extends Notification {
  readonly kind: 'method_updated';
  /** Reference of the stored payment method, which stays the same. */
  readonly method_reference: string;
  /** Card type as in billing info, for example `Visa`. */
  readonly card_type: CardType | null;
  readonly first_six: string | null;
  readonly last_four: string | null;
  /** 1 to 12. */
  readonly month: number | null;
  readonly year: number | null;
}

/** The gateway has canceled an authorization or a payment that has taken no money. */
export interface PaymentCanceled extends Notification {
  readonly kind: 'payment_canceled';
  /** Reference of the authorization or payment. */
  readonly reference: string;
  /** `expired`: it was not captured in time. */
  readonly cause: 'expired' | 'canceled';
}

/** A message that a gateway sends on its own initiative. */
export type GatewayNotification =
  | SettlementChanged
  | DisputeOpened
  | DisputeClosed
  | RefundFailed
  | MethodUpdated
  | PaymentCanceled;

/** An adapter's reading of an HTTP request that claims to come from its gateway. */
export type ReadNotification =
  | { readonly outcome: 'read'; readonly notification: GatewayNotification }
  /** Authentic, but of no interest to the service. */
  | { readonly outcome: 'ignored' }
  /** Authentic and of interest, but a field is missing or malformed. `problem` names the field, never its value. */
  | { readonly outcome: 'malformed'; readonly problem: string }
  /** The signature is missing, wrong or too old, or the account has no secret to check it with. */
  | { readonly outcome: 'forged' };
