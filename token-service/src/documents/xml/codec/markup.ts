import { Failure } from '@service/billing/values/failure.ts';

/** The limits of a document, so that no request is expensive to read. */
export const BOUNDS = { depth: 32, nodes: 20_000, attributes: 32, name: 100, attribute: 4096, text: 65_536 } as const;

export const malformed = (reason: string): Failure => new Failure('invalid_xml', {}, reason);

const BLANK = /[ \t\n]*/y;
/**
 * A start tag: its name, and the rest up to the closing bracket, which may also stand inside a quoted value. A name is
 * never cut short, because a tag that is not closed would be searched for its end once for each shorter name.
 */
const START_TAG = /([^\s/>"'=<]+)(?![^\s/>"'=<])([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)>/y;
/** The length of the name is limited for the same reason: of a longer one, its last characters are found. */
const ATTRIBUTE = new RegExp(`([^\\s=]{1,${BOUNDS.name + 1}})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g');
const ENTITY = /&([#:\w.\-\u00b7-\ufffd]*);/g;
/** The five entities of XML, and numbers. The parser also knows those of HTML, which are no part of XML. */
const XML_ENTITY = /^(?:amp|lt|gt|quot|apos|#.*)$/i;

/**
 * Checks the markup of a document in one pass, before a tree is built: nodes, depth, names, attributes, no document
 * type, no entities but those of XML. Stops at the first tag that is not closed: the parser refuses the document there.
 * Throws `invalid_xml` with the reason.
 */
export const checkMarkup = (text: string): void => {
  let depth = 0;
  let nodes = 0;
  let rooted = false;
  const checkEntities = entityCheck(text);

  const count = (more = 1): void => {
    nodes += more;
    if (nodes > BOUNDS.nodes) throw malformed(`The document has more than ${BOUNDS.nodes} nodes`);
  };

  const openElement = (name: string, rest: string): void => {
    count();
    if (name.length > BOUNDS.name) throw malformed(`A name is longer than ${BOUNDS.name} characters`);
    if (rest.includes('=')) count(checkAttributes(rest));
    if (depth === BOUNDS.depth) throw malformed(`The document is deeper than ${BOUNDS.depth} elements`);
    if (depth === 0 && rooted) throw malformed('There is a second root element');
    rooted = true;
    if (!rest.endsWith('/')) depth += 1;
  };

  /** The parser reports no error behind the root when it reads in parts. */
  const isBehindRoot = (): boolean => rooted && depth === 0;

  /** Counts a comment, an instruction or a CDATA section, and returns where its content ends. */
  const section = (start: number, mark: string): number => {
    count();
    const end = find(text, mark, start);
    if (isBehindRoot() && end === text.length) throw malformed(`"${mark}" is missing at the end`);
    return end;
  };

  for (let at = 0; at < text.length; ) {
    const tag = find(text, '<', at);
    if (tag > at && depth > 0) count();
    checkEntities(at, tag);
    if (isBehindRoot() && text.slice(at, tag).trim() !== '') throw malformed('There is text outside the root element');
    if (tag === text.length) return;
    BLANK.lastIndex = tag + 1;
    BLANK.test(text);
    const start = BLANK.lastIndex;

    if (text[start] === '/') {
      if (isBehindRoot()) throw malformed('There is a closing tag behind the root element');
      depth = Math.max(0, depth - 1);
      at = find(text, '>', start) + 1;
    } else if (text[start] === '?') {
      const end = section(start + 1, '?>');
      if (end > start + 1 && text[end - 1] === '?') throw malformed('A processing instruction ends with "??>"');
      checkLength(end - start);
      at = end + 2;
    } else if (text.startsWith('!--', start)) {
      const end = section(start + 3, '-->');
      checkLength(end - start);
      at = end + 3;
    } else if (text[start] === '!' && text.slice(start, start + 8).toUpperCase() === '![CDATA[') {
      const end = section(start + 8, ']]>');
      const content = text.slice(start + 8, end);
      if (depth === 0 && content.trim() !== '') throw malformed('There is text outside the root element');
      if (content !== '') count();
      at = end + 3;
    } else if (text[start] === '!') {
      throw malformed('A document type is not accepted');
    } else {
      START_TAG.lastIndex = start;
      const [whole, name = '', rest = ''] = START_TAG.exec(text) ?? [];
      if (whole === undefined) {
        if (isBehindRoot()) throw malformed('There is a second root element');
        return;
      }
      openElement(name, rest);
      at = start + whole.length;
      checkEntities(start, at);
    }
  }
};

const find = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found;
};

const checkLength = (length: number): void => {
  if (length > BOUNDS.text) throw malformed(`A comment or an instruction is longer than ${BOUNDS.text} characters`);
};

/** Returns how many attributes a start tag has. The parser would keep the first of two equal ones and say nothing. */
const checkAttributes = (tag: string): number => {
  const names = [...tag.matchAll(ATTRIBUTE)].map(([, name = '']) => name);
  if (names.length > BOUNDS.attributes) throw malformed(`An element has more than ${BOUNDS.attributes} attributes`);
  if (names.some((name) => name.length > BOUNDS.name)) throw malformed('An attribute is too long');
  if (new Set(names).size < names.length) throw malformed('An element has the same attribute twice');
  return names.length;
};

/** Checks the entities of one part of the text after the other. It searches every character for one once. */
const entityCheck = (text: string) => {
  let next = find(text, '&', 0);
  return (from: number, to: number): void => {
    if (next < from) next = find(text, '&', from);
    if (next >= to) return;
    for (const { 0: entity, 1: name = '', index } of text.slice(from, to).matchAll(ENTITY)) {
      if (!XML_ENTITY.test(name))
        throw malformed(`Invalid character entity (${place(text, from + index + entity.length)})`);
    }
  };
};

/** The line and the column of the last character before `end`. */
const place = (text: string, end: number): string => {
  const lines = text.slice(0, end).split('\n');
  return `line ${lines.length}, column ${lines.at(-1)?.length}`;
};
