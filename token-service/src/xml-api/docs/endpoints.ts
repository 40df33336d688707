import type { Resource } from '@service/billing/resources/resource.ts';
import { html, type Markup } from '../../html.ts';
import type { Body, Endpoint, ListEndpoint } from '../endpoint.ts';
import { code, type Section, table } from './parts.ts';

interface Told {
  readonly path: string;
  readonly method: string;
  readonly cells: readonly (Markup | string)[];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Every endpoint, by its path. */
export const endpointSection = (
  endpoints: readonly Endpoint[],
  lists: readonly ListEndpoint[],
  resources: readonly Resource[],
): Section => {
  const told = [...lists.map((list) => tellList(list, resources)), ...endpoints.map((each) => tell(each, resources))];
  told.sort((a, b) => order(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
  return {
    id: 'endpoints',
    title: 'Endpoints',
    body: html`<p>Every path stands behind the address of this service. Parts that begin with a colon are yours to fill in, percent-encoded.
GET also answers HEAD.</p>${table(
      ['Address', 'What it does', 'Body', 'Versions'],
      told.map(({ cells }) => cells),
    )}`,
  };
};

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const tell = ({ name, method, path, since, offers = [], body }: Endpoint, resources: readonly Resource[]): Told => {
  const what = html`${purpose(method, name)}${offers.map((type) => html`, or as ${code(type)}`)}`;
  return { path, method, cells: [address(method, path), what, body ? rootOf(body, resources) : '', from(since)] };
};

const tellList = (
  { name, path, since, resource, filters = [] }: ListEndpoint,
  resources: readonly Resource[],
): Told => {
  const narrowed =
    filters.length > 0 && html`, narrowed by ${filters.map((each, i) => html`${i > 0 && ', '}${code(each)}`)}`;
  const shown = resources.includes(resource) && html` (<a href="#resource-${resource.name}">${resource.name}</a>)`;
  const what = html`List ${words(name)}${shown}${narrowed}`;
  return { path, method: 'GET', cells: [address('GET', path), what, '', from(since)] };
};

const address = (method: string, path: string): Markup =>
  html`<span class="method">${method}</span> <code>${path}</code>`;

/** `create_account` says it itself; what is only read is named after what it shows. */
const purpose = (method: string, name: string): string => {
  const said = words(name);
  return method === 'GET' ? `Look up ${said}` : said.charAt(0).toUpperCase() + said.slice(1);
};

const words = (name: string): string => name.replaceAll('_', ' ');

const rootOf = ({ resource: { name: root }, optional }: Body, resources: readonly Resource[]): Markup => {
  const known = resources.some(({ name }) => name === root);
  return html`${known ? html`<a href="#resource-${root}">${root}</a>` : code(root)}${optional && ', optional'}`;
};

const from = (since: string | undefined): string => (since ? `from\u00a0${since}` : 'all');
