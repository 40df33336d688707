import { ServiceError } from './errors.ts';

/** Names that pages written for other libraries may call and this one does not have: docs list them too. */
export const ABSENT = 'AlternativePaymentMethods Amazon ApplePay BankRedirect GooglePay PayPal Venmo item';

/** Adds methods of these names, each of which throws not-supported: an error that says more than a TypeError. */
export const addAbsent = (to: object, names: string): void => {
  for (const name of names.split(' ')) {
    // biome-ignore lint/complexity/useArrowFunction: pages also write `new service.Pricing.Checkout()`
    (to as Record<string, unknown>)[name] = function () {
      throw new ServiceError('not-supported', `${name}: see "Migrate a checkout".`);
    };
  }
};
