import {
  type BillingProperties,
  type CardElement,
  type Elements,
  type FieldName,
  type PaymentForm,
  type Service,
  ServiceError,
  type Token,
} from '@service/sdk';
import { promised } from './promised.ts';

/** The source of the billing data of a token: a form, or an object. */
export type BillingSource = HTMLFormElement | Element | BillingProperties;

/** The methods of a mounted payment form. */
export interface PaymentFormHandle {
  /**
   * Exchanges what the customer entered for a token; its id also goes into the form's hidden input `service-token`.
   * `source`: by default the form around the component. Rejects with a ServiceError, which the form also shows.
   */
  token(source?: BillingSource): Promise<Token>;
  /**
   * Shows the page on which the customer confirms the payment (3-D Secure), and resolves with the result token. Rejects
   * with a ServiceError: three-d-secure-failed, three-d-secure-canceled, three-d-secure-timeout and others.
   */
  confirm(actionTokenId: string): Promise<Token>;
  /**
   * Shows what is wrong with the fields of the chosen method, beside the errors of your own fields. Returns the names
   * of these fields, from the top; none if there is nothing to correct.
   */
  validate(): Promise<readonly string[]>;
  /** Focuses a field by its name; default `number`. */
  focus(field?: string): void;
  /** Chooses the card, and fills in a test card by its name, such as `approved` or `declined`; in sandboxes only. */
  fillTestCard(name: string): void;
}

/** The methods of a group of elements. */
export interface ElementsHandle {
  /** Like that of a payment form. The form is by default the one around the first element. */
  token(source?: BillingSource): Promise<Token>;
}

/** The methods of a mounted element; `field` is one field of a whole card. */
export interface ElementHandle {
  focus(field?: FieldName): void;
  blur(field?: FieldName): void;
  clear(field?: FieldName): void;
  /** Announces a problem to screen readers, and shows the field as invalid until the text is empty. */
  setMessage(text: string, field?: FieldName): void;
}

const needMounted = <Value>(value: Value | null | undefined, what: string): Value => {
  if (value != null) return value;
  throw new ServiceError('missing-hosted-field-target', `The ${what} is not mounted.`);
};

const tokenOf = (service: Service, object: Elements | PaymentForm, target: Element, source?: BillingSource) =>
  promised<Token>((callback) => service.token(object, source ?? target.closest('form') ?? {}, callback));

/** `mounted` returns undefined while the component is not mounted. */
export const paymentFormHandle = (
  service: Service,
  mounted: () => PaymentForm | undefined,
  target: () => Element | null | undefined,
): PaymentFormHandle => ({
  async token(source) {
    return tokenOf(service, needMounted(mounted(), 'payment form'), needMounted(target(), 'payment form'), source);
  },
  async confirm(actionTokenId) {
    const form = needMounted(mounted(), 'payment form');
    return promised<Token>((callback) => form.confirm(actionTokenId, callback));
  },
  async validate() {
    return needMounted(mounted(), 'payment form').validate();
  },
  focus(field) {
    mounted()?.focus(field);
  },
  fillTestCard(name) {
    mounted()?.fillTestCard(name);
  },
});

export const elementsHandle = (
  service: Service,
  elements: () => Elements | undefined,
  targets: ReadonlySet<Element>,
): ElementsHandle => ({
  async token(source) {
    const [first] = targets;
    return tokenOf(service, needMounted(elements(), 'card'), needMounted(first, 'card'), source);
  },
});

export const elementHandle = (mounted: () => CardElement | undefined): ElementHandle => ({
  focus: (field) => void mounted()?.focus(field),
  blur: (field) => void mounted()?.blur(field),
  clear: (field) => void mounted()?.clear(field),
  setMessage: (text, field) => void mounted()?.setMessage(text, field),
});
