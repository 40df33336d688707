import { isCurrency } from '@service/billing/resources/currencies.ts';
import { type Fault, isFault, type Kind } from '@service/billing/resources/kind.ts';
import { perTable } from '@service/billing/resources/per-table.ts';
import type { Writable } from '@service/billing/resources/resource.ts';
import type { Field, Resource, Shape } from '@service/billing/resources/schema.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { isForTaxService } from '@service/billing/resources/tax-services.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import { Failure, type Issue } from '@service/billing/values/failure.ts';
import type { Element } from './element.ts';
import { nearestName } from './nearest-name.ts';

/** `create`: required fields must be there. `update`: only what is sent changes. */
export type Mode = 'create' | 'update';

interface ReadContext {
  readonly version: Version;
  readonly mode: Mode;
  /** Whether free text must not contain a card number. */
  readonly refusesCardNumbers: boolean;
  readonly issues: Issue[];
}

/**
 * Reads a parsed document against a resource table. Elements that clients read and cannot write are ignored; one that
 * the table does not know there is 400 `invalid_xml` naming it; values that cannot be right are collected as issues
 * under dotted field names.
 */
export const read = <R extends Resource>(
  resource: R,
  element: Element,
  { version, mode, refusesCardNumbers = false }: Pick<ReadContext, 'version' | 'mode'> & Partial<ReadContext>,
): Submitted<Writable<R>> => {
  const issues: Issue[] = [];
  const value = readRecord(resource, element, resource.name, { version, mode, refusesCardNumbers, issues });
  return { value: value as Writable<R>, issues };
};

const readRecord = (table: Resource, element: Element, path: string, reading: ReadContext): Record<string, unknown> => {
  const value: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const child of element.children) {
    if (isActionLink(child)) continue;
    if (seen.has(child.name)) throw unacceptable(child);
    seen.add(child.name);
    const field = readField(table, child, reading);
    if (!field || (!field.exact && saysNothing(field.input as Shape, child))) continue;
    value[child.name] = readShape(field, field.input as Shape, child, `${path}.${child.name}`, reading);
  }
  const named = withoutAliases(table, value);
  requireMissing(table, named, path, reading);
  return named;
};

/** Whether an element is a link to an operation on the record, part of a record that is sent back as it was read. */
const isActionLink = ({ name, attributes, children }: Element): boolean =>
  name === 'a' && attributes.has('href') && children.length === 0;

/**
 * Returns the field that an element sets; undefined if the element is ignored. Clients send back what they have read,
 * so all that the record shows and clients cannot write is ignored, and what the request has no use for.
 */
const readField = (table: Resource, child: Element, reading: ReadContext): Field | undefined => {
  const field = knownField(table, child.name, reading);
  if (field && isWritten(field, reading)) return field;
  // What the request names itself follows its own rules, not those of the record.
  const about = ownField(table, child.name) ? undefined : table.about?.();
  const ignored =
    (field && field.writer === 'service') ||
    (field && !field.input) ||
    isShownOnly(table, child.name, reading) ||
    table.ignored.includes(child.name) ||
    isForTaxService(table.name, child.name) ||
    (about &&
      (knownField(about, child.name, reading) ||
        isShownOnly(about, child.name, reading) ||
        about.ignored.includes(child.name)));
  if (ignored || saysNothingNew(table, child)) return undefined;
  throw unacceptable(child, versionHint(table, child.name, reading) || nearestHint(table, child.name, reading));
};

