import type { Field, Resource } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../../html.ts';
import { code, type Section, table } from './parts.ts';
import { shapeWords, type Table } from './tables.ts';

/** One table of the page for each resource table, field by field. */
export const resourceSections = (all: readonly Table[]): Section[] =>
  all.map(({ resource, title }) => ({
    id: `resource-${title}`,
    title,
    body: html`${table(['Element', 'Type', 'Versions', 'You write it', 'Notes'], rows(resource, all))}${actions(resource)}`,
  }));

const rows = (resource: Resource, all: readonly Table[]): (Markup | string)[][] =>
  Object.entries(resource.fields).map(([name, field]) => [
    code(field.attribute ? `@${name}` : name),
    typeOf(field, all),
    versionsOf(field),
    writerOf(field),
    notesOf(field),
  ]);

const typeOf = ({ output, input }: Field, all: readonly Table[]): Markup | string => {
  const shown = output && shapeWords(output, all);
  const taken = input && shapeWords(input, all);
  if (output?.is === 'link' && taken) return html`link; taken in as ${taken}`;
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
const writerOf = ({ writer, required, input }: Field): string => {
  if (!input || writer === 'service') return '';
  const when = writer === 'create' ? 'when you create it' : 'any time';
  return required ? `${when}; required` : when;
};

const notesOf = (field: Field): string =>
  [inputNotes(field), !field.output && 'Taken in, never returned.', field.omitted && 'Left out when there is nothing.']
    .filter(Boolean)
    .join(' ');

/** Returns the remarks on a field for clients that send it. */
export const inputNotes = ({ note, types, aliasOf, fallback }: Field): string =>
  [
    note,
    types && `Of ${types.join(' and ')} only.`,
    aliasOf && `Another name for ${aliasOf}.`,
    typeof fallback === 'boolean' && `${fallback} unless you say otherwise.`,
  ]
    .filter(Boolean)
    .join(' ');

const actions = ({ actions }: Resource): Markup | false => {
  const names = Object.entries(actions);
  if (names.length === 0) return false;
  return html`<p>While they are possible, these come as <code>&lt;a name href method&gt;</code>: ${names.map(
    ([name, { method }], index) => html`${index > 0 && ', '}${code(name)} (${method.toUpperCase()})`,
  )}.</p>`;
};
