/** `manual_invoicing` is typed `--manual-invoicing`. */
export const flagOf = (name: string): string => name.replaceAll('_', '-');

/** Characters that no shell treats in a way of its own, wherever they are in a word. */
const PLAIN = /^[\w.,:/@%+=-]+$/;

/** Returns an option with a value, quoted where a shell would change it: `--brand-color '#0a6b4f'`. */
export const typedOption = (name: string, value: string): string =>
  `--${flagOf(name)} ${PLAIN.test(value) ? value : `'${value}'`}`;
