export type Classification = 'merchant' | 'customer' | 'api' | 'environment';

/**
 * Every error this library raises or hands on: whose it is to put right, and what it says when it brings no words of
 * its own. Codes are contract; messages are for developers and may improve.
 */
const CATALOGUE = {
  'not-configured': ['merchant', 'Call service.configure() with your public key first.'],
  'missing-public-key': ['merchant'],
  'already-configured': [
    'merchant',
    'Another `publicKey` or `api` takes another instance: new service.Service(options).',
  ],
  'invalid-options': ['merchant', 'Pass an object of options, or the public key.'],
  'invalid-option': ['merchant'],
  'missing-hosted-field-target': ['merchant'],
  'missing-callback': ['merchant', 'Pass a function (error, result) last.'],
  'unsupported-page': [
    'merchant',
    'Card fields need a page served over http(s); allow-same-origin if it is sandboxed.',
  ],
  'invalid-public-key': ['merchant'],
  'feature-not-enabled': ['merchant'],
  'not-found': ['merchant'],
  'wallet-not-configured': ['merchant'],
  'missing-plan': ['merchant', 'Set a plan first.'],
  'invalid-addon': ['merchant'],
  'invalid-currency': ['merchant'],
  'missing-coupon': ['merchant'],
  'invalid-item': ['merchant'],
  'unremovable-item': ['merchant'],
  'gift-card-currency-mismatch': ['customer'],
  'invalid-coupon-for-subscription': ['customer'],
  'invalid-parameter': ['customer'],
  'invalid-routing-number': ['customer'],
  declined: ['customer'],
  'wallet-canceled': ['customer', 'The customer left the wallet.'],
  validation: ['customer', 'Fields are missing or invalid; see `details`.'],
  'wallet-error': ['environment'],
  'api-timeout': ['environment'],
  'api-error': ['api'],
} as const satisfies Record<string, readonly [Classification, string?]>;

export type ErrorCode = keyof typeof CATALOGUE;

export interface ErrorDetail {
  readonly field: string;
  readonly messages: readonly string[];
}

export interface ErrorFacts {
  /** More precise than the catalogue's. */
  readonly message?: string;
  readonly fields?: readonly string[];
  readonly details?: readonly ErrorDetail[];
  /** Hosted field concerned. */
  readonly type?: string;
  readonly selector?: string;
  readonly planCode?: string;
  readonly addonCode?: string;
  /** ISO 4217: the one refused, and those that would do. */
  readonly currency?: string;
  readonly allowed?: readonly string[];
}

/**
 * Whatever goes wrong in this library. Branch on `code`; `message` is for developers, never for customers.
 * `name` equals `code`, except that everything the service or the network said is named `api-error`.
 */
export class ServiceError extends Error {
  declare readonly name: string;
  /** A code of this library, or the server's own. */
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

  constructor(code: ErrorCode | (string & {}), facts: ErrorFacts = {}) {
    const [classification, words] = CATALOGUE[Object.hasOwn(CATALOGUE, code) ? (code as ErrorCode) : 'api-error'];
    const { message = words ?? code, fields = [], details = [], ...context } = facts;
    super(message);
    const name = code === 'api-timeout' ? 'api-error' : code;
    Object.assign(this, { name, code, classification, fields: [...fields], details: [...details], ...context });
  }

  /** The error that a frame reported, as a real one again. */
  static from({ code, ...facts }: ErrorFacts & { readonly name: string; readonly code: string }): ServiceError {
    return new ServiceError(code, facts);
  }
}
