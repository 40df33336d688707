import type { Resource } from '@service/billing/resources/schema.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { Endpoint, ListEndpoint, RequestBody } from '../apis/xml/endpoint.ts';
import type { Example } from './example.ts';
import { LIST_PARAMETERS, PATH_PARAMETERS, QUERY_PARAMETERS } from './parameters.ts';
import { type Topic, topics } from './topics.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
}

/** One method on one path of the XML API, with all that the reference says about it. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** The path with colons: `/v2/accounts/:account_code`. */
  readonly path: string;
  readonly since: Version | undefined;
  /** A sentence. */
  readonly does: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  /** Media types that it can return besides XML. */
  readonly offers: readonly string[];
  /** The table of listed records; undefined: it is not a list. */
  readonly lists: Resource | undefined;
  readonly example: Example | undefined;
}

/** A page of the reference with its operations, in the order of the page. */
export interface OperationsOf {
  readonly topic: Topic;
  readonly operations: readonly Operation[];
}

/** Returns the operations that exist, by topic. A topic without operations is left out. */
export const operationsByTopic = (
  endpoints: readonly Endpoint[],
  lists: readonly ListEndpoint[],
  examples: Readonly<Record<string, Example>>,
): OperationsOf[] => {
  const known = new Map<string, Omit<Operation, 'does' | 'example'>>([
    ...endpoints.map((endpoint) => [endpoint.name, ofEndpoint(endpoint)] as const),
    ...lists.map((list) => [list.name, ofList(list)] as const),
  ]);
  return topics.flatMap((topic) => {
    const operations = Object.entries(topic.operations).flatMap(([name, does]) => {
      const operation = known.get(name);
      return operation ? [{ ...operation, does, example: examples[name] }] : [];
    });
    return operations.length > 0 ? [{ topic, operations }] : [];
  });
};

const ofEndpoint = ({ name, method, path, since, body, offers = [], parameters = [] }: Endpoint) => ({
  name,
  method,
  path,
  since,
  body,
  offers,
  lists: undefined,
  parameters: [...pathParameters(path), ...parameters.map((each) => query(each, QUERY_PARAMETERS))],
});

const ofList = ({ name, path, since, resource, filters = [] }: ListEndpoint) => ({
  name,
  method: 'GET',
  path,
  since,
  body: undefined,
  offers: [],
  lists: resource,
  parameters: [
    ...pathParameters(path),
    ...filters.map((each) => query(each, QUERY_PARAMETERS)),
    ...Object.keys(LIST_PARAMETERS).map((each) => query(each, LIST_PARAMETERS)),
  ],
});

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    description: PATH_PARAMETERS[name] ?? '',
  }));

const query = (name: string, described: Readonly<Record<string, string>>): Parameter => ({
  name,
  in: 'query',
  description: described[name] ?? '',
});