const ownField = ({ fields }: Resource, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The field of that name, if the version has it. */
const knownField = (table: Resource, name: string, { version }: ReadContext): Field | undefined => {
  const field = ownField(table, name);
  if (!field) return undefined;
  const from = field.acceptedSince ?? field.since;
  const known = (!from || atLeast(version, from)) && (!field.until || atLeast(field.until, version));
  return known ? field : undefined;
};

/** Whether the version shows a field that requests can set from a later one on. */
const isShownOnly = (table: Resource, name: string, { version }: ReadContext): boolean => {
  const { acceptedSince, since } = ownField(table, name) ?? {};
  return acceptedSince !== undefined && !atLeast(version, acceptedSince) && (!since || atLeast(version, since));
};

const isWritten = ({ input, writer, identity }: Field, { mode }: ReadContext): boolean =>
  input !== undefined && (writer === 'edit' || (writer === 'create' && (mode === 'create' || identity)));

/** An empty list of a newer version, which clients send with every record. */
const saysNothingNew = (table: Resource, child: Element): boolean => {
  const input = ownField(table, child.name)?.input;
  return input !== undefined && saysNothing(input, child);
};

/** The version that an element came with; undefined if the element is unknown, or as old as the API. */
const versionOf = (table: Resource, name: string): Version | undefined => {
  const field = ownField(table, name) ?? (table.about && ownField(table.about(), name));
  return field?.acceptedSince ?? field?.since;
};

const versionHint = (table: Resource, name: string, { version }: ReadContext): string => {
  const until = ownField(table, name)?.until;
  if (until && !atLeast(until, version)) return `: versions after ${until} do not have it`;
  const since = versionOf(table, name);
  return since && !atLeast(version, since) ? `: it needs X-Api-Version ${since} or later` : '';
};

/** Names an element that the request may contain and that differs from this one by a slip of the keyboard. */
const nearestHint = (table: Resource, name: string, reading: ReadContext): string => {
  const written = Object.keys(table.fields).filter((known) => {
    const field = knownField(table, known, reading);
    return field !== undefined && isWritten(field, reading);
  });
  const nearest = nearestName(name, written);
  return nearest === undefined ? '' : `: did you mean <${nearest}>?`;
};

/**
 * Client libraries send empty lists and currency maps with every record. Only nil clears one, unless the list is exact.
 */
const saysNothing = ({ is }: Shape, { children, attributes }: Element): boolean =>
  (is === 'list' || is === 'words' || is === 'money') && children.length === 0 && !attributes.has('nil');

const isTooLong = <S extends { readonly max?: number }>(
  shape: S,
  { children }: Element,
): shape is S & { readonly max: number } => shape.max !== undefined && children.length > shape.max;

const readShape = (field: Field, shape: Shape, element: Element, path: string, reading: ReadContext): unknown => {
  const nil = element.attributes.has('nil');
  const stray = element.children[0];
  switch (shape.is) {
    case 'value': {
      if (stray) throw unacceptable(stray);
      return nil ? null : readValue(field, shape.kind, element.text, path, reading);
    }
    case 'record':
      if (nil || (!stray && element.text.trim() === '')) return null;
      if (!stray) return fault({ symbol: 'invalid' }, path, reading);
      return readRecord(shape.of(), element, path, { ...reading, mode: 'create' });
    case 'list': {
      const of = shape.of();
      if (isTooLong(shape, element)) return fault({ symbol: 'too_many', count: shape.max }, path, reading);
      return element.children.map((item, index) => {
        if (item.name !== of.name) throw unacceptable(item);
        return readRecord(of, item, `${path}[${index}]`, { ...reading, mode: 'create' });
      });
    }
    case 'words':
      if (isTooLong(shape, element)) return fault({ symbol: 'too_many', count: shape.max }, path, reading);
      return nil
        ? null
        : element.children.map((item, index) => {
            if (item.name !== shape.item || item.children[0]) throw unacceptable(item.children[0] ?? item);
            // A word with a finding becomes blank instead of missing, because the position of a word is part of its
            // name.
            return readValue(field, shape.kind, item.text, `${path}[${index}]`, reading) ?? '';
          });
    case 'money':
      return nil ? null : readMoney(shape.kind, element, path, reading);
    default:
      throw unacceptable(element);
  }
};

/** A code of a currency as a person may have typed it. */
const WORD = /^[A-Za-z0-9]{1,10}$/;

/**
 * Amounts by currency; nil takes one away. The first that cannot be right stands for all, so that one map has one
 * finding.
 */
const readMoney = (kind: Kind<number>, element: Element, path: string, reading: ReadContext): unknown => {
  const amounts: Record<string, number | null> = {};
  for (const child of element.children) {
    if (!WORD.test(child.name) || Object.hasOwn(amounts, child.name)) throw unacceptable(child);
    if (child.children[0]) throw unacceptable(child.children[0]);
    if (!isCurrency(child.name)) return fault({ symbol: 'inclusion' }, `${path}.${child.name}`, reading);
    const absent = child.attributes.has('nil') || child.text.trim() === '';
    const amount = absent ? null : kind.read(child.text);
    if (isFault(amount)) return fault({ ...amount, of: child.name }, path, reading);
    amounts[child.name] = amount;
  }
  return amounts;
};

const readValue = (field: Field, kind: Kind<unknown>, text: string, path: string, reading: ReadContext): unknown => {
  if (text.trim() === '' && (kind.empty === null || text === '')) return kind.empty;
  if (field.required && text.trim() === '') return text;
  const value = kind.read(text);
  if (isFault(value)) return fault(value, path, reading);
  const wrong = kind.check?.(value, reading.version);
  if (wrong) return fault(wrong, path, reading);
  const leaks = reading.refusesCardNumbers && kind.containsCardNumber?.(value);
  return leaks ? fault({ symbol: 'contains_card_number' }, path, reading) : value;
};

/** A value that could not be read is noted and left out, so that nothing further is concluded from it. */
const fault = (found: Fault & Pick<Issue, 'of'>, path: string, { issues }: ReadContext): undefined => {
  issues.push({ field: path, ...found });
  return undefined;
};

const required = perTable((table) =>
  Object.entries(table.fields).filter(([, field]) => field.required && field.writer !== 'service'),
);

const requireMissing = (
  table: Resource,
  value: Record<string, unknown>,
  path: string,
  { mode, issues, version }: ReadContext,
): void => {
  for (const [name, field] of required(table)) {
    if (field.since && !atLeast(version, field.since)) continue;
    const { requiredWithout: other } = field;
    if (other && !isBlank(value[other] ?? null)) continue;
    const sent = Object.hasOwn(value, name);
    if (sent ? isBlank(value[name]) : mode === 'create') issues.push({ field: `${path}.${name}`, symbol: 'blank' });
  }
};

const isBlank = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '');

const aliases = perTable((table) =>
  Object.entries(table.fields).flatMap(([name, { aliasOf }]) =>
    aliasOf === undefined ? [] : [[name, aliasOf] as const],
  ),
);

const withoutAliases = (table: Resource, value: Record<string, unknown>): Record<string, unknown> => {
  for (const [name, aliasOf] of aliases(table)) {
    if (!Object.hasOwn(value, name)) continue;
    if (!Object.hasOwn(value, aliasOf)) value[aliasOf] = value[name];
    delete value[name];
  }
  return value;
};

const unacceptable = ({ name }: Element, hint = ''): Failure =>
  new Failure('invalid_xml', {}, `Unacceptable tag <${name}>${hint}`);
