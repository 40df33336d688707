/** The file that is loaded when the appearance of a payment form has rules. */
export { rulesOf } from './payment-form/rules.ts';
