import {
  addressed,
  code,
  editable,
  embedded,
  identity,
  inputOnly,
  list,
  maybe,
  noted,
  onCreate,
  oneOf,
  required,
  text,
  time,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const EXTERNAL_STORES = ['apple_app_store', 'google_play_store'] as const;

/** The name of a product at an app store. */
export const externalProductReference = resource('external_product_reference', {
  id: code(13),
  reference_code: onCreate(required(code())),
  external_connection_type: onCreate(required(oneOf(EXTERNAL_STORES))),
  created_at: time(),
  updated_at: time(),
});

/** The plan that an app store’s product stands for. */
export const externalPlan = resource('plan', { plan_code: code(50), name: text() });

/** References of one product. */
export const MOST_REFERENCES = 100;

/** A product that app stores sell. */
export const externalProduct = resource('external_product', {
  id: code(13),
  plan: maybe(embedded(() => externalPlan)),
  plan_code: noted(
    'The plan whose permissions its subscribers have; an empty one removes it.',
    inputOnly(editable(code(50))),
  ),
  name: noted('Never changes: an update may only repeat it.', identity(onCreate(required(text())))),
  created_at: time(),
  updated_at: time(),
  external_product_references: noted(
    'After the creation, they have endpoints of their own.',
    addressed(identity(onCreate(list(() => externalProductReference, MOST_REFERENCES)))),
  ),
});

export type ExternalProductReference = Infer<typeof externalProductReference>;
export type ExternalProductReferenceInput = Writable<typeof externalProductReference>;
export type ExternalProductInput = Writable<typeof externalProduct>;
