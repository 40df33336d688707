import type { Secret } from '../../values/secret.ts';
import { DAY_MS, type Millis } from '../../values/time.ts';
import { isOptional, type NotificationType } from './types.ts';

/** Endpoints that a site can have. */
export const MOST_ENDPOINTS = 10;

/** The reason for a pause: the operator paused the endpoint, it responded 410, or it failed for five days. */
export type PauseReason = 'operator' | 'gone' | 'failing';

/** The settings of an endpoint that an operator chooses. */
export interface EndpointTerms {
  readonly url: string;
  /** Null: every type except legacy and optional ones. */
  readonly types: readonly NotificationType[] | null;
  /** Also sends invoices in the form from before credit invoices existed. */
  readonly legacy_invoices: boolean;
}

/** A URL of the merchant that notifications are delivered to. Moments are milliseconds of the system clock. */
export interface WebhookEndpoint extends EndpointTerms {
  /** UUIDv7. */
  readonly id: string;
  /** Null while it is active. A paused endpoint's deliveries are recorded, and wait for a retry. */
  readonly pause_reason: PauseReason | null;
  readonly has_basic_auth: boolean;
  /** Names of the headers that deliveries carry in addition; their values are encrypted. */
  readonly header_names: readonly string[];
  /** `EndpointSecrets`, encrypted, in base64. */
  readonly sealed_secrets: string;
  /** Time until which deliveries are signed with the earlier secret too; null unless the secret was rotated. */
  readonly previous_secret_until_ms: Millis | null;
  readonly created_at_ms: Millis;
  readonly updated_at_ms: Millis;
}

/** The secrets that only the sender of deliveries may read. */
export interface EndpointSecrets {
  /** `whsec_` and base64. */
  readonly signing: Secret;
  /** The signing secret before the last rotation. */
  readonly previous: Secret | null;
  /** `user:password`. */
  readonly basic_auth: Secret | null;
  readonly headers: Readonly<Record<string, Secret>>;
}

/** The endpoint that sealed secrets belong to. They cannot be opened for another one. */
export interface EndpointOwner {
  readonly site_id: string;
  readonly endpoint_id: string;
}

/** Time after a rotation during which deliveries carry a signature with the earlier secret: 24 hours. Milliseconds. */
export const ROTATION_PERIOD = DAY_MS;

/** Letters and digits of a new signing secret: 33 bytes in base64. */
export const SECRET_LENGTH = 44;

export const signingSecret = (random: string): string => `whsec_${random}`;

/** Whether an endpoint receives a type of notification. */
export const subscribes = (
  { types, legacy_invoices }: EndpointTerms,
  type: NotificationType,
  isLegacy: boolean,
): boolean => (isLegacy ? legacy_invoices : true) && (types === null ? !isOptional(type) : types.includes(type));
