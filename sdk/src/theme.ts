/** The file that is loaded when a page has card fields, a payment form or a challenge, which follow its theme. */
export { watchTheme } from './watch-theme.ts';
