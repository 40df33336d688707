import { Failure } from '@service/billing/failure.ts';
import { unprintable } from '@service/billing/resources/kind.ts';
import { atOnce, inTurns, type Steps, type Turn } from '@service/billing/steps.ts';
import { Parser } from 'xml2js';
import type { Element } from './element.ts';
import { BOUNDS, checkMarkup, malformed } from './markup.ts';

/** How much of a document is read in one turn of the event loop: about two milliseconds of work. */
const CHARACTERS_PER_TURN = 8_192;

/**
 * Reads a document: UTF-8, one root, no DOCTYPE, inside the bounds. Throws `invalid_xml` with the reason for anything
 * else, whatever the bytes are.
 */
export const parse = (bytes: Uint8Array): Element => atOnce(parsing(bytes));

/** Reads a document as `parse` does. A long one waits for its turn after each part. */
export const parseInTurns = (bytes: Uint8Array, turn: Turn): Promise<Element> => inTurns(parsing(bytes), turn);

function* parsing(bytes: Uint8Array): Steps<Element> {
  const text = decode(bytes);
  try {
    checkMarkup(text);
    return yield* read(text);
  } catch (error) {
    throw error instanceof Failure ? error : malformed('The document could not be read');
  }
}

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
 * The parser inside xml2js, which takes a document in parts. The asynchronous mode of xml2js does the same, but reports
 * no error behind the end of the root.
 */
interface Parts {
  readonly saxParser: { write(part: string): void; close(): void };
}

/**
 * Builds the tree from the functions that xml2js calls as elements open and close. The parser's own tree, which costs
 * as much again, stays empty: every element in it is `ELEMENT` with the value `''`, whatever the document calls it.
 */
function* read(text: string): Steps<Element> {
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
  const { saxParser } = parser as Parser & Parts;
  try {
    for (let from = 0; from < text.length; from += CHARACTERS_PER_TURN) {
      if (from > 0) yield;
      saxParser.write(text.slice(from, from + CHARACTERS_PER_TURN));
    }
    saxParser.close();
  } catch (error) {
    refusal ??= error as Error;
  }
  if (refusal) throw refusal instanceof Failure ? refusal : refused(refusal);
  const [root] = children[0] ?? [];
  if (!root) throw malformed('There is no root element');
  return root;
}

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
