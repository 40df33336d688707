/** The file that the script loads when a page uses elements, a payment form or bank accounts. */
export { bankParams } from './bank/rules.ts';
export { elements } from './elements/elements.ts';
export { paymentForm } from './payment-form/payment-form.ts';
