import { parseStringPromise } from 'xml2js';

/**
 * The content of an element: text, elements by name, `null` for a value to clear, `undefined` to omit it. A list is
 * several elements of one name.
 */
export type XmlContent = string | null | undefined | { readonly [name: string]: XmlContent | readonly XmlContent[] };

/**
 * Returns one document. Text can contain anything a customer types: it is escaped, and characters that XML cannot
 * contain are replaced.
 */
export const writeXml = (root: string, content: XmlContent): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;

const element = (name: string, content: XmlContent): string => {
  if (content === undefined) return '';
  if (content === null) return `<${name} nil="nil"/>`;
  if (typeof content === 'string') return `<${name}>${escapeText(content)}</${name}>`;
  const children = Object.entries(content).flatMap(([child, inner]) =>
    [inner].flat().map((each: XmlContent) => element(child, each)),
  );
  return `<${name}>${children.join('')}</${name}>`;
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // XML 1.0 cannot contain these, not even escaped.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/**
 * An element that was read. A list with one member looks like a single child: read it with {@link child} or {@link
 * children}.
 */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly elements: readonly XmlElement[];
}

interface Parsed {
  '#name': string;
  _?: string;
  $?: Record<string, string>;
  $$?: Parsed[];
}

/** Reads a document and returns its root element. Throws if the text is not XML. */
export const readXml = async (text: string): Promise<XmlElement> => {
  const root: Parsed | null = await parseStringPromise(text, {
    explicitRoot: false,
    explicitChildren: true,
    preserveChildrenOrder: true,
  });
  if (!root) throw new SyntaxError('The document is empty.');
  return toElement(root);
};

const toElement = (parsed: Parsed): XmlElement => ({
  name: parsed['#name'],
  text: (parsed._ ?? '').trim(),
  attributes: parsed.$ ?? {},
  elements: (parsed.$$ ?? []).map(toElement),
});

export const children = (parent: XmlElement, name: string): XmlElement[] =>
  parent.elements.filter((each) => each.name === name);

export const child = (parent: XmlElement, name: string): XmlElement | undefined =>
  parent.elements.find((each) => each.name === name);

/** Returns the text of a child, `undefined` when the child is absent, nil or empty. */
export const childText = (parent: XmlElement, name: string): string | undefined => {
  const found = child(parent, name);
  return found === undefined || 'nil' in found.attributes ? undefined : found.text || undefined;
};
