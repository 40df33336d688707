import { escaped, PROLOG } from '../xml/codec/write.ts';

/** An element of an e-invoice: with text, or with other elements. One without either is not written. */
export interface InvoiceElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly InvoiceElement[];
  /** Whether it is written without content, too. */
  readonly isRequired?: boolean;
}

type Optional = InvoiceElement | null | undefined | readonly (InvoiceElement | null | undefined)[];

/** Returns an element with elements in it; those that are missing are left out. */
export const group = (name: string, ...content: readonly Optional[]): InvoiceElement => ({
  name,
  attributes: {},
  content: content.flat().filter((one) => one !== null && one !== undefined),
});

/** Returns an element with text; null where there is none. */
export const leaf = (
  name: string,
  text: string | number | null | undefined,
  attributes: Readonly<Record<string, string>> = {},
): InvoiceElement | null => {
  const content = text === null || text === undefined ? '' : allowed(String(text)).trim();
  return content === '' ? null : { name, attributes, content };
};

/** Characters that XML 1.0 does not allow, and halves of a surrogate pair. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const allowed = (text: string): string => text.replace(FORBIDDEN, '');

const isEmpty = ({ content, isRequired = false }: InvoiceElement): boolean =>
  !isRequired && (typeof content === 'string' ? content === '' : content.every(isEmpty));

const write = (element: InvoiceElement, indent: string): string => {
  if (isEmpty(element)) return '';
  const { name, attributes, content } = element;
  const stated = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  if (typeof content === 'string') return `${indent}<${name}${stated}>${escaped(content)}</${name}>\n`;
  const inner = content.map((one) => write(one, `${indent}  `)).join('');
  return `${indent}<${name}${stated}>\n${inner}${indent}</${name}>\n`;
};

/** Returns a document with a root and its namespaces. */
export const invoiceDocument = (root: InvoiceElement, namespaces: Readonly<Record<string, string>>): string =>
  PROLOG + write({ ...root, attributes: namespaces }, '');
