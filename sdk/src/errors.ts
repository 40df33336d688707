export type Classification = 'merchant' | 'customer' | 'api' | 'environment';

interface Entry {
  readonly classification: Classification;
  /** For errors that bring no words of their own. */
  readonly message?: string;
}

/** Every error this library raises or hands on. Codes are contract; messages are for developers and may improve. */
const CATALOGUE = {
  'not-configured': { classification: 'merchant', message: 'Call service.configure() with your public key first.' },
  'missing-public-key': { classification: 'merchant' },
  'already-configured': {
    classification: 'merchant',
    message:
      'This instance already has another `publicKey` or `api`. For a second one use new service.Service(options).',
  },
  'invalid-options': {
    classification: 'merchant',
    message: 'service.configure() takes an object of options, or the public key alone.',
  },
  'invalid-option': { classification: 'merchant' },
  'missing-hosted-field-target': { classification: 'merchant' },
  'missing-callback': { classification: 'merchant', message: 'Pass a function (error, result) as the last argument.' },
  'unsupported-page': {
    classification: 'merchant',
    message: 'Card fields need a page with an origin: serve it over http(s), and allow-same-origin if it is sandboxed.',
  },
  'invalid-public-key': { classification: 'merchant' },
  'feature-not-enabled': { classification: 'merchant' },
  'not-found': { classification: 'merchant' },
  'wallet-not-configured': { classification: 'merchant' },
  'invalid-parameter': { classification: 'customer' },
  'invalid-routing-number': { classification: 'customer' },
  declined: { classification: 'customer' },
  'wallet-canceled': { classification: 'customer', message: 'The customer left the wallet without an agreement.' },
  validation: { classification: 'customer', message: 'Some fields are missing or invalid; see `details`.' },
  'wallet-error': { classification: 'environment' },
  'api-timeout': { classification: 'environment' },
  'api-error': { classification: 'api' },
} as const satisfies Record<string, Entry>;

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
}

/**
 * Whatever goes wrong in this library. Branch on `code`; `message` is for developers, never for customers.
 * `name` equals `code`, except that everything the service or the network said is named `api-error`.
 */
export class ServiceError extends Error {
  override readonly name: string;
  /** A code of this library, or the server's own. */
  readonly code: string;
  readonly classification: Classification;
  readonly fields: readonly string[];
  readonly details: readonly ErrorDetail[];
  declare readonly type?: string;
  declare readonly selector?: string;

  constructor(code: ErrorCode | (string & {}), facts: ErrorFacts = {}) {
    const entry: Entry = Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as ErrorCode] : CATALOGUE['api-error'];
    const { message, fields = [], details = [], ...context } = facts;
    super(message ?? entry.message ?? code);
    this.name = code === 'api-timeout' ? 'api-error' : code;
    this.code = code;
    this.classification = entry.classification;
    this.fields = [...fields];
    this.details = [...details];
    Object.assign(this, context);
  }

  /** The error that a frame reported, as a real one again. */
  static from({ name, code, ...facts }: ErrorFacts & { readonly name: string; readonly code: string }): ServiceError {
    const error = new ServiceError(code, facts);
    Object.assign(error, { name });
    return error;
  }
}
