import type { FieldType } from '@service/hosted-fields/protocol';
import type { Emitter } from '../emitter.ts';
import type { ServiceError } from '../errors.ts';
import type { HostedFields } from '../frames/hosted-fields.ts';
import type { Config, mergeField } from '../options.ts';
import type { CardState, ElementOptions, ElementState, FieldName, Token } from '../types.ts';

export type ElementEvents = {
  attach: [];
  detach: [];
  /** The customer can type. */
  ready: [];
  change: [ElementState];
  focus: [];
  blur: [];
  /** Enter was pressed. */
  submit: [];
  /** The element could not be shown. */
  error: [ServiceError];
};

/**
 * One card field, or the fields of a card in a line.
 *
 *     const card = elements.CardElement({ style: { fontSize: '16px' } }).attach('#card');
 *     card.on('change', ({ valid }) => showValid(valid));
 */
export interface CardElement extends Emitter<ElementEvents> {
  /**
   * Puts the element into a target: an element, or the first that a selector matches; a second call moves it. Throws
   * missing-hosted-field-target.
   */
  attach(target: string | Element): this;
  /** Removes the element from the page. It can be attached again, and is empty then. */
  detach(): this;
  /** Merges options over the present ones. What the customer typed stays. */
  configure(options: ElementOptions): this;
  /** Focuses the field, or one field of a card. */
  focus(field?: FieldName): this;
  blur(field?: FieldName): this;
  /** Clears the field, or one field of a card. */
  clear(field?: FieldName): this;
  /** Like `service.setMessage`, for the field or one field of a card. */
  setMessage(text: string, field?: FieldName): this;
}

export type ElementsEvents = {
  /** All attached elements are ready. */
  ready: [];
  /** The state of a field has changed. */
  change: [CardState];
  /** Enter was pressed in a field. */
  submit: [];
  /** The fields could not be shown. */
  error: [ServiceError];
};

/**
 * The card elements of one checkout; together they create a token.
 *
 *     const elements = service.Elements();
 *     elements.CardElement().attach('#card');
 *     service.token(elements, form, (error, token) => {});
 */
export interface Elements extends Emitter<ElementsEvents> {
  /** Number, expiry date and security code in a line. */
  CardElement(options?: ElementOptions): CardElement;
  CardNumberElement(options?: ElementOptions): CardElement;
  /** Month and year in one field, `12 / 40`. */
  CardExpiryElement(options?: ElementOptions): CardElement;
  CardMonthElement(options?: ElementOptions): CardElement;
  CardYearElement(options?: ElementOptions): CardElement;
  CardCvvElement(options?: ElementOptions): CardElement;
}

/** What an object that is loaded on demand reports to. */
export interface Events {
  emit(event: string, ...args: readonly unknown[]): unknown;
}

/** The object behind one that the page holds. */
export interface Loaded {
  /** Rejects with a ServiceError. */
  token?(form: unknown): Promise<Token>;
}

export interface LoadedElements extends Loaded {
  create(kind: string, options: ElementOptions, events: Events): Loaded;
}

/** What the script passes to the file that it loads on demand: a tuple, because names would add to the script's size.
 * */
export type Core = readonly [
  /** Throws not-configured. */
  config: () => Config,
  /** Ends when the instance is destroyed. */
  lifetime: AbortSignal,
  hostedFields: (api: string, events: Events) => HostedFields,
  mergeField: typeof mergeField,
  /** Returns the target of a field; throws missing-hosted-field-target or invalid-option. */
  findTarget: (type: FieldType, place: Element, owner: unknown) => Element | undefined,
  /** Throws missing-hosted-field-target; rejects with a ServiceError. */
  cardToken: (config: Config, fields: HostedFields, form: unknown) => Promise<Token>,
];
