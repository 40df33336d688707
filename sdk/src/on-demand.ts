/** The file that the script loads when a page uses elements or bank accounts. */
export { bankParams } from './bank/rules.ts';
export { elements } from './elements/elements.ts';
