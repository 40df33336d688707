import type { Resource } from '@service/billing/resources/schema.ts';
import { html, type Markup } from '../documents/html.ts';
import { RECORDED_AT } from './example.ts';
import { bodyTable, recordTable } from './fields.ts';
import type { Operation, OperationsOf } from './operations.ts';
import { codeCell, type DocPage, docTable, listing, type Section } from './parts.ts';
import { requestFigure, type Yours } from './request-figure.ts';
import { type DocumentedTable, reference, tableId, tableOf } from './tables.ts';
import { addressOf } from './topics.ts';

interface Service {
  readonly origin: string;
  /** A key that examples may name. */
  readonly key: string | undefined;
}

/** The pages of the reference, one for each resource: its operations with examples, and its fields. */
export const referencePages = (
  pages: readonly OperationsOf[],
  tables: readonly DocumentedTable[],
  service: Service,
): DocPage[] => {
  const bodies = requestBodies(pages, tables);
  return pages.map(({ topic, operations }) => ({
    path: addressOf(topic),
    title: topic.title,
    group: 'Reference',
    content: () => ({
      about: html`${topic.about} <a href="/docs/requests#examples">About the examples</a>.`,
      sections: [
        ...operations.map((operation) => operationSection(operation, bodies, tables, service)),
        ...tables
          .filter(({ title }) => topic.records.includes(title))
          .map((each) => ({
            id: tableId(each.title),
            title: `Fields of ${each.title}`,
            body: recordTable(each, tables),
          })),
      ],
    }),
  }));
};

/** The first operation that takes a body which is not a record describes it; the others link there. */
const requestBodies = (
  pages: readonly OperationsOf[],
  tables: readonly DocumentedTable[],
): ReadonlyMap<Resource, string> => {
  const bodies = new Map<Resource, string>();
  for (const { topic, operations } of pages) {
    for (const { name, body } of operations) {
      if (!body || tableOf(body.resource, tables) || bodies.has(body.resource)) continue;
      bodies.set(body.resource, `${addressOf(topic)}#body-${name}`);
    }
  }
  return bodies;
};

const operationSection = (
  operation: Operation,
  bodies: ReadonlyMap<Resource, string>,
  tables: readonly DocumentedTable[],
  service: Service,
): Section => {
  const { name, method, path, since, does, offers } = operation;
  return {
    id: name,
    title: titleOf(operation),
    body: html`<p class="call"><span class="method">${method}</span> <code>${path}</code>${since && html` <span class="since">from version ${since}</span>`}</p>
<p>${does}${offers.map((type) => html` With <code>Accept: ${type}</code> the answer is a document of that type.`)}</p>
${parameters(operation)}
${bodyOf(operation, bodies, tables)}
${example(operation, service)}`,
  };
};

/** `List accounts`, `Create account`; a GET is named after what it returns. */
const titleOf = ({ name, method, lists }: Operation): string => {
  const words = name.replaceAll('_', ' ');
  if (lists) return `List ${words}`;
  return method === 'GET' ? `Look up ${words}` : words.charAt(0).toUpperCase() + words.slice(1);
};

const parameters = ({ parameters, lists }: Operation): Markup | false => {
  const own = parameters.filter((each) => each.in === 'path' || !lists || !COMMON.has(each.name));
  return html`${
    own.length > 0 &&
    docTable(
      ['Parameter', 'In', 'Description'],
      own.map(({ name, in: place, description }) => [codeCell(name), place, description]),
    )
  }${lists && html`<p>Pages, order and time range: see <a href="/docs/lists">Lists</a>. HEAD returns the number of records.</p>`}`;
};

const COMMON = new Set(['per_page', 'cursor', 'sort', 'order', 'begin_time', 'end_time']);

const bodyOf = (
  { name, body }: Operation,
  bodies: ReadonlyMap<Resource, string>,
  tables: readonly DocumentedTable[],
): Markup | false => {
  if (!body) return false;
  const href = bodies.get(body.resource);
  const optional = body.optional && ' It may be left out.';
  if (!href) return html`<p>The body is ${reference(body.resource, tables)}.${optional}</p>`;
  if (!href.endsWith(`#body-${name}`)) {
    return html`<p>The body is <a href="${href}">${body.resource.name}</a>.${optional}</p>`;
  }
  return html`<h3 id="body-${name}">Body: ${body.resource.name}</h3>
${optional && html`<p>${optional}</p>`}${bodyTable(name, body.resource, body.mode, tables)}`;
};

/** Returns the parts of a recorded address that name a record, by the names that the path has for them. */
const valuesIn = (path: string, recorded: string): (readonly [name: string, value: string])[] => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const [, ...values] = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/?]+)')}`).exec(recorded) ?? [];
  return values.map((value, at) => [names[at] ?? '', value]);
};

/** The values that a sandbox can replace by those of the reader. */
const yoursIn = (path: string, recorded: string): Yours =>
  Object.fromEntries(valuesIn(path, recorded).filter(([name]) => YOURS.includes(name)));

const YOURS: readonly string[] = ['account_code', 'invoice_number', 'subscription_uuid'];

/** Says which parts of the address name a record of the recorded site. */
const toReplace = (path: string, recorded: string): Markup | false => {
  const values = valuesIn(path, recorded);
  if (values.length === 0) return false;
  const pairs = values.map(([name, value], at) => html`${at > 0 && ', '}${codeCell(value)} (${codeCell(name)})`);
  return html`<p class="quiet">Replace by your own: ${pairs}.</p>`;
};

const example = ({ path: pattern, example: recorded }: Operation, { origin, key }: Service): Markup | false => {
  if (!recorded) return false;
  const { method, path, body, status, answer } = recorded;
  const request = { method, url: `${origin}${path}`, key, ...(body === undefined ? {} : { body }) };
  return html`${toReplace(pattern, path)}
${requestFigure(request, yoursIn(pattern, path))}
${answer ? listing(`Answer: ${status}`, answer.replaceAll(RECORDED_AT, origin)) : html`<p>The answer is ${status} without a body.</p>`}`;
};
