import type { Resource } from '@service/billing/resources/schema.ts';
import { minor, type Version } from '@service/billing/resources/version.ts';
import type { Endpoint, ListEndpoint } from '../apis/xml/endpoint.ts';

/** The tables that say since when something exists. */
export interface Dated {
  readonly endpoints: readonly Endpoint[];
  readonly lists: readonly ListEndpoint[];
  readonly resources: readonly Resource[];
}

/** The first version whose changes are listed: older ones are those that clients were built for. */
const FIRST = 20;

/** Returns the addresses that a version brought, and the elements of each record. */
export const broughtBy = (
  { endpoints, lists, resources }: Dated,
  version: Version,
): { readonly addresses: readonly string[]; readonly elements: readonly string[] } => {
  if (minor(version) < FIRST) return { addresses: [], elements: [] };
  const addresses = [
    ...lists.filter(({ since }) => since === version).map(({ path }) => `GET ${path}`),
    ...endpoints.filter(({ since }) => since === version).map(({ method, path }) => `${method} ${path}`),
  ];
  const elements = resources.flatMap(({ name, fields }) => {
    const names = Object.keys(fields).filter((field) => fields[field]?.since === version);
    return names.length === 0 ? [] : [`${name}: ${names.join(', ')}`];
  });
  return { addresses, elements };
};
