import type { Steps } from '@service/billing/values/steps.ts';
import { escaped, PROLOG } from '../xml/codec/write.ts';

/** An element of an e-invoice: with text, or with other elements. One without either is not written. */
export interface InvoiceElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly LaterElement[];
  /** Whether it is written without content, too. */
  readonly isRequired?: boolean;
}

/** An element, or what makes it when it is written: there may be thousands of lines. */
type LaterElement = InvoiceElement | (() => InvoiceElement);

type Optional = LaterElement | null | undefined | readonly (LaterElement | null | undefined)[];

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

const STEP = '  ';
/** Elements that are written in one turn: a millisecond of work where they are lines. */
const ELEMENTS_PER_TURN = 20;
/** The lines of an invoice are no deeper than this. */
const DEPTH_OF_LINES = 3;

const made = (element: LaterElement): InvoiceElement => (typeof element === 'function' ? element() : element);

const around = ({ name, attributes, isRequired = false }: InvoiceElement, inner: string, indent: string): string => {
  if (inner === '' && !isRequired) return '';
  const stated = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  return `${indent}<${name}${stated}>${inner}</${name}>\n`;
};

const write = (element: InvoiceElement, indent: string): string => {
  const { content } = element;
  if (typeof content === 'string') return around(element, escaped(content), indent);
  let inner = '';
  for (const one of content) inner += write(made(one), indent + STEP);
  return around(element, inner && `\n${inner}${indent}`, indent);
};

/** Writes an element, and stops after each so many of those in it, down to a depth. */
function* inSteps(element: InvoiceElement, indent: string, depth: number): Steps<string> {
  const { content } = element;
  if (typeof content === 'string' || depth === 0) return write(element, indent);
  const pieces: string[] = [];
  for (const [index, one] of content.entries()) {
    if (index % ELEMENTS_PER_TURN === ELEMENTS_PER_TURN - 1) yield;
    pieces.push(yield* inSteps(made(one), indent + STEP, depth - 1));
  }
  const inner = pieces.join('');
  return around(element, inner && `\n${inner}${indent}`, indent);
}

/** Writes a document with a root and its namespaces, in steps. */
export function* invoiceDocument(root: InvoiceElement, namespaces: Readonly<Record<string, string>>): Steps<string> {
  return PROLOG + (yield* inSteps({ ...root, attributes: namespaces }, '', DEPTH_OF_LINES));
}
