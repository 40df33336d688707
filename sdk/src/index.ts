/** The public interface of the browser library. */
import { Service } from './service.ts';

export type { Callback, Outcome } from './callback.ts';
export type {
  CardElement,
  ElementEvents,
  Elements,
  ElementsEvents,
  PaymentForm,
  PaymentFormEvents,
} from './elements/types.ts';
export { type ErrorDetail, ServiceError } from './errors.ts';
export type { Catalogue } from './pricing/catalogue.ts';
export type {
  Addon,
  Address,
  Amounts,
  Attachment,
  Coupon,
  CouponQuestion,
  GiftCard,
  Items,
  Plan,
  PlanDocument,
  Price,
  PricedSubscription as Pricing,
  PricingChain,
  PricingEvents,
  PricingFactory,
  PricingSteps,
  Removal,
  Tax,
  TaxAmount,
  TaxInfo,
  TaxOptions,
  TaxQuestion,
} from './pricing/types.ts';
export type { ErrorTexts, Reason } from './reason.ts';
export type { Risk, ThreeDSecure, ThreeDSecureEvents, ThreeDSecureOptions } from './risk/types.ts';
export { Service, type ServiceEvents, type TokenCallback, type TokenForm } from './service.ts';
export type { OwnTexts, TextName } from './texts/texts.ts';
export type {
  Appearance,
  AppearanceElement,
  AppearanceStyle,
  AuthorizationOptions,
  BankAccount,
  BankInfo,
  BankProperties,
  BankScheme,
  BillingProperties,
  ByField,
  CardBrand,
  CardState,
  CustomerMessages,
  ElementOptions,
  ElementState,
  ElementsOptions,
  FieldName,
  FieldOptions,
  FieldState,
  FieldStyle,
  NumberState,
  Options,
  PaymentFormOptions,
  PaymentMethod,
  TextStyle,
  Token,
  Validate,
  Wallet,
  WalletOptions,
} from './types.ts';

/** The default instance; use `new Service()` for others. */
export const service: Service = /* @__PURE__ */ new Service();
