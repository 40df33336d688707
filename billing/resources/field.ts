import type { CardType, NetworkPreference } from '../values/card/card-type.ts';
import type { IssueReason } from '../values/failure.ts';
import type { Secret } from '../values/secret.ts';
import type { Seconds } from '../values/time.ts';
import type { Kind } from './kind.ts';
import * as kinds from './kind.ts';
import type {
  CentsByCurrency,
  CheckResult,
  Field,
  Infer,
  Presence,
  RelatedRecord,
  Resource,
  Shape,
  Writer,
} from './schema.ts';
import type { Version } from './version.ts';

type Value<T> = Field<T, 'service', 'unsaid'>;

const shaped = <T>(output: Shape | undefined, input: Shape | undefined, stored: boolean): Value<T> => ({
  output,
  input,
  writer: 'service',
  presence: 'unsaid',
  required: false,
  omitted: false,
  identity: false,
  personal: false,
  attribute: false,
  frozen: false,
  stored,
});

const value = <T>(kind: Kind<T>): Value<T> => {
  const shape: Shape = { is: 'value', kind: kind as Kind<unknown> };
  return shaped<T>(shape, shape, true);
};

// Plain values.

/** Free text, in which most sites reject card numbers. A value that may be a long number is a `code` or a `phone`. */
export const text = (max = 255, pattern?: RegExp): Value<string> => value(kinds.textKind(max, pattern));

/**
 * A code, a number or an identifier assigned by the merchant or another system: it may consist of digits only, so it is
 * not searched for card numbers.
 */
export const code = (max = 255, pattern?: RegExp): Value<string> => value(kinds.codeKind(max, pattern));

/** The id of another record. An empty one is nil. */
export const recordId = (): Value<string> => value({ ...kinds.codeKind(13), empty: null });

export const phone = (): Value<string> => value(kinds.phoneKind(50));

export const email = (): Value<string> => value(kinds.emailKind());

export const emails = (): Value<string> => value(kinds.emailsKind());

export const country = (): Value<string> => value(kinds.countryKind());

export const timeZone = (): Value<string> => value(kinds.timeZoneKind());

export const currency = (): Value<string> => value(kinds.currencyKind());

export const digits = (): Value<number> => value(kinds.digitsKind());

export const integer = (min?: number, max?: number): Value<number> => value(kinds.integerKind(min, max));

export const cardType = (): Value<CardType> => value(kinds.cardTypeKind());

export const networkPreference = (): Value<NetworkPreference> => value(kinds.networkPreferenceKind());

/** A decimal as text, for example a rate: `0.0875`. */
export const decimal = (places: number, min?: number, max?: number): Value<string> =>
  value(kinds.decimalKind(places, min, max));

/** The same as an untyped element. */
export const untypedDecimal = (places: number, min?: number, max?: number): Value<string> =>
  value(kinds.untypedDecimalKind(places, min, max));

export const flag = (): Value<boolean> => value(kinds.flagKind());

export const time = (): Value<Seconds> => value(kinds.timeKind());

export const oneOf = <const T extends string>(choices: readonly T[]): Value<T> => value(kinds.choiceKind(choices));

/**
 * A field that is refused by name: its request is not possible here, as the note explains. An empty one is accepted.
 */
export const unwanted = (note: string, reason: IssueReason): Field<string, 'edit', 'never'> => {
  const refused = {
    ...kinds.codeKind(0),
    name: 'refused',
    refused: true,
    empty: null,
    read: () => ({ symbol: 'present', reason }) as const,
  } as const;
  return noted(note, inputOnly(editable(value<string>(refused))));
};

/** Accepted, never stored, never returned. */
export const secret = (): Field<Secret, 'service', 'never'> => ({
  ...value(kinds.secretKind()),
  presence: 'never',
  output: undefined,
  stored: false,
});

/** Accepted, never stored, and returned masked, from a value that the service supplies. */
export const maskedSecret = (): Value<Secret> => ({
  ...value(kinds.maskedSecretKind() as Kind<Secret>),
  stored: false,
});

/** A named relation. It is rendered when the XML API has a URL for it and the record has such a relation. */
export const link = (): Value<undefined> => shaped<undefined>({ is: 'link' }, undefined, false);

/** Relations to any number of records, each a link that is named after its kind. */
export const links = (): Value<readonly RelatedRecord[]> =>
  shaped<readonly RelatedRecord[]>({ is: 'links' }, undefined, false);

/** Cents by ISO 4217 code, one element for each currency. `min` and `max` bound each amount. */
export const money = (min?: number, max?: number): Value<CentsByCurrency> => {
  const shape: Shape = { is: 'money', kind: kinds.integerKind(min, max) };
  return shaped<CentsByCurrency>(shape, shape, true);
};

