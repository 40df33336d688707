import type { Resource, Shape } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../documents/html.ts';
import { codeCell } from './parts.ts';
import { addressOf, topics } from './topics.ts';

/** A table of a record, with a unique title and the address of its description. */
export interface DocumentedTable {
  readonly resource: Resource;
  readonly title: string;
  readonly href: string;
}

/** A table, and the path of its first occurrence: `transaction.details.account`. */
interface Met {
  readonly resource: Resource;
  readonly path: string;
}

/** The id of a table on its page. */
export const tableId = (title: string): string => `record-${title}`;

/** The id of the row of a field on the page of its table. */
export const fieldId = (title: string, field: string): string => `${tableId(title)}-${field}`;

/** Returns these tables, followed by the tables embedded in them, each once. */
export const tablesOf = (resources: readonly Resource[]): DocumentedTable[] => {
  const given = ({ resource }: Met): number => Number(resources.includes(resource));
  // These tables come first, so that they keep their names.
  const all = withEmbedded(resources).sort((a, b) => given(b) - given(a));
  return all.map(({ resource, path }, place) => {
    const hasNamesake = all.findIndex((each) => each.resource.name === resource.name) < place;
    const title = hasNamesake ? path : resource.name;
    const page = topics.find(({ records }) => records.includes(title));
    return { resource, title, href: page ? `${addressOf(page)}#${tableId(title)}` : '' };
  });
};

const withEmbedded = (resources: readonly Resource[]): Met[] => {
  const met: Met[] = [];
  const add = (resource: Resource, within: string): void => {
    if (met.some((each) => isSame(each.resource, resource))) return;
    const path = `${within}${resource.name}`;
    met.push({ resource, path });
    for (const { output, input } of Object.values(resource.fields)) {
      for (const shape of [output, input]) {
        if (shape?.is === 'record' || shape?.is === 'list') add(shape.of(), `${path}.`);
      }
    }
  };
  for (const resource of resources) add(resource, '');
  return met;
};

/** Resources that differ only in their name, such as `charge_invoice` and `invoice`, share a table. */
const isSame = (a: Resource, b: Resource): boolean => a.fields === b.fields;

/** Returns the table that describes a resource, if there is one. */
export const tableOf = (resource: Resource, all: readonly DocumentedTable[]): DocumentedTable | undefined =>
  all.find((each) => isSame(each.resource, resource));

/** Describes the content of an element; an element with a table of its own links to it. */
export const shapeWords = (shape: Shape, all: readonly DocumentedTable[]): Markup | string => {
  switch (shape.is) {
    case 'value':
      return shape.kind.name;
    case 'link':
      return 'link';
    case 'links':
      return 'list of links';
    case 'money':
      return 'cents, an element for each currency';
    case 'words':
      return html`list of ${codeCell(shape.item)}, ${shape.kind.name}${atMost(shape)}`;
    case 'check':
      return 'text, with the code of a check';
    case 'record':
      return reference(shape.of(), all);
    case 'list':
      return html`list of ${reference(shape.of(), all)}${atMost(shape)}`;
  }
};

const atMost = ({ max }: { readonly max?: number }): string => (max === undefined ? '' : `, at most ${max}`);

/** The name of a resource, with a link to its table. */
export const reference = (resource: Resource, all: readonly DocumentedTable[]): Markup => {
  const found = tableOf(resource, all);
  return found?.href ? html`<a href="${found.href}">${resource.name}</a>` : codeCell(resource.name);
};
