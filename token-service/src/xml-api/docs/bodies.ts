import type { Field, Resource } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../html.ts';
import type { Mode } from '../../xml/codec/read.ts';
import type { Body, Endpoint } from '../endpoint.ts';
import { inputNotes, versionsOf } from './fields.ts';
import { code, table } from './parts.ts';
import { shapeWords, type Table, tableOf } from './tables.ts';

/** A body whose table is not that of a record, and the endpoints that accept it. */
export interface RequestBody {
  readonly body: Body;
  /** Where the page describes it. */
  readonly id: string;
  readonly takers: readonly [Endpoint, ...Endpoint[]];
}

/** Bodies that only occur in requests, each once, in the order of the endpoints. */
export const requestBodies = (endpoints: readonly Endpoint[], all: readonly Table[]): RequestBody[] => {
  const takers = Map.groupBy(endpoints, ({ body }) => body?.resource);
  return [...takers].flatMap(([resource, [first, ...others]]) => {
    if (!resource || !first?.body || tableOf(resource, all)) return [];
    return { body: first.body, id: `body-${first.name}`, takers: [first, ...others] };
  });
};

/** Returns the table of such a body, with the embedded elements that are described nowhere else. */
export const bodyTable = ({ resource, mode }: Body, all: readonly Table[]): Markup =>
  table(['Element', 'Type', 'Versions', 'Needed', 'Notes'], rows(resource, mode, all));

const rows = (resource: Resource, mode: Mode, all: readonly Table[], within = ''): (Markup | string)[][] =>
  Object.entries(resource.fields)
    .filter(([, field]) => isTaken(field, mode))
    .flatMap(([name, field]) => {
      const { input, required } = field;
      const inner = input?.is === 'record' || input?.is === 'list' ? input.of() : undefined;
      return [
        [
          html`${within && html`<span class="within">${within}</span>`}${code(name)}`,
          input ? shapeWords(input, all) : '',
          versionsOf(field),
          required && mode === 'create' ? 'required' : '',
          inputNotes(field),
        ],
        ...(inner && !tableOf(inner, all) ? rows(inner, 'create', all, `${within}${inner.name} \u203a `) : []),
      ];
    });

const isTaken = ({ input, writer }: Field, mode: Mode): boolean =>
  input !== undefined && (writer === 'edit' || (writer === 'create' && mode === 'create'));
