import type { ExternalAccount } from '../../resources/external-account.ts';
import type { ExternalProductReference } from '../../resources/external-product.ts';
import type {
  ExternalCharge,
  ExternalInvoice,
  ExternalPaymentPhase,
  ExternalSubscription,
} from '../../resources/external-subscription.ts';
import type { Seconds } from '../../values/time.ts';

/** A record with a position in lists: a UUIDv7 beside the id that clients see. */
interface Keyed {
  readonly key: string;
}

/** The account of a customer at an app store. */
export interface ExternalAccountRecord extends ExternalAccount, Keyed {
  readonly account_id: string;
}

/** A product that app stores sell, as it is stored. */
export interface ExternalProductRow extends Keyed {
  readonly id: string;
  readonly plan_id: string | null;
  readonly name: string;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

export interface ExternalReferenceRecord extends ExternalProductReference, Keyed {
  readonly product_key: string;
}

/** A product with what belongs to it. Its plan is named by its code as long as it is sold. */
export interface ExternalProductRecord extends ExternalProductRow {
  readonly plan: { readonly plan_code: string; readonly name: string } | null;
  readonly external_product_references: readonly ExternalReferenceRecord[];
}

/** A subscription at an app store, as it is stored. */
export interface ExternalSubscriptionRow extends Omit<ExternalSubscription, 'external_product_reference'>, Keyed {
  readonly account_id: string;
  readonly reference_key: string | null;
}

export interface ExternalSubscriptionRecord extends ExternalSubscriptionRow {
  readonly account_code: string;
  readonly external_product_reference: ExternalReferenceRecord | null;
}

/** A line of an app store’s invoice, as it is stored with it; the invoice has its currency and its moments. */
export type ExternalChargeRow = Omit<
  ExternalCharge,
  'external_product_reference' | 'currency' | 'created_at' | 'updated_at'
> & { readonly external_product_reference: ExternalProductReference | null };

export interface ExternalInvoiceRow extends Omit<ExternalInvoice, 'line_items'>, Keyed {
  readonly id: string;
  readonly account_id: string;
  readonly subscription_key: string;
  readonly phase_key: string | null;
  readonly line_items: readonly ExternalChargeRow[];
}

export interface ExternalInvoiceRecord extends ExternalInvoiceRow {
  readonly account_code: string;
  readonly subscription_uuid: string;
  readonly phase_id: string | null;
}

export interface ExternalPhaseRow extends ExternalPaymentPhase, Keyed {
  readonly account_id: string;
  readonly subscription_key: string;
}

export interface ExternalPhaseRecord extends ExternalPhaseRow {
  readonly subscription_uuid: string;
}
