/** Loaded when a page uses elements, a payment form, bank accounts, the wallet or challenges. */
export { bankInfo, bankToken } from './bank/exchange.ts';
export { combinedCard as CombinedCard } from './elements/combined-card.ts';
export { elements } from './elements/elements.ts';
export { fillName } from './frames/cardholder.ts';
export { paymentForm as PaymentForm } from './payment-form/payment-form.ts';
export { loadThreeDSecure as ThreeDSecure } from './risk/load.ts';
export { loadWalletToken } from './wallet/load.ts';
