import type { Kind } from '@service/billing/resources/kind.ts';
import type {
  CentsByCurrency,
  CheckResult,
  Field,
  RelatedRecord,
  Resource,
  Shape,
} from '@service/billing/resources/schema.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { EndpointAddress } from '../address.ts';
import { relationsOf } from '../addresses.ts';

/** The properties of a request that rendering depends on. */
export interface RenderContext {
  readonly version: Version;
  /** The absolute URL of an endpoint, or undefined where this service does not answer it (in this version). */
  readonly address: (to: EndpointAddress) => string | undefined;
  /** For a read-only key: credentials are nil, also in addresses. */
  readonly hidesCredentials?: boolean;
}

type Held = Readonly<Record<string, unknown>>;
/**
 * Text, or one piece after the other where the element embeds records that have addresses: a long list is never one
 * text.
 */
type Written = string | Iterable<string>;
type Write = (record: Held, rendering: RenderContext) => Written;

export const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n';

const SPECIAL = /[&<>"\r]/;
const EVERY_SPECIAL = /[&<>"\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text as it may stand in an element or a quoted attribute. */
export const escaped = (text: string): string =>
  // Most texts have nothing to escape, and a test costs less than a replacement.
  SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (character) => ESCAPES[character] ?? '') : text;

/** One record as a whole document. */
export const render = (resource: Resource, record: object, rendering: RenderContext): string =>
  joined(documentPieces(resource, record, rendering));

/** A record as an element, with its own address. */
export const renderElement = (resource: Resource, record: object, rendering: RenderContext): string =>
  joined(elementPieces(resource, record, rendering));

/** A list of records as a whole document. */
export const renderList = (resource: Resource, records: readonly object[], rendering: RenderContext): string =>
  listStart(resource) +
  records.map((record) => renderElement(resource, record, rendering)).join('') +
  listEnd(resource);

/** Return the markup before the records of a list, and after them. */
export const listStart = ({ plural }: Resource): string => `${PROLOG}<${plural} type="array">\n`;
export const listEnd = ({ plural }: Resource): string => `</${plural}>\n`;

/** Renders one record as a document, piece by piece: each record embedded in it begins a new piece. */
export function* documentPieces(resource: Resource, record: object, rendering: RenderContext): Generator<string> {
  yield PROLOG;
  yield* elementPieces(resource, record, rendering);
}

/** Renders a record as an element, piece by piece; `name` where the surrounding element calls it something else. */
export function elementPieces(
  resource: Resource,
  record: object,
  rendering: RenderContext,
  name = resource.name,
): Generator<string> {
  const held = shown(resource, record as Held, rendering);
  const href = relationsOf(resource)?.self?.(held);
  const url = href && rendering.address(href);
  return rootedPieces(name, url === undefined ? '' : ` href="${escaped(url)}"`, resource, held, rendering);
}

/** Renders what the reader may see of a record. */
function* rootedPieces(
  name: string,
  attributes: string,
  resource: Resource,
  record: Held,
  rendering: RenderContext,
): Generator<string> {
  const plan = planOf(resource, rendering.version);
  let xml = `<${name}${attributes}${plan.attributes(record)}>\n`;
  for (const write of plan.writers) {
    const written = write(record, rendering);
    if (typeof written === 'string') xml += written;
    else {
      yield xml;
      yield* written;
      xml = '';
    }
  }
  yield `${xml}${actionLinks(resource, record, rendering)}</${name}>\n`;
}

/** Names of the fields of a table that are credentials. */
const credentials = new WeakMap<Resource, readonly string[]>();

/** Returns the part of a record that its reader may see. */
const shown = (resource: Resource, record: Held, { hidesCredentials = false }: RenderContext): Held => {
  if (!hidesCredentials) return record;
  const { fields } = resource;
  const names = credentials.get(resource) ?? Object.keys(fields).filter((name) => fields[name]?.credential);
  credentials.set(resource, names);
  const hidden = names.filter((name) => {
    const is = fields[name]?.credential;
    return typeof is === 'function' ? is(record) : is;
  });
  return hidden.length === 0 ? record : { ...record, ...Object.fromEntries(hidden.map((name) => [name, null])) };
};

const rooted = (name: string, resource: Resource, record: Held, rendering: RenderContext): string =>
  joined(rootedPieces(name, '', resource, shown(resource, record, rendering), rendering));

const joined = (pieces: Iterable<string>): string => {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
};

const actionLinks = (resource: Resource, record: Held, rendering: RenderContext): string => {
  let xml = '';
  for (const [name, action] of Object.entries(resource.actions)) {
    const target =
      (action.when as (record: Held) => boolean)(record) && relationsOf(resource)?.actions?.[name]?.(record);
    const url = target && rendering.address(target);
    if (url) xml += `<a name="${name}" href="${escaped(url)}" method="${action.method}"/>\n`;
  }
  return xml;
};

interface Plan {
  readonly attributes: (record: Held) => string;
  readonly writers: readonly Write[];
}

/** The elements that a version shows are chosen once for each table and version, not for each record. */
const plans = new WeakMap<Resource, Map<Version, Plan>>();

const planOf = (resource: Resource, version: Version): Plan => {
  const known = plans.get(resource) ?? new Map<Version, Plan>();
  plans.set(resource, known);
  const found = known.get(version);
  if (found) return found;

  const fields = Object.entries(resource.fields).filter(([, field]) => field.output && isShownIn(version, field));
  const attributes = fields.filter(([, field]) => field.attribute).map(([name]) => name);
  const plan: Plan = {
    attributes: (record) => attributes.map((name) => ` ${name}="${escaped(String(record[name]))}"`).join(''),
    writers: fields.filter(([, field]) => !field.attribute).map(([name, field]) => writerOf(resource, name, field)),
  };
  known.set(version, plan);
  return plan;
};

const isShownIn = (version: Version, { since, until }: Field): boolean =>
  (since === undefined || atLeast(version, since)) && (until === undefined || atLeast(until, version));

const writerOf = (resource: Resource, name: string, field: Field): Write => {
  const write = shapeWriter(resource, name, field);
  const source = field.aliasOf ?? name;
  const aliased: Write = source === name ? write : (record, rendering) => write({ [name]: record[source] }, rendering);
  const types = field.types;
  if (!types) return aliased;
  return (record, rendering) => (types.includes(String(record.type)) ? aliased(record, rendering) : '');
};

const shapeWriter = (resource: Resource, name: string, { output, omitted, presence }: Field): Write => {
  const shape = output as Shape;
  switch (shape.is) {
    case 'value':
      return valueWriter(name, shape.kind, omitted);
    case 'link':
      return linkWriter(resource, name);
    case 'links':
      return (record, rendering) => {
        const related = (record[name] ?? []) as readonly RelatedRecord[];
        const written = related.map((one) => linkTo(resource, one.relation, { ...one }, rendering));
        return `<${name} type="array">\n${written.join('')}</${name}>\n`;
      };
    case 'money': {
      const nil = omitted ? '' : `<${name} nil="nil"/>\n`;
      return (record) => {
        if (!record[name]) return nil;
        const amounts = Object.entries(record[name] as CentsByCurrency);
        const children = amounts.map(([currency, cents]) => `<${currency} type="integer">${cents}</${currency}>\n`);
        return `<${name}>\n${children.join('')}</${name}>\n`;
      };
    }
    case 'words':
      return (record) => {
        const items = (record[name] ?? []) as readonly string[];
        return `<${name} type="array">\n${items.map((item) => `<${shape.item}>${escaped(item)}</${shape.item}>\n`).join('')}</${name}>\n`;
      };
    case 'check':
      return (record) => {
        const result = record[name] as CheckResult | null;
        if (!result) return `<${name} code="" nil="nil"></${name}>\n`;
        return `<${name} code="${escaped(result.code)}">${escaped(result.text)}</${name}>\n`;
      };
    case 'record': {
      const nil = omitted ? '' : `<${name} nil="nil"/>\n`;
      return (record, rendering) => {
        const inner = record[name] as Held | null | undefined;
        if (!inner) return nil;
        return shape.addressed
          ? elementPieces(shape.of(), inner, rendering, name)
          : rooted(name, shape.of(), inner, rendering);
      };
    }
    case 'list':
      return (record, rendering) => {
        if (presence === 'maybe' && record[name] === null) return `<${name} nil="nil"/>\n`;
        const items = (record[name] ?? []) as readonly Held[];
        if (omitted && items.length === 0) return '';
        const of = shape.of();
        if (shape.addressed) return listPieces(name, of, items, rendering);
        return `<${name} type="array">\n${items.map((item) => rooted(of.name, of, item, rendering)).join('')}</${name}>\n`;
      };
  }
};

function* listPieces(name: string, of: Resource, items: readonly Held[], rendering: RenderContext): Generator<string> {
  yield `<${name} type="array">\n`;
  for (const item of items) yield* elementPieces(of, item, rendering);
  yield `</${name}>\n`;
}

const valueWriter = (name: string, kind: Kind<unknown>, omitted: boolean): Write => {
  const open = kind.attribute ? `<${name} type="${kind.attribute}">` : `<${name}>`;
  const close = `</${name}>\n`;
  const nil = omitted ? '' : `<${name} nil="nil"/>\n`;
  const plain = kind.attribute !== undefined;
  return (record) => {
    const value = record[name];
    if (value === null || value === undefined) return nil;
    const text = kind.write(value);
    return open + (plain ? text : escaped(text)) + close;
  };
};

const linkWriter =
  (resource: Resource, name: string): Write =>
  (record, rendering) =>
    linkTo(resource, name, record, rendering);

const linkTo = (resource: Resource, name: string, record: Held, rendering: RenderContext): string => {
  const target = relationsOf(resource)?.links?.[name]?.(record);
  const url = target && rendering.address(target);
  return url ? `<${name} href="${escaped(url)}"/>\n` : '';
};