export const embedded = <R extends Resource>(of: () => R): Value<Infer<R>> => {
  const shape: Shape = { is: 'record', of };
  return shaped<Infer<R>>(shape, shape, true);
};

export const list = <R extends Resource>(of: () => R, max?: number): Value<readonly Infer<R>[]> => {
  const shape: Shape = { is: 'list', of, ...(max === undefined ? {} : { max }) };
  return shaped<readonly Infer<R>[]>(shape, shape, true);
};

/** Codes of at most `longest` characters, each in an element named `item`; at most `max` of them. */
export const words = (item: string, longest: number, max?: number): Value<readonly string[]> => {
  const shape: Shape = { is: 'words', item, kind: kinds.codeKind(longest), ...(max === undefined ? {} : { max }) };
  return shaped<readonly string[]>(shape, shape, true);
};

export const checkResult = (): Value<CheckResult> => shaped<CheckResult>({ is: 'check' }, undefined, true);

// Who may write the field.
export const onCreate = <T, P extends Presence>(field: Field<T, Writer, P>): Field<T, 'create', P> => ({
  ...field,
  writer: 'create',
});

export const editable = <T, P extends Presence>(field: Field<T, Writer, P>): Field<T, 'edit', P> => ({
  ...field,
  writer: 'edit',
});

/** Required when the record is created, and never cleared. */
export const required = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'always'> => ({
  ...field,
  presence: 'always',
  required: true,
});

/** Required unless another field is sent in its place. */
export const requiredWithout = <T, W extends Writer>(other: string, field: Field<T, W>): Field<T, W, 'always'> => ({
  ...required(field),
  requiredWithout: other,
});

/** May be nil although the service writes it. */
export const maybe = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'maybe'> => ({
  ...field,
  presence: 'maybe',
});

/** Never nil, though optional in requests. */
export const always = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'always'> => ({
  ...field,
  presence: 'always',
});

/** Never nil: this is the default. */
export const orElse = <T, W extends Writer>(fallback: T, field: Field<T, W>): Field<T, W, 'always'> => ({
  ...field,
  presence: 'always',
  fallback,
});

/** Repeats of an unchanged identity are accepted on an update. */
export const identity = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  identity: true,
});

// How the field is rendered.
export const since = <T, W extends Writer, P extends Presence>(
  version: Version,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, since: version });

export const until = <T, W extends Writer, P extends Presence>(
  version: Version,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, until: version });

export const acceptedSince = <T, W extends Writer, P extends Presence>(
  version: Version,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, acceptedSince: version });

export const asAttribute = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  attribute: true,
});

export const omittedWhenAbsent = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  omitted: true,
});

export const forTypes = <T, W extends Writer, P extends Presence>(
  types: readonly string[],
  field: Field<T, W, P>,
): Field<T, W, 'maybe'> => ({
  ...field,
  presence: 'maybe',
  types,
});

export const personal = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  personal: true,
});

/** Signs in, or is worth money: shown to private keys alone. `when` says which records have such a value. */
export const credential = <T, W extends Writer, P extends Presence>(
  field: Field<T, W, P>,
  when?: (record: Readonly<Record<string, unknown>>) => boolean,
): Field<T, W, P> => ({ ...field, credential: when ?? true });

export const frozen = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  frozen: true,
});

/** Accepted, never rendered. */
export const inputOnly = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  output: undefined,
  stored: false,
});

/** Accepted and stored, never rendered: a link shows what it refers to. */
export const unshown = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  output: undefined,
});

/** Rendered, computed from other records on request. */
export const derived = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  stored: false,
});

/** Rendered, computed from another field of the record, which has no such value itself. */
export const unkept = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  stored: false,
});

/** Rendered as a link, accepted as a whole record or list. */
export const linkAccepting = <T, W extends Writer>(field: Field<T, W>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  output: { is: 'link' },
  stored: false,
});

/** Records of their own, embedded completely in another one: each has its URL. */
export const addressed = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => {
  const { output } = field;
  return output?.is === 'record' || output?.is === 'list'
    ? { ...field, output: { ...output, addressed: true } }
    : field;
};

/**
 * A second name on the wire for another field, whose value it repeats; the other name takes precedence when both are
 * sent.
 */
export const aliasOf = <T, W extends Writer>(name: string, field: Field<T, W>): Field<T, W, 'never'> => ({
  ...field,
  presence: 'never',
  aliasOf: name,
  stored: false,
});

/** A list that replaces the one before: an empty element removes all of it. */
export const exact = <T, W extends Writer, P extends Presence>(field: Field<T, W, P>): Field<T, W, P> => ({
  ...field,
  exact: true,
});

export const noted = <T, W extends Writer, P extends Presence>(
  note: string,
  field: Field<T, W, P>,
): Field<T, W, P> => ({ ...field, note });
