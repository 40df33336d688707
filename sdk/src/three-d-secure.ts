/** The file that the script loads when a page shows a challenge. */
export { confirmIn } from './payment-form/confirm.ts';
export { threeDSecure } from './risk/three-d-secure.ts';
