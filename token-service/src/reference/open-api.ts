import type { Field, Resource, Shape } from '@service/billing/resources/schema.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { XML } from '../documents/xml/media-type.ts';
import { describeField } from './descriptions/describe.ts';
import { isAccepted, isRefused } from './fields.ts';
import type { Operation, OperationsOf } from './operations.ts';
import { type DocumentedTable, tableOf } from './tables.ts';
import { addressOf } from './topics.ts';

type Json = Readonly<Record<string, unknown>>;

/** Returns the OpenAPI 3.1 description of the XML API, for clients that reach the service at `origin`. */
export const openApi = (pages: readonly OperationsOf[], tables: readonly DocumentedTable[], origin: string): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'XML API v2',
    version: LATEST,
    description: 'Accounts, billing info and everything that is sold, over HTTP and in XML.',
  },
  servers: [{ url: origin }],
  externalDocs: { url: `${origin}/docs`, description: 'Documentation' },
  security: [{ privateKey: [] }],
  tags: pages.map(({ topic }) => ({
    name: topic.title,
    description: topic.about,
    externalDocs: { url: `${origin}${addressOf(topic)}` },
  })),
  paths: paths(pages, tables),
  components: {
    securitySchemes: {
      privateKey: {
        type: 'http',
        scheme: 'basic',
        description: 'A private key as user name; the password is empty.',
      },
    },
    parameters: {
      version: {
        name: 'X-Api-Version',
        in: 'header',
        description: 'The version of the API that the client speaks.',
        schema: { type: 'string', default: '2.0', examples: [LATEST] },
      },
      idempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'A random key. The same request with the same key happens once.',
        schema: { type: 'string', maxLength: 255 },
      },
    },
    responses: {
      error: {
        description: 'The request is refused; the symbol says why.',
        content: { [XML]: { schema: { $ref: '#/components/schemas/error' } } },
      },
    },
    schemas: {
      ...Object.fromEntries(tables.map((table) => [table.title, recordSchema(table, tables)])),
      error: ERROR,
    },
  },
});

const ERROR: Json = {
  type: 'object',
  description: 'One error about the whole request. Errors of fields come as a list named errors.',
  properties: {
    symbol: { type: 'string', description: 'What is wrong; it never changes.' },
    description: { type: 'string', description: 'What is wrong, in words for developers.' },
    details: { type: 'string', description: 'More about it, if there is more to say.' },
  },
  xml: { name: 'error' },
};

const paths = (pages: readonly OperationsOf[], tables: readonly DocumentedTable[]): Json => {
  const all: Record<string, Record<string, Json>> = {};
  for (const { topic, operations } of pages) {
    for (const operation of operations) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}');
      all[path] = { ...all[path], [operation.method.toLowerCase()]: describe(operation, topic.title, tables) };
    }
  }
  return all;
};

const describe = (operation: Operation, tag: string, tables: readonly DocumentedTable[]): Json => {
  const { name, method, does, since, parameters, body, example } = operation;
  return {
    operationId: name,
    tags: [tag],
    summary: does,
    ...(since ? { description: `From version ${since} on.` } : {}),
    parameters: [
      ...parameters.map(({ name, in: place, description }) => ({
        name,
        in: place,
        description,
        ...(place === 'path' ? { required: true } : {}),
        schema: { type: 'string' },
      })),
      { $ref: '#/components/parameters/version' },
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/idempotencyKey' }]),
    ],
    ...(body
      ? {
          requestBody: {
            required: !body.optional,
            content: {
              [XML]: {
                schema: bodySchema(name, body.resource, body.mode, tables),
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      [String(example?.status ?? 200)]: answer(operation, tables),
      default: { $ref: '#/components/responses/error' },
    },
  };
};

const answer = ({ lists, offers, example }: Operation, tables: readonly DocumentedTable[]): Json => {
  if (!example?.answer) return { description: 'Done. There is no body.' };
  const root = /<(\w+)[ >]/.exec(example.answer.replace(/^<\?.*?\?>/, ''))?.[1] ?? '';
  const listed = lists && tableOf(lists, tables);
  const schema = listed
    ? { type: 'array', items: { $ref: ref(listed) }, xml: { name: root, wrapped: true } }
    : tables.some(({ title }) => title === root)
      ? { $ref: `#/components/schemas/${root}` }
      : { type: 'object', xml: { name: root } };
  return {
    description: listed ? 'A page of the list. A Link header leads to the next one.' : 'The record.',
    content: {
      [XML]: { schema, example: example.answer },
      ...Object.fromEntries(offers.map((type) => [type, {}])),
    },
  };
};

const ref = ({ title }: DocumentedTable): string => `#/components/schemas/${title}`;

const recordSchema = ({ resource, title }: DocumentedTable, tables: readonly DocumentedTable[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => {
      const shape = field.output ?? field.input;
      return [name, shape ? property([title, resource.name], name, field, shape, tables) : {}];
    }),
  ),
  ...requiredOf(resource),
  xml: { name: resource.name },
});

/** A body that is a record refers to it; any other is described where it is used. */
const bodySchema = (
  operation: string,
  resource: Resource,
  mode: 'create' | 'edit' | string,
  tables: readonly DocumentedTable[],
): Json => {
  const known = tableOf(resource, tables);
  if (known) return { $ref: ref(known) };
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, field]) => isAccepted(field, mode as 'create'))
        .map(([name, field]) => [
          name,
          field.input ? property([operation, resource.name], name, field, field.input, tables) : {},
        ]),
    ),
    ...requiredOf(resource),
    xml: { name: resource.name },
  };
};

