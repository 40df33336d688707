import { Failure } from '@service/billing/failure.ts';
import { unprintable } from '@service/billing/resources/kind.ts';
import { Parser } from 'xml2js';
import type { Element } from './element.ts';
import { BOUNDS, checkMarkup, malformed } from './markup.ts';

/**
 * Reads a document: UTF-8, one root, no DOCTYPE, inside the bounds. Throws `invalid_xml` with the reason for anything
 * else, whatever the bytes are.
 */
export const parse = (bytes: Uint8Array): Element => {
  const text = decode(bytes);
  try {
    checkMarkup(text);
    return read(text);
  } catch (error) {
    throw error instanceof Failure ? error : malformed('The document could not be read');
  }
};

const decode = (bytes: Uint8Array): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The document is not UTF-8');
  }
  if (unprintable(text)) throw malformed('The document contains a control character');
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
};

/** What xml2js collects of an element besides the elements in it. */
interface Collected {
  readonly '#attributes'?: Readonly<Record<string, string>>;
  readonly '#nodes'?: readonly { readonly '#text': string }[];
}

/** The name of every element in the parser's own tree. */
const ELEMENT = 'element';
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const KEYS = { charkey: '#text', attrkey: '#attributes', childkey: '#nodes' };
/** Text is kept piece by piece, with its white space. */
const TEXT = { explicitChildren: true, preserveChildrenOrder: true, charsAsChildren: true, includeWhiteChars: true };

/**
 * Builds the tree from the functions that xml2js calls as elements open and close. The parser's own tree, which costs
 * as much again, stays empty: every element in it is `ELEMENT` with the value `''`, whatever the document calls it.
 */
const read = (text: string): Element => {
  const names: string[] = [];
  const children: Element[][] = [[]];
  const parser = new Parser({
    ...KEYS,
    ...TEXT,
    explicitRoot: false,
    tagNameProcessors: [
      (name) => {
        names.push(name);
        children.push([]);
        return ELEMENT;
      },
    ],
    validator: (_path: string, _current: unknown, collected: Collected) => {
      const element = toElement(names.pop() ?? '', children.pop() ?? [], collected);
      children.at(-1)?.push(element);
      return '';
    },
  });
  let refusal: Error | undefined;
  parser.on('error', (error: Error) => {
    refusal ??= error;
    throw error; // Otherwise, the parser would read on.
  });
  try {
    parser.parseString(text);
  } catch (error) {
    refusal ??= error as Error;
  }
  if (refusal) throw refusal instanceof Failure ? refusal : refused(refusal);
  const [root] = children[0] ?? [];
  if (!root) throw malformed('There is no root element');
  return root;
};

/** The first line of the parser's message, with the place it names in the others. */
const refused = ({ message }: Error): Failure => {
  const [reason = ''] = message.split('\n');
  const [, line, column] = /\nLine: (\d+)\nColumn: (\d+)/.exec(message) ?? [];
  return malformed(line ? `${reason} (line ${Number(line) + 1}, column ${column})` : 'The document could not be read');
};

const toElement = (name: string, children: readonly Element[], collected: Collected): Element => {
  const { '#attributes': given, '#nodes': pieces = [] } = collected;
  const attributes = given ? new Map(Object.entries(given)) : NO_ATTRIBUTES;
  for (const value of attributes.values()) {
    if (value.length > BOUNDS.attribute) throw malformed('An attribute is too long');
  }
  let text = '';
  for (const piece of pieces) text += piece['#text'];
  if (text.length > BOUNDS.text) throw malformed(`A text is longer than ${BOUNDS.text} characters`);
  return { name, attributes, children, text: children.length > 0 ? text.trim() : text };
};
