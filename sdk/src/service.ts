import { ABSENT, addAbsent } from './absent.ts';
import { invalid } from './allowed.ts';
import { bankAccount } from './bank/bank-account.ts';
import { type Callback, deliver, type Outcome } from './callback.ts';
import type { Core } from './elements/core.ts';
import { type CombinedCard, elementsLater, objectLater, UNKNOWN, UNLOADED } from './elements/later.ts';
import type { Elements, PaymentForm } from './elements/types.ts';
import { Emitter } from './emitter.ts';
import { ServiceError } from './errors.ts';
import { hostedFields } from './frames/hosted-fields.ts';
import { requireSupportedPage } from './frames/supported-page.ts';
import { findTarget, findTargets } from './frames/targets.ts';
import { cardToken } from './frames/token.ts';
import type { HostedFields } from './frames/types.ts';
import { loadBinding } from './load-binding.ts';
import { loadMessages } from './load-messages.ts';
import { apiBeside, type InstanceConfig, mergeField, mergeOptions, needText } from './options.ts';
import { type Catalogue, catalogue } from './pricing/catalogue.ts';
import { lookups } from './pricing/lookups.ts';
import { pricingFactory } from './pricing/pricing-factory.ts';
import type { PricingFactory } from './pricing/types.ts';
import { randomId } from './random.ts';
import { requests } from './request.ts';
import type { Risk } from './risk/types.ts';
import type {
  BankAccount,
  BillingProperties,
  CardState,
  CustomerMessages,
  ElementsOptions,
  FieldName,
  Options,
  PaymentFormOptions,
  Token,
  Validate,
  Wallet,
} from './types.ts';
import { validate } from './validate.ts';
import { version } from './version.ts';
import { wallet } from './wallet/wallet.ts';

export type ServiceEvents = {
  configured: [];
  /** The hosted fields are ready, or the page has none. */
  ready: [];
  /** The state of a hosted field has changed. */
  change: [CardState];
  /** Enter was pressed in a hosted field. */
  'field:submit': [];
  /** The hosted fields could not be shown. */
  error: [ServiceError];
};

export type TokenCallback = Callback<Token>;

/** The holder of the billing data of a token, and of its hidden input. */
export type TokenForm = HTMLFormElement | Element | BillingProperties;

/** The state between `configure` and `destroy`. */
interface Begun {
  readonly config: InstanceConfig;
  readonly fields: HostedFields;
}

const NOT_CONFIGURED = 0;
const LOADING = 1;
const READY = 2;
const WITHOUT_FIELDS = 3;

const DEFAULT_API = apiBeside(import.meta.url);

/**
 * One checkout: its configuration, its card fields, and the tokens created from them.
 *
 *     service.configure('public-key');
 *     form.addEventListener('submit', (event) => {
 *       event.preventDefault();
 *       service.token(form, (error) => error ? show(error.fields) : form.submit());
 *     });
 */