/** Only requests that create a record need these fields, and records always have them. */
const requiredOf = ({ fields }: Resource): Json => {
  const required = Object.entries(fields).flatMap(([name, field]) =>
    field.required && !field.requiredWithout ? [name] : [],
  );
  return required.length > 0 ? { required } : {};
};

const property = (
  titles: readonly string[],
  name: string,
  field: Field,
  shape: Shape,
  tables: readonly DocumentedTable[],
): Json => {
  const { required, identity, attribute, writer, output } = field;
  return {
    ...shapeSchema(shape, tables),
    description: isRefused(field) ? field.note : describeField(titles, name),
    ...(required || identity || shape.is === 'link' ? {} : { 'x-nullable': true }),
    ...(writer === 'service' ? { readOnly: true } : {}),
    ...(output ? {} : { writeOnly: true }),
    ...(attribute ? { xml: { attribute: true } } : {}),
    ...(field.since ? { 'x-since': field.since } : {}),
    ...(field.until ? { 'x-until': field.until } : {}),
  };
};

const shapeSchema = (shape: Shape, tables: readonly DocumentedTable[]): Json => {
  switch (shape.is) {
    case 'value': {
      const { attribute, choices, name } = shape.kind;
      if (choices) return { type: 'string', enum: choices };
      if (attribute === 'integer') return { type: 'integer', format: 'int64' };
      if (attribute === 'boolean') return { type: 'boolean' };
      if (attribute === 'float') return { type: 'number' };
      if (attribute === 'datetime') return { type: 'string', format: 'date-time' };
      return { type: 'string', ...(name.startsWith('email address') ? { format: 'email' } : {}) };
    }
    case 'link':
      return { type: 'object', properties: { href: { type: 'string', format: 'uri', xml: { attribute: true } } } };
    case 'links':
      return {
        type: 'array',
        items: { type: 'object', properties: { href: { type: 'string', format: 'uri', xml: { attribute: true } } } },
        xml: { wrapped: true },
      };
    case 'money':
      return { type: 'object', additionalProperties: { type: 'integer', format: 'int64' } };
    case 'words':
      return {
        type: 'array',
        items: { type: 'string', xml: { name: shape.item } },
        ...mostItems(shape),
        xml: { wrapped: true },
      };
    case 'check':
      return { type: 'object', properties: { code: { type: 'string', xml: { attribute: true } } } };
    case 'record':
      return embedded(shape.of(), tables);
    case 'list':
      return { type: 'array', items: embedded(shape.of(), tables), ...mostItems(shape), xml: { wrapped: true } };
  }
};

const mostItems = ({ max }: { readonly max?: number }): Json => (max === undefined ? {} : { maxItems: max });

const embedded = (resource: Resource, tables: readonly DocumentedTable[]): Json => {
  const known = tableOf(resource, tables);
  return known ? { $ref: ref(known) } : { type: 'object', xml: { name: resource.name } };
};
