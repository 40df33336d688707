/** The file that the script loads when a page shows a challenge. */
export { threeDSecure } from './risk/three-d-secure.ts';
