'use client';

/** The public interface of the React components. */
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
  type ElementProps,
} from './element.ts';
export { Elements, type ElementsProps } from './elements.ts';
export { PaymentForm, type PaymentFormProps } from './payment-form.ts';
export { Pricing, type PricingProps, usePricing } from './pricing.ts';
export { ServiceProvider, type ServiceProviderProps, useService } from './service-provider.ts';
export { ThreeDSecure, type ThreeDSecureProps } from './three-d-secure.ts';
