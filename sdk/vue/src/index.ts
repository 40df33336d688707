/** The public interface of the Vue components. */
export type {
  BillingSource,
  ElementHandle,
  ElementsHandle,
  PaymentFormHandle,
} from '../../components/handles.ts';
export type { ServiceOptions } from '../../components/provided.ts';
export type { Priced, Selection, SelectionPart } from '../../components/selection.ts';
export {
  CardCvvElement,
  CardElement,
  CardExpiryElement,
  CardMonthElement,
  CardNumberElement,
  CardYearElement,
} from './element.ts';
export { Elements } from './elements.ts';
export { PaymentForm } from './payment-form.ts';
export { Pricing, usePricing } from './pricing.ts';
export { ServiceProvider, useService } from './service-provider.ts';
export { ThreeDSecure } from './three-d-secure.ts';
