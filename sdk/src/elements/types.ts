import type { Callback, Outcome } from '../callback.ts';
import type { Emitter } from '../emitter.ts';
import type { ServiceError } from '../errors.ts';
import type { CardState, ElementOptions, ElementState, FieldName, PaymentFormOptions, Token } from '../types.ts';

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
 *     const token = await service.token(elements, form);
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

export type PaymentFormEvents = ElementsEvents & {
  attach: [];
  detach: [];
  /** The customer chose a method: `card`, `bank`, `wallet` or `saved`. */
  method: [string];
};

/**
 * A whole form for payment, without a button: labels, fields, hints and errors in the customer's language.
 *
 *     const payment = service.PaymentForm({ methods: ['card', 'bank'] }).attach('#payment');
 *     const token = await service.token(payment, form);
 */
export interface PaymentForm extends Emitter<PaymentFormEvents> {
  /**
   * Puts the form into a target, inside the form that it belongs to. Throws missing-hosted-field-target or
   * unsupported-page.
   */
  attach(target: string | Element): this;
  detach(): this;
  /**
   * Merges options over the present ones. What the customer entered stays if only `appearance`, `description`, or what
   * is offered of the first `methods` changes; otherwise the form starts again.
   */
  configure(options: PaymentFormOptions): this;
  /** Focuses a field by its name; default `number`. */
  focus(field?: string): this;
  /**
   * Shows what is wrong with the fields of the chosen method, so that a page can show its own errors at the same press.
   * Returns the names of these fields, from the top, for `focus`; none if there is nothing to correct. The token may
   * still be refused for what only the service knows.
   */
  validate(): Promise<readonly string[]>;
  /** Like `service.fillTestCard`, for the card of this form, which it also chooses; in sandboxes only. */
  fillTestCard(name: string): this;
  /**
   * Shows the page on which the customer confirms the payment, in place of the fields, which keep what was typed.
   * `actionTokenId`: the `three_d_secure_action_token_id` of the transaction error. Returns the result token. Rejects
   * with a ServiceError, which the form also shows: three-d-secure-failed, three-d-secure-canceled,
   * three-d-secure-timeout, a code of the server, api-error.
   */
  confirm(actionTokenId: string): Promise<Token>;
  /** Calls back once, asynchronously, with such an error, or with null and the token. Throws missing-callback. */
  confirm(actionTokenId: string, callback: (...outcome: Outcome<Token>) => void): void;
  confirm(actionTokenId: string, callback: Callback<Token>): void;
}
