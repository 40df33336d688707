import { html, type Markup } from '../../html.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { bodyTable, type RequestBody, requestBodies } from './bodies.ts';
import { code, type Section, table } from './parts.ts';
import { reference, type Table, tableOf } from './tables.ts';

interface EndpointText {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly cells: readonly (Markup | string)[];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Every endpoint by path, with a section for each first path segment, and the bodies that only requests have. */
export const endpointSections = (
  endpoints: readonly Endpoint[],
  lists: readonly ListEndpoint[],
  all: readonly Table[],
): Section[] => {
  const bodies = requestBodies(endpoints, all);
  const described = [
    ...lists.map((list) => describeList(list, all)),
    ...endpoints.map((endpoint) => describe(endpoint, bodies, all)),
  ].sort((a, b) => order(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
  return [...Map.groupBy(described, groupOf)].map(([group, calls]) => ({
    id: `calls-${group}`,
    title: sentence(group),
    body: html`${table(
      ['Address', 'What it does', 'Body', 'Versions'],
      calls.map(({ cells }) => cells),
    )}${bodies.filter(({ takers: [first] }) => groupOf(first) === group).map((body) => tellBody(body, all))}`,
  }));
};

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `accounts` of `/v2/accounts/:account_code`. */
const groupOf = ({ path }: { readonly path: string }): string => path.split('/')[2] ?? '';

const describe = (endpoint: Endpoint, bodies: readonly RequestBody[], all: readonly Table[]): EndpointText => {
  const { name, method, path, since, offers = [], parameters = [] } = endpoint;
  const what = html`${purpose(method, name)}${offers.map((type) => html`, or as ${code(type)}`)}${parameters.length > 0 && html`, given ${inCode(parameters)}`}`;
  return { name, method, path, cells: [address(name, method, path), what, taken(endpoint, bodies, all), from(since)] };
};

const describeList = (
  { name, path, since, resource, filters = [] }: ListEndpoint,
  all: readonly Table[],
): EndpointText => {
  const narrowed = filters.length > 0 && html`, narrowed by ${inCode(filters)}`;
  const shown = tableOf(resource, all) && html` (${reference(resource, all)})`;
  const what = html`List ${words(name)}${shown}${narrowed}`;
  return { name, path, method: 'GET', cells: [address(name, 'GET', path), what, '', from(since)] };
};

const inCode = (names: readonly string[]): Markup =>
  html`${names.map((each, i) => html`${i > 0 && ', '}${code(each)}`)}`;

const address = (name: string, method: string, path: string): Markup =>
  html`<a class="anchor" id="call-${name}" href="#call-${name}"><span class="method">${method}</span> <code>${path}</code></a>`;

/** Names such as `create_account` need no more text; a GET endpoint is named after what it shows. */
const purpose = (method: string, name: string): string =>
  method === 'GET' ? `Look up ${words(name)}` : sentence(name);

const words = (name: string): string => name.replaceAll('_', ' ');

const sentence = (name: string): string => {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const taken = ({ body }: Endpoint, bodies: readonly RequestBody[], all: readonly Table[]): Markup | string => {
  if (!body) return '';
  const own = bodies.find((each) => each.body.resource === body.resource);
  const root = own ? html`<a href="#${own.id}">${body.resource.name}</a>` : reference(body.resource, all);
  return html`${root}${body.optional && ', optional'}`;
};

const tellBody = ({ id, body, takers: [first, ...others] }: RequestBody, all: readonly Table[]): Markup => html`
<h3 id="${id}"><a class="anchor" href="#${id}">${sentence(first.name)}: what it takes</a></h3>
<p>The root is ${code(body.resource.name)}.${
  others.length > 0 &&
  html` The same goes for ${others.map(
    ({ name }, i) => html`${i > 0 && ', '}<a href="#call-${name}">${words(name)}</a>`,
  )}.`
}</p>${bodyTable(body, all)}`;

/** Empty if every version has it. */
const from = (since: string | undefined): string => (since ? `from\u00a0${since}` : '');
