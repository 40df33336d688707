import type { Field } from '@service/billing/resources/schema.ts';
import { OFFERED_VERSIONS, type Version } from '@service/billing/resources/version.ts';
import { LATER_STATUS, STATUS } from '../documents/xml/errors/status.ts';
import { BEHAVIOURS } from './behaviours.ts';
import type { OperationsOf } from './operations.ts';
import { type DocumentedTable, fieldId, tableOf } from './tables.ts';
import { addressOf } from './topics.ts';

/** The tables that say since when something exists. */
export interface Dated {
  readonly reference: readonly OperationsOf[];
  readonly tables: readonly DocumentedTable[];
}

/** A name, and the address of its description; empty: no page describes it. */
interface NamedPlace {
  readonly name: string;
  readonly href: string;
}

/** Elements of one record or request. */
interface ChangedElements extends NamedPlace {
  readonly elements: readonly NamedPlace[];
}

/** Everything that a client sees change when it raises its version to this one from the one before. */
export interface VersionChanges {
  readonly behaviours: readonly string[];
  /** `GET /v2/items` */
  readonly operations: readonly NamedPlace[];
  readonly added: readonly ChangedElements[];
  /** Elements that older versions show and that requests may set from this one on. */
  readonly accepted: readonly ChangedElements[];
  readonly removed: readonly ChangedElements[];
  readonly statuses: readonly { readonly symbol: string; readonly before: number; readonly after: number }[];
}

/** Returns the changes of a version, from the tables that the service works by. */
export const changesOf = (dated: Dated, version: Version): VersionChanges => {
  const elements = (matches: (field: Field) => boolean) => [
    ...changedRecords(dated, matches),
    ...changedBodies(dated, matches),
  ];
  return {
    behaviours: BEHAVIOURS.filter(({ since }) => since === version).map(({ says }) => says),
    operations: dated.reference.flatMap(({ topic, operations }) =>
      operations
        .filter(({ since }) => since === version)
        .map(({ name, method, path }) => ({ name: `${method} ${path}`, href: `${addressOf(topic)}#${name}` })),
    ),
    added: elements(({ since }) => since === version),
    accepted: elements(({ since, acceptedSince }) => acceptedSince === version && since !== version),
    removed: elements(({ until }) => until !== undefined && versionAfter(until) === version),
    statuses: Object.entries(LATER_STATUS)
      .filter(([, { since }]) => since === version)
      .map(([symbol, { status }]) => ({ symbol, before: STATUS[symbol as keyof typeof STATUS], after: status })),
  };
};

/** The next version that a client may name. */
const versionAfter = (version: Version): Version | undefined => OFFERED_VERSIONS[OFFERED_VERSIONS.indexOf(version) + 1];

const changedRecords = ({ tables }: Dated, matches: (field: Field) => boolean): ChangedElements[] =>
  tables.flatMap(({ title, href, resource }) => {
    const page = href.split('#')[0];
    const elements = Object.entries(resource.fields)
      .filter(([, field]) => matches(field))
      .map(([name]) => ({ name, href: page ? `${page}#${fieldId(title, name)}` : '' }));
    return elements.length === 0 ? [] : [{ name: title, href, elements }];
  });

/** Bodies that are no records are named and described by the first request that has them. */
const changedBodies = ({ reference, tables }: Dated, matches: (field: Field) => boolean): ChangedElements[] => {
  const met = new Set<unknown>();
  return reference.flatMap(({ topic, operations }) =>
    operations.flatMap(({ name, method, path, body }) => {
      if (!body || tableOf(body.resource, tables) || met.has(body.resource)) return [];
      met.add(body.resource);
      const href = `${addressOf(topic)}#body-${name}`;
      const elements = Object.entries(body.resource.fields)
        .filter(([, field]) => matches(field))
        .map(([element]) => ({ name: element, href }));
      return elements.length === 0 ? [] : [{ name: `${method} ${path}`, href, elements }];
    }),
  );
};
