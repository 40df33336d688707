import { Failure } from '@service/billing/failure.ts';
import { unprintable } from '@service/billing/resources/kind.ts';
import { Parser } from 'xml2js';
import type { Element } from './element.ts';

/** What a document may be at most, so that no request is dear to read (DESIGN section 4). */
export const BOUNDS = { depth: 32, nodes: 20_000, attributes: 32, name: 100, attribute: 4096, text: 65_536 } as const;

/** The events of the parser inside xml2js that this one listens to. */
interface Events {
  ENTITIES: Readonly<Record<string, string>>;
  readonly line: number;
  readonly column: number;
  readonly startTagPosition: number;
  readonly position: number;
  onopencdata: () => void;
  oncomment: () => void;
  onprocessinginstruction: () => void;
  onattribute: (attribute: { name: string; value: string }) => void;
  onopentag: (tag: { name: string }) => void;
  onclosetag: () => void;
  ontext: (text: string) => void;
  oncdata: (text: string) => void;
  ondoctype: () => void;
  onsgmldeclaration: () => void;
  onerror: (error: Error) => void;
  onend: () => void;
  write(text: string): Events;
  close(): Events;
}

interface Growing extends Element {
  readonly children: Growing[];
  text: string;
}

// XML's own five; HTML's hundreds are no part of XML, and a plain object would have `&constructor;` among them.
const ENTITIES = Object.freeze(
  Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
) as Readonly<Record<string, string>>;

/** The parser looks at its own buffers once for each piece it is given: small ones stop a flood early. */
const SLICE = 16_384;

/**
 * Reads a document: UTF-8, one root, no DOCTYPE, inside the bounds. Throws `invalid_xml` with the reason for anything else, whatever the
 * bytes are. It drives the parser of xml2js without the tree xml2js builds, whose depth nobody counts and whose keys come from the document.
 */
export const parse = (bytes: Uint8Array): Element => {
  const text = decode(bytes);
  try {
    return read(text);
  } catch (error) {
    throw error instanceof Failure ? error : malformed('The document could not be read');
  }
};

const malformed = (reason: string): Failure => new Failure('invalid_xml', {}, reason);

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

const read = (text: string): Element => {
  const parser = (new Parser({ strict: true }) as unknown as { saxParser: Events }).saxParser;
  const open: Growing[] = [];
  let root: Growing | undefined;
  let nodes = 0;
  let attributes = new Map<string, string>();

  const count = (): void => {
    nodes += 1;
    if (nodes > BOUNDS.nodes) throw malformed(`The document has more than ${BOUNDS.nodes} nodes`);
  };

  const append = (piece: string): void => {
    const element = open.at(-1);
    if (!element) {
      if (piece.trim() !== '') throw malformed('There is text outside the root element');
      return;
    }
    count();
    element.text += piece;
    if (element.text.length > BOUNDS.text) throw malformed(`A text is longer than ${BOUNDS.text} characters`);
  };

  parser.ENTITIES = ENTITIES;
  parser.ontext = append;
  parser.oncdata = append;

  parser.onopencdata = count;
  parser.oncomment = count;
  parser.onprocessinginstruction = count;

  parser.onattribute = ({ name, value }) => {
    count();
    if (name.length > BOUNDS.name || value.length > BOUNDS.attribute) throw malformed('An attribute is too long');
    attributes.set(name, value);
    if (attributes.size > BOUNDS.attributes)
      throw malformed(`An element has more than ${BOUNDS.attributes} attributes`);
  };

  parser.onopentag = ({ name }) => {
    count();
    if (name.length > BOUNDS.name) throw malformed(`A name is longer than ${BOUNDS.name} characters`);
    if (attributes.size > 0 && attributes.size < written(text.slice(parser.startTagPosition - 1, parser.position))) {
      throw malformed('An element has the same attribute twice');
    }
    if (open.length === BOUNDS.depth) throw malformed(`The document is deeper than ${BOUNDS.depth} elements`);

    const element: Growing = { name, attributes, children: [], text: '' };
    attributes = new Map();
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else if (root) throw malformed('There is a second root element');
    else root = element;
    open.push(element);
  };

  parser.onclosetag = () => {
    const element = open.pop();
    if (element && element.children.length > 0) element.text = element.text.trim();
  };

  const refuseDeclaration = (): void => {
    throw malformed('A document type is not accepted');
  };
  parser.ondoctype = refuseDeclaration;
  parser.onsgmldeclaration = refuseDeclaration;
  parser.onend = () => {};
  parser.onerror = (error) => {
    throw malformed(`${error.message.split('\n')[0]} (line ${parser.line + 1}, column ${parser.column})`);
  };

  for (let start = 0; start < text.length; start += SLICE) parser.write(text.slice(start, start + SLICE));
  parser.close();
  if (!root) throw malformed('There is no root element');
  return root;
};

/** How many attributes a start tag spells out. The parser keeps the first of two equal ones without a word. */
const written = (tag: string): number => tag.match(/[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*')/g)?.length ?? 0;
