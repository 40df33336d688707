import { unprintable } from '@service/billing/resources/kind.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { Parser, type ParserOptions } from 'xml2js';
import type { Element } from './element.ts';
import { BOUNDS, checkMarkup, malformed } from './markup.ts';

/** Characters of a document that are read in one turn of the event loop: about two milliseconds of work. */
const CHARACTERS_PER_TURN = 8_192;

/**
 * Reads a document: UTF-8, one root, no DOCTYPE, inside the bounds. Throws `invalid_xml` with the reason for anything
 * else, whatever the bytes are.
 */
export const parse = (bytes: Uint8Array): Element => {
  const text = checked(bytes);
  const tree = treeOf();
  parserFor(tree).parseString(text);
  return tree.root();
};

/** Reads a document as `parse` does. A long one is read in parts, between which other requests run. */
export const parseInTurns = async (bytes: Uint8Array): Promise<Element> => {
  const text = checked(bytes);
  if (text.length <= CHARACTERS_PER_TURN) return parse(bytes);
  const tree = treeOf();
  const parser = parserFor(tree, { async: true, chunkSize: CHARACTERS_PER_TURN });
  await new Promise<void>((resolve) => {
    tree.whenRefused(resolve);
    parser.on('end', resolve);
    parser.parseString(text);
  });
  return tree.root();
};

const checked = (bytes: Uint8Array): string => {
  const text = decode(bytes);
  checkMarkup(text);
  return text;
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

/** The parts of an element that xml2js collects besides the elements in it. */
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

/** The tree of a document while the parser reads it. */
interface Tree {
  open(name: string): void;
  close(collected: Collected): void;
  refuse(error: Error): void;
  /** Calls back at once when the document is refused. */
  whenRefused(callback: () => void): void;
  /** Throws `invalid_xml` if the document was refused. */
  root(): Element;
}

const treeOf = (): Tree => {
  const names: string[] = [];
  const children: Element[][] = [[]];
  let refusal: Error | undefined;
  let notify = (): void => {};
  const refuse = (error: Error): void => {
    refusal ??= error;
    notify();
  };
  return {
    open(name) {
      names.push(name);
      children.push([]);
    },
    close(collected) {
      if (refusal) return;
      try {
        const element = toElement(names.pop() ?? '', children.pop() ?? [], collected);
        children.at(-1)?.push(element);
      } catch (error) {
        // The parser would take what its functions throw for an error of its own.
        refuse(error as Error);
      }
    },
    refuse,
    whenRefused(callback) {
      notify = callback;
    },
    root() {
      if (refusal) throw refusal instanceof Failure ? refusal : refused(refusal);
      const [root] = children[0] ?? [];
      if (!root) throw malformed('There is no root element');
      return root;
    },
  };
};

/**
 * Builds the tree from the functions that xml2js calls as elements open and close. The parser's own tree, which costs
 * as much again, stays empty: every element in it is `ELEMENT` with the value `''`, whatever the document calls it.
 */
const parserFor = (tree: Tree, more: ParserOptions = {}): Parser => {
  const parser = new Parser({
    ...KEYS,
    ...TEXT,
    ...more,
    explicitRoot: false,
    tagNameProcessors: [
      (name) => {
        tree.open(name);
        return ELEMENT;
      },
    ],
    validator: (_path: string, _current: unknown, collected: Collected) => {
      tree.close(collected);
      return '';
    },
  });
  parser.on('error', tree.refuse);
  return parser;
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
