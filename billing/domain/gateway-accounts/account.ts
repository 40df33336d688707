import type { CardType } from '../../values/card/card-type.ts';
import type { Seconds } from '../../values/time.ts';
import type { Credentials } from './credentials.ts';

/** The settings of a gateway account that an operator chooses. */
export interface AccountTerms {
  /** Off: it accepts no new payments; earlier ones can still be captured, voided, refunded and looked up. */
  readonly active: boolean;
  /** ISO 4217; null: all that the gateway accepts. */
  readonly currencies: readonly string[] | null;
  /** Null: all that the gateway accepts. */
  readonly brands: readonly CardType[] | null;
  /** ISO 3166-1 alpha-2 codes of billing addresses; null: all. */
  readonly countries: readonly string[] | null;
  /** The order of choice, lowest first; accounts with the same position by code. */
  readonly position: number;
}

/** A site's account with a payment gateway. */
export interface GatewayAccount extends AccountTerms {
  /** The value of `gateway_code`; unique within the site. */
  readonly code: string;
  /** The adapter that speaks to the provider. Never changes: references belong to it. */
  readonly adapter: string;
  /** Encrypted, in base64. */
  readonly sealed_credentials: string;
  /** Address of the provider's API; null: the provider's own. */
  readonly endpoint: string | null;
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

/** The settings with which an adapter opens or checks an account. */
export interface AccountSettings extends Pick<GatewayAccount, 'currencies' | 'endpoint'> {
  /** Only adapters read them. */
  readonly credentials: Credentials;
}

/** Counts of the records that refer to a gateway account and would fail without it. */
export interface AccountUses {
  readonly payment_methods: number;
  /** Pending payments, and authorizations that are not captured yet. */
  readonly intents: number;
  /** Payments whose settlement is awaited. */
  readonly settlements: number;
  /** Subscriptions that name the account and have not expired. */
  readonly subscriptions: number;
}
