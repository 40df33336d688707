import type { AlertMailKind, CustomerMail, MailKind, OperatorMailKind } from '../../resources/mail-kind.ts';
import type { Millis, Seconds } from '../../values/time.ts';

/** A subscription as mail shows it. */
export interface SubscriptionFacts {
  readonly subscription_id: string;
  readonly plan_name: string;
  readonly quantity: number;
}

/** A means of payment as mail shows it. */
export interface MethodFacts {
  readonly card_type: string | null;
  readonly last_four: string | null;
  readonly type: string | null;
}

export interface MailAmount {
  readonly amount_in_cents: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** The charges that the customer of a canceled subscription still has to expect. */
export interface ChargesAfterEnd {
  /** Invoices of the account that are not paid, by currency. */
  readonly owed: readonly MailAmount[];
  /** Invoices of the account with a pending bank debit. */
  readonly under_way: readonly MailAmount[];
  /** Charges of the account that no invoice has yet. */
  readonly uninvoiced: readonly MailAmount[];
  /** Whether usage is billed at its end. */
  readonly usage: boolean;
  /** Whether it renews until its end, because its term has more periods. */
  readonly renews: boolean;
}

/**
 * The facts in a customer's mail besides the account, as of the time at which the mail was queued. They never include a
 * key, a token or a redemption code: those are read when the mail is sent.
 */
export interface CustomerFacts {
  readonly order_confirmation: {
    readonly subscriptions: readonly (SubscriptionFacts & {
      readonly starts_at: Seconds | null;
      readonly trial_ends_at: Seconds | null;
    })[];
    readonly invoice:
      | (MailAmount & { readonly id: string; readonly number: string; readonly due_on: Seconds | null })
      | null;
  };
  readonly receipt: MailAmount & {
    readonly invoice_id: string;
    readonly invoice_number: string;
    readonly paid_at: Seconds;
    readonly method: MethodFacts | null;
  };
  readonly payment_failed: MailAmount & {
    readonly invoice_id: string;
    readonly invoice_number: string;
    readonly method: MethodFacts | null;
    readonly next_attempt_at: Seconds | null;
    /** End of its subscriptions unless it is paid; null: they continue, or end earlier anyway. */
    readonly ends_at: Seconds | null;
    readonly final: boolean;
    /** Whether dunning ended with the invoice closed: it can no longer be paid. The amount is its total then. */
    readonly written_off: boolean;
  };
  readonly payment_confirmation: MailAmount & {
    readonly invoice_id: string;
    readonly invoice_number: string;
    readonly method: MethodFacts | null;
    /** End of its subscriptions unless it is paid; null: they continue, or end earlier anyway. */
    readonly ends_at: Seconds | null;
    readonly final: boolean;
  };
  readonly card_expiring: MethodFacts & {
    readonly year: number;
    readonly month: number;
    /** The payment method; missing in messages of earlier releases. */
    readonly billing_info_uuid?: string;
  };
  readonly trial_ending: SubscriptionFacts & MailAmount & { readonly ends_at: Seconds };
  readonly renewal_ahead: SubscriptionFacts &
    MailAmount & {
      readonly renews_at: Seconds;
      /** The price of the periods from then on, before discount and tax; missing: it stays. */
      readonly new_price_in_cents?: number;
    };
  readonly subscription_canceled: SubscriptionFacts & {
    /** Null: it had not started, and was removed. */
    readonly ends_at: Seconds | null;
    /** Missing in messages of earlier releases. */
    readonly charges?: ChargesAfterEnd;
  };
  readonly subscription_expired: SubscriptionFacts & {
    /** The invoice whose dunning has ended it; null if it ended for another reason. */
    readonly unpaid_invoice_number: string | null;
  };
  readonly refund: MailAmount & {
    readonly method: MethodFacts | null;
    /** That of the credit invoice of the refund; missing in messages of earlier releases. */
    readonly invoice_number?: string | null;
  };
  readonly gift_card_delivery: { readonly gift_card_id: number };
  readonly account_link: Readonly<Record<never, never>>;
  readonly email_changed: Readonly<Record<never, never>>;
  readonly payment_method_changed: MethodFacts & {
    /** Whether it pays what names no method; missing in messages of earlier releases. */
    readonly primary?: boolean;
  };
  readonly payment_method_added: MethodFacts;
  readonly payment_method_removed: MethodFacts;
}

/** A payment or refund that mail to the technical contact is about. */
interface AboutPayment extends MailAmount {
  readonly account_code: string;
  readonly invoice_number: string | null;
}

interface AboutDispute extends AboutPayment {
  /** The gateway's code. */
  readonly reason: string;
}

/** The facts in mail to the technical contact. */
export interface TechnicalFacts {
  readonly private_key_changed: {
    readonly change: 'created' | 'regenerated' | 'revoked';
    readonly key_name: string;
    readonly read_only: boolean;
  };
  readonly limit_exceeded: { readonly limit: number; readonly window_in_seconds: Seconds };
  readonly card_testing: { readonly setting: string; readonly limit: number };
  readonly dispute_opened: AboutDispute & {
    /** Whether the gateway has withdrawn the amount; otherwise it is an inquiry. */
    readonly withdrawn: boolean;
    readonly evidence_due_at: Seconds | null;
  };
  readonly dispute_closed: AboutDispute & { readonly outcome: 'won' | 'lost' };
  readonly refund_failed: AboutPayment;
  readonly gateway_unavailable: { readonly gateway_code: string; readonly error_code: string };
  readonly gateway_available: { readonly gateway_code: string; readonly since: Seconds; readonly until: Seconds };
  readonly webhook_endpoint_paused: { readonly endpoint_id: string; readonly host: string };
}

/** The facts in mail to operators. What they were asked for, and what came of it, is read when the mail is sent. */
export type OperatorFacts = { readonly [Kind in OperatorMailKind]: { readonly approval_id: string } };

/** The facts in mail about an alert. Moments are milliseconds of the system clock. */
export interface AlertMailFacts {
  readonly detail: string;
  readonly since_ms: Millis;
  /** Null: it goes on. */
  readonly until_ms: Millis | null;
}

type AlertFacts = { readonly [Kind in AlertMailKind]: AlertMailFacts };

export type Facts = CustomerFacts & TechnicalFacts & OperatorFacts & AlertFacts;

/** A customer's mail that is to be queued. */
export type MailDraft = {
  [Kind in CustomerMail]: {
    readonly kind: Kind;
    readonly account_id: string;
    /** An email address. */
    readonly recipient: string;
    readonly facts: CustomerFacts[Kind];
  };
}[CustomerMail];

/** A kind of mail with its facts. */
export type MailMatter = {
  [Kind in MailKind]: { readonly kind: Kind; readonly facts: Facts[Kind] };
}[MailKind];
