export type Classification = 'merchant' | 'customer' | 'api' | 'environment';

interface Entry {
  readonly classification: Classification;
  readonly message: string;
}

/** Every error this library raises. Codes are contract; messages are for developers and may improve. */
const CATALOGUE = {
  'not-configured': {
    classification: 'merchant',
    message: 'Call service.configure() with your public key first.',
  },
  'missing-public-key': {
    classification: 'merchant',
    message: 'The `publicKey` option must be a non-empty string.',
  },
  'already-configured': {
    classification: 'merchant',
    message:
      'This instance already has another `publicKey` or `api`. For a second one use new service.Service(options).',
  },
  'invalid-options': {
    classification: 'merchant',
    message: 'service.configure() takes an object of options, or the public key alone.',
  },
  'invalid-option': { classification: 'merchant', message: 'An option has a value it cannot have.' },
  'missing-hosted-field-target': {
    classification: 'merchant',
    message: 'The element that a hosted field goes into is not in the document.',
  },
  'missing-callback': {
    classification: 'merchant',
    message: 'Pass a function (error, token) as the last argument.',
  },
  'unsupported-page': {
    classification: 'merchant',
    message: 'Card fields need a page with an origin: serve it over http(s), and allow-same-origin if it is sandboxed.',
  },
  'invalid-public-key': {
    classification: 'merchant',
    message: 'The `publicKey` is not the key of any site.',
  },
  'feature-not-enabled': { classification: 'merchant', message: 'The site does not offer this.' },
  'not-found': { classification: 'merchant', message: 'There is nothing of that name.' },
  'invalid-parameter': { classification: 'customer', message: 'The service refused some fields; see `details`.' },
  'invalid-routing-number': { classification: 'customer', message: 'No bank has this routing number.' },
  'wallet-not-configured': { classification: 'merchant', message: 'The site has no wallet.' },
  'wallet-canceled': { classification: 'customer', message: 'The customer left the wallet without an agreement.' },
  'wallet-error': { classification: 'environment', message: 'The wallet could not be used.' },
  declined: { classification: 'customer', message: 'The card was declined. Ask for another one.' },
  validation: { classification: 'customer', message: 'Some fields are missing or invalid; see `details`.' },
  'api-error': { classification: 'api', message: 'The payment service could not be used.' },
  'api-timeout': { classification: 'environment', message: 'The payment service did not answer in time.' },
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
    super(message ?? entry.message);
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