export class Service extends Emitter<ServiceEvents> {
  readonly version = version;
  readonly id = randomId();
  readonly Service = Service;
  readonly ServiceError = ServiceError;
  readonly validate: Validate = validate;
  #state: Begun | undefined;
  #card: CombinedCard | undefined;
  /** Aborted by `destroy`, which aborts every request. */
  #lifetime = new AbortController();
  readonly #requests = () => requests(this.#begun.config, this.#lifetime.signal);
  readonly bankAccount: BankAccount = bankAccount(this.#requests);

  readonly #lookups = lookups(this.#requests);
  /** Starts a price; can be called before `configure`. */
  readonly Pricing: PricingFactory = pricingFactory(
    this.#lookups,
    () => this.#state?.config.currency ?? 'USD',
    () => loadBinding(this.#state?.config.api ?? DEFAULT_API),
  );
  declare readonly plan: Catalogue['plan'];
  declare readonly coupon: Catalogue['coupon'];
  declare readonly giftCard: Catalogue['giftCard'];
  declare readonly giftcard: Catalogue['giftCard'];
  declare readonly tax: Catalogue['tax'];

  readonly wallet: Wallet = wallet(() => ({ config: this.#begun.config, lifetime: this.#lifetime.signal }));

  constructor(options?: Options | string) {
    super();
    Object.assign(this, catalogue(this.#lookups));
    addAbsent(this, ABSENT);
    if (options !== undefined) this.configure(options);
  }

  get configured(): boolean {
    return Boolean(this.#state);
  }

  /** 0: not configured; 1: hosted fields are loading; 2: they are ready; 3: the page has none. */
  get readyState(): number {
    if (!this.#state) return NOT_CONFIGURED;
    const { size = 1, ready } = this.#card ?? this.#state.fields;
    if (!size) return WITHOUT_FIELDS;
    return ready ? READY : LOADING;
  }

  /** A copy of the options in use. */
  get config(): Options {
    const { fields, required, ...rest } = this.#state?.config ?? { fields: {}, required: [] };
    return { ...rest, required: [...required], fields: { ...fields } } as Options;
  }

  /**
   * Sets the public key and the options, and puts the hosted fields into their targets. Can be called again to restyle.
   * Throws a ServiceError: invalid-options, invalid-option, missing-public-key, already-configured,
   * missing-hosted-field-target (a given selector matches nothing), unsupported-page. A given selector that matches a
   * field of another instance is an invalid-option; a default target that another instance uses is skipped.
   */
  configure(options: Options | string): void {
    const config = mergeOptions(options, this.#state?.config, DEFAULT_API);
    const card = findTarget('card', config.fields.card.selector, this);
    const targets = card ? new Map() : findTargets(config, this.#state?.fields);
    if (card || targets.size) requireSupportedPage(config.api);

    const before = this.readyState;
    const fields = this.#state?.fields ?? hostedFields(config.api, this);
    this.#state = { config, fields };
    fields.place(targets, config);
    this.#card = card && (this.#card ?? objectLater<CombinedCard>('CombinedCard', this.#core, {}, this));
    this.#card?.attach(card!);
    if (before === NOT_CONFIGURED) {
      this.#lookups.forget();
      this.emit('configured');
    }
    if (this.readyState === WITHOUT_FIELDS && before !== WITHOUT_FIELDS) this.emit('ready');
  }

  /** Calls back without arguments once the instance can be used. */
  ready(callback: () => void): void {
    if (this.readyState >= READY) queueMicrotask(callback);
    else this.once('ready', callback);
  }

  /**
   * Exchanges the card in the hosted fields, or in `source`, with the billing data of a form or an object, for a
   * token; its id also goes into the form's hidden token input. A form has one token in flight: a second call gets the
   * answer to the first. Rejects with a ServiceError: not-configured, missing-hosted-field-target, validation, a code
   * of the server, api-error, api-timeout.
   */
  token(form: TokenForm): Promise<Token>;
  token(source: Elements | PaymentForm, form: TokenForm): Promise<Token>;
  /**
   * Calls back once, asynchronously, with such an error, or with null and the token. Throws not-configured,
   * missing-callback or missing-hosted-field-target.
   */
  token(form: TokenForm, callback: (...outcome: Outcome<Token>) => void): void;
  token(form: TokenForm, callback: TokenCallback): void;
  token(source: Elements | PaymentForm, form: TokenForm, callback: (...outcome: Outcome<Token>) => void): void;
  token(source: Elements | PaymentForm, form: TokenForm, callback: TokenCallback): void;
  token(...given: readonly unknown[]): Promise<Token> {
    const [source, form, callback] = given[0] instanceof Emitter ? given : ['', ...given];
    return deliver(callback, () => {
      const { config, fields } = this.#begun;
      const own = (source || this.#card) as Pick<CombinedCard, 'token'> | undefined;
      return own ? own.token(form) : cardToken(config, fields, form);
    });
  }

  /**
   * Returns what is wrong and what to do about it, for customers: of the error of a token, of the state in a `change`
   * event, where fields count that the customer has left, or of any other error, such as one of the page's own `fetch`,
   * after which the customer may have been charged. In the language of the `locale` option, or else of the page.
   * Rejects with not-configured, or with invalid-option for an unknown name in the option `texts`.
   */
  async messages(of: unknown): Promise<CustomerMessages> {
    const { config } = this.#begun;
    return loadMessages(config.api).then(
      ({ messagesOf }) => messagesOf(of, config, invalid),
      () => ({ fields: {}, text: (of as CardState | null)?.fields ? UNLOADED : UNKNOWN }),
    );
  }

  /** Starts a card of elements, which are attached one by one. Throws not-configured or unsupported-page. */
  Elements(options?: ElementsOptions): Elements {
    return elementsLater(this.#core, options);
  }

  /** Starts a payment form, which is attached to the page. Throws not-configured. */
  PaymentForm(options: PaymentFormOptions = {}): PaymentForm {
    return objectLater('PaymentForm', this.#core, options, this);
  }

  /** Confirms payments on the page of the customer's bank. */
  Risk(): Risk {
    return {
      ThreeDSecure: (options) => {
        needText('actionTokenId', options?.actionTokenId);
        return objectLater('ThreeDSecure', this.#core, options, this);
      },
    };
  }

  get #core(): Core {
    return {
      config: () => this.#begun.config,
      signal: this.#lifetime.signal,
      hostedFields,
      mergeField,
      findTarget,
      cardToken,
      ServiceError,
      refuse: invalid,
    };
  }

  /** Focuses a field. Throws not-configured, or missing-hosted-field-target if the page does not have it. */
  focus(field: FieldName | 'card'): void {
    this.#field(field).focus(field);
  }

  /** Removes the focus from a field. Throws like `focus`. */
  blur(field: FieldName | 'card'): void {
    this.#field(field).blur(field);
  }

  /** Clears a field. Throws like `focus`. */
  clear(field: FieldName | 'card'): void {
    this.#field(field).clear(field);
  }

  /**
   * Fills in a test card of the sandbox by its name, such as `approved`, `declined` or `insufficient-funds`. The frame
   * gets the card from the service, which has none in production: then nothing is filled in. Throws like `focus`.
   */
  fillTestCard(name: string): void {
    this.#field('number').send({ kind: 'test-card', name, key: this.#begun.config.publicKey });
  }

  /** Removes fields, listeners and timers; pending requests call back with api-error. Can be configured again. */
  destroy(): void {
    const error = new ServiceError('api-error', 'Destroyed.');
    this.#state?.fields.destroy(error);
    this.#state = undefined;
    this.#card = undefined;
    this.#lifetime.abort(error);
    this.#lifetime = new AbortController();
    this.off();
  }

  /**
   * Announces a problem of a field to screen readers, for example that the service declined the number, and shows the
   * field as invalid until it is called with an empty text. Throws like `focus`.
   */
  setMessage(field: FieldName | 'card', text: string): void {
    this.#field(field).setMessage(text, field);
  }

  get #begun(): Begun {
    if (this.#state) return this.#state;
    throw new ServiceError('not-configured', 'Call service.configure() first.');
  }

  #field(name: FieldName | 'card'): Omit<CombinedCard, 'attach' | 'token'> {
    const { fields } = this.#begun;
    return this.#card ?? fields.field(name);
  }
}
