import type { Reason } from './reason.ts';

export type Classification = 'merchant' | 'customer' | 'api' | 'environment';

/** The errors that this library raises itself. Codes are a contract; messages are for developers and may change. */
export type ErrorCode =
  | 'not-configured'
  | 'missing-public-key'
  | 'already-configured'
  | 'invalid-options'
  | 'invalid-option'
  | 'missing-hosted-field-target'
  | 'missing-callback'
  | 'unsupported-page'
  | 'not-supported'
  | 'not-found'
  | 'missing-plan'
  | 'invalid-addon'
  | 'invalid-currency'
  | 'missing-coupon'
  | 'invalid-item'
  | 'unremovable-item'
  | 'three-d-secure-failed'
  | 'three-d-secure-canceled'
  | 'three-d-secure-timeout'
  | keyof typeof CLASSES;

/**
 * The party that can fix an error, by code. Codes that are not listed are the merchant's if this library raises the
 * error, and the API's if the server does.
 */
const CLASSES = {
  'invalid-public-key': 'merchant',
  'feature-not-enabled': 'merchant',
  'wallet-not-configured': 'merchant',
  'not-found': 'merchant',
  'gift-card-currency-mismatch': 'customer',
  'invalid-coupon-for-subscription': 'customer',
  'invalid-parameter': 'customer',
  'invalid-routing-number': 'customer',
  declined: 'customer',
  'wallet-canceled': 'customer',
  validation: 'customer',
  'wallet-error': 'environment',
  'api-timeout': 'environment',
  'api-error': 'api',
} as const satisfies Record<string, Classification>;

export interface ErrorDetail {
  readonly field: string;
  readonly messages: readonly string[];
  /** The reason why the value of a card field is not valid: that of its state. */
  readonly reason?: Reason;
}

export interface ErrorFacts {
  /** Default: the code and the known details: `invalid-currency, currency EUR, allowed USD,CAD`. */
  readonly message?: string;
  readonly fields?: readonly string[];
  readonly details?: readonly ErrorDetail[];
  /** The hosted field concerned. */
  readonly type?: string;
  readonly selector?: string;
  readonly planCode?: string;
  readonly addonCode?: string;
  /** ISO 4217: the refused currency, and the accepted ones. */
  readonly currency?: string;
  readonly allowed?: readonly string[];
}

/**
 * An error of this library. Branch on `code`; `message` is for developers, never for customers. `name` equals `code`,
 * except that errors of the service or the network are named `api-error`.
 */
export class ServiceError extends Error {
  declare readonly name: string;
  /** A code of this library or of the server. */
  declare readonly code: string;
  declare readonly classification: Classification;
  declare readonly fields: readonly string[];
  declare readonly details: readonly ErrorDetail[];
  declare readonly type?: string;
  declare readonly selector?: string;
  declare readonly planCode?: string;
  declare readonly addonCode?: string;
  declare readonly currency?: string;
  declare readonly allowed?: readonly string[];

  /** `facts`: a text is the message. */
  constructor(code: ErrorCode | (string & {}), facts: ErrorFacts | string = {}, usual: Classification = 'merchant') {
    const {
      message,
      fields = [],
      details = [],
      ...context
    }: ErrorFacts = typeof facts === 'string' ? { message: facts } : facts;
    super(message ?? [code, ...Object.entries(context).map((fact) => fact.join(' '))].join(', '));
    const name = code === 'api-timeout' ? 'api-error' : code;
    const classification = Object.hasOwn(CLASSES, code) ? CLASSES[code as keyof typeof CLASSES] : usual;
    Object.assign(this, { name, code, classification, fields: [...fields], details: [...details], ...context });
  }

  /** Returns an error that a frame or the service reported as a `ServiceError`. */
  static from({ code, ...facts }: ErrorFacts & { readonly name: string; readonly code: string }): ServiceError {
    return new ServiceError(code, facts, 'api');
  }
}
