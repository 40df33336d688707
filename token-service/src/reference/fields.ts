import type { Field, Resource } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../documents/html.ts';
import type { Mode } from '../documents/xml/codec/read.ts';
import { describeField } from './descriptions/describe.ts';
import { codeCell, docTable, withCode } from './parts.ts';
import { type DocumentedTable, fieldId, shapeWords, tableOf } from './tables.ts';

/** Returns the table of a record, field by field, and its actions. */
export const recordTable = ({ resource, title }: DocumentedTable, all: readonly DocumentedTable[]): Markup =>
  html`${docTable(
    ['Element', 'Type', 'Description', 'You write it', 'Versions'],
    Object.entries(resource.fields).map(([name, field]) => [
      codeCell(field.attribute ? `@${name}` : name),
      typeOf(field, all),
      described([title, resource.name], name, field, notesOf(field)),
      writerOf(field),
      versionsOf(field),
    ]),
    Object.keys(resource.fields).map((name) => fieldId(title, name)),
  )}${actions(resource)}`;

/** Returns the table of a body that only requests have, with the elements embedded in it that no page describes. */
export const bodyTable = (operation: string, resource: Resource, mode: Mode, all: readonly DocumentedTable[]): Markup =>
  docTable(['Element', 'Type', 'Description', 'Needed', 'Versions'], bodyRows(operation, resource, mode, all));

const bodyRows = (
  operation: string,
  resource: Resource,
  mode: Mode,
  all: readonly DocumentedTable[],
  within = '',
): (Markup | string)[][] =>
  Object.entries(resource.fields)
    .filter(([, field]) => isAccepted(field, mode))
    .flatMap(([name, field]) => {
      const { input } = field;
      const inner = input?.is === 'record' || input?.is === 'list' ? input.of() : undefined;
      return [
        [
          html`${within && html`<span class="within">${within}</span>`}${codeCell(name)}`,
          input ? shapeWords(input, all) : '',
          described([operation, resource.name], name, field, inputNotes(field)),
          mode === 'create' ? requiredWords(field) : '',
          versionsOf(field),
        ],
        ...(inner && !tableOf(inner, all)
          ? bodyRows(operation, inner, 'create', all, `${within}${inner.name} \u203a `)
          : []),
      ];
    });

/** Whether a request with this field is refused wherever it is sent. */
export const isRefused = ({ input }: Field): boolean => input?.is === 'value' && input.kind.refused === true;

/** The note of a field that is refused says why: its description would say what it means elsewhere. */
const described = (tables: readonly string[], name: string, field: Field, notes: string): Markup =>
  withCode([!isRefused(field) && describeField(tables, name), notes].filter(Boolean).join(' '));

/** Whether requests in this mode may contain the field. */
export const isAccepted = ({ input, writer }: Field, mode: Mode): boolean =>
  input !== undefined && (writer === 'edit' || (writer === 'create' && mode === 'create'));

const typeOf = ({ output, input }: Field, all: readonly DocumentedTable[]): Markup | string => {
  const shown = output && shapeWords(output, all);
  const taken = input && shapeWords(input, all);
  if (output?.is === 'link' && taken) return html`link; in requests, ${taken}`;
  return shown ?? taken ?? '';
};

/** Empty if every version has the field. */
export const versionsOf = ({ since, until, acceptedSince }: Field): string => {
  const spans = [
    since && `from\u00a0${since}`,
    until && `to\u00a0${until}`,
    acceptedSince && `accepted from\u00a0${acceptedSince}`,
  ];
  return spans.filter(Boolean).join(', ');
};

/** Empty for fields that only the service writes. */
const writerOf = (field: Field): string => {
  if (!field.input || field.writer === 'service') return '';
  const when = field.writer === 'create' ? 'on creation' : 'any time';
  return [when, requiredWords(field)].filter(Boolean).join('; ');
};

/** Empty for fields that may be left out. */
const requiredWords = ({ required, requiredWithout }: Field): string =>
  required ? `required${requiredWithout ? ` without ${requiredWithout}` : ''}` : '';

const notesOf = (field: Field): string =>
  [inputNotes(field), !field.output && 'Never returned.', field.omitted && 'Left out when there is none.']
    .filter(Boolean)
    .join(' ');

/** Returns the remarks on a field for clients that send it. */
const inputNotes = ({ note, types, aliasOf, fallback }: Field): string =>
  [
    note,
    types && `Only of ${types.join(' and ')}.`,
    aliasOf && `Another name for ${aliasOf}.`,
    typeof fallback === 'boolean' && `${fallback} unless you say otherwise.`,
  ]
    .filter(Boolean)
    .join(' ');

const actions = ({ actions }: Resource): Markup | false => {
  const names = Object.entries(actions);
  if (names.length === 0) return false;
  return html`<p>A record links to the actions that are possible now, as <code>&lt;a name href method&gt;</code>: ${names.map(
    ([name, { method }], index) => html`${index > 0 && ', '}${codeCell(name)} (${method.toUpperCase()})`,
  )}.</p>`;
};
