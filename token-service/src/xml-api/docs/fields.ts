import type { Field, Shape } from '@service/billing/resources/field.ts';
import type { Resource } from '@service/billing/resources/resource.ts';
import { html, type Markup } from '../../html.ts';
import { code, type Section, table } from './parts.ts';

/** A table and where it is first met: `transaction.details.account`. */
interface Told {
  readonly resource: Resource;
  readonly path: string;
}

/** The given tables and what is embedded in them, each once. */
const withEmbedded = (resources: readonly Resource[]): Told[] => {
  const told: Told[] = [];
  const add = (resource: Resource, within: string): void => {
    if (told.some((each) => isSame(each.resource, resource))) return;
    const path = `${within}${resource.name}`;
    told.push({ resource, path });
    for (const { output, input } of Object.values(resource.fields)) {
      for (const shape of [output, input]) {
        if (shape?.is === 'record' || shape?.is === 'list') add(shape.of(), `${path}.`);
      }
    }
  };
  for (const resource of resources) add(resource, '');
  return told;
};

const isSame = (a: Resource, b: Resource): boolean =>
  a.name === b.name && Object.keys(a.fields).join() === Object.keys(b.fields).join();

/** Its name, or where it is found when another table has that name. */
const titleOf = (resource: Resource, all: readonly Told[]): string => {
  const namesakes = all.filter((each) => each.resource.name === resource.name);
  const place = namesakes.findIndex((each) => isSame(each.resource, resource));
  return place > 0 ? namesakes[place]!.path : resource.name;
};

/** One table of the page for each resource table, field by field. */
export const resourceSections = (resources: readonly Resource[]): Section[] => {
  // The given ones come first, so that they keep their names.
  const all = withEmbedded(resources).sort(
    (a, b) => Number(resources.includes(b.resource)) - Number(resources.includes(a.resource)),
  );
  return all.map(({ resource }) => ({
    id: `resource-${titleOf(resource, all)}`,
    title: titleOf(resource, all),
    body: html`${table(['Element', 'Type', 'Versions', 'Written by', 'Notes'], rows(resource, all))}${actions(resource)}`,
  }));
};

const rows = (resource: Resource, all: readonly Told[]): (Markup | string)[][] =>
  Object.entries(resource.fields).map(([name, field]) => [
    code(field.attribute ? `@${name}` : name),
    typeOf(field, all),
    versionsOf(field),
    writerOf(field),
    notesOf(field),
  ]);

const typeOf = ({ output, input }: Field, all: readonly Told[]): Markup | string => {
  const shown = output && shapeWords(output, all);
  const taken = input && shapeWords(input, all);
  if (output?.is === 'link' && taken) return html`link; taken in as ${taken}`;
  return shown ?? taken ?? '';
};

const shapeWords = (shape: Shape, all: readonly Told[]): Markup | string => {
  switch (shape.is) {
    case 'value':
      return shape.kind.name;
    case 'link':
      return 'link';
    case 'money':
      return 'cents, an element for each currency';
    case 'words':
      return html`list of ${code(shape.item)}, ${shape.kind.name}`;
    case 'check':
      return 'text, with the code of a check';
    case 'record':
      return reference(shape.of(), all);
    case 'list':
      return html`list of ${reference(shape.of(), all)}${shape.max === undefined ? '' : `, at most ${shape.max}`}`;
  }
};

const reference = (resource: Resource, all: readonly Told[]): Markup =>
  html`<a href="#resource-${titleOf(resource, all)}">${titleOf(resource, all)}</a>`;

const versionsOf = ({ since, until, acceptedSince }: Field): string => {
  const spans = [
    since && `from\u00a0${since}`,
    until && `to\u00a0${until}`,
    acceptedSince && `accepted from\u00a0${acceptedSince}`,
  ];
  return spans.filter(Boolean).join(', ') || 'all';
};

const writerOf = ({ writer, required, input }: Field): string => {
  if (!input || writer === 'service') return 'the service';
  const when = writer === 'create' ? 'you, when you create it' : 'you';
  return required ? `${when}; required` : when;
};

const notesOf = ({ note, types, omitted, output, aliasOf, fallback }: Field): string =>
  [
    note,
    types && `Of ${types.join(' and ')} only.`,
    aliasOf && `Another name for ${aliasOf}.`,
    !output && 'Taken in, never returned.',
    omitted && 'Left out when there is nothing.',
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
