import type { ExternalProductRecord, ExternalReferenceRecord } from '@service/billing/domain/external/record.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import {
  findExternalProduct,
  findExternalReference,
  listExternalProducts,
  listExternalReferences,
} from '@service/billing/queries/catalogue/external.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { externalProduct, externalProductReference } from '@service/billing/resources/external-product.ts';
import { createExternalProduct } from '@service/billing/usecases/external/create-external-product.ts';
import { createExternalReference } from '@service/billing/usecases/external/create-external-reference.ts';
import { removeExternalProduct } from '@service/billing/usecases/external/remove-external-product.ts';
import { removeExternalReference } from '@service/billing/usecases/external/remove-external-reference.ts';
import { updateExternalProduct } from '@service/billing/usecases/external/update-external-product.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, nothing, shown } from './answers.ts';
import { crudOf } from './crud.ts';
import { submitted, toCreate } from './submission.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

const PRODUCTS = '/v2/external_products';
const ONE = `${PRODUCTS}/:external_product_id`;
const REFERENCES = `${ONE}/external_product_references`;
const since = '2.29';
const referencing = toCreate(externalProductReference);

const productId = ({ params }: ApiRequest): string => params.external_product_id ?? '';
const referenceId = ({ params }: ApiRequest): string => params.external_product_reference_id ?? '';

/** References have an address of their own, and the one below their product. */
const view = (product: ExternalProductRecord): ExternalProductRecord => ({
  ...product,
  external_product_references: product.external_product_references.map((one) => ({ ...one, product_id: product.id })),
});

/** Products that app stores sell, and what they are called there. */
export const externalProductRoutes = (deps: Deps): Endpoint[] => {
  const find = findExternalProduct(deps);
  const create = createExternalProduct(deps);
  const update = updateExternalProduct(deps);
  const findReference = findExternalReference(deps);
  const addReference = createExternalReference(deps);
  const removeReference = removeExternalReference(deps);
  return [
    ...crudOf(externalProduct, {
      path: PRODUCTS,
      key: 'external_product_id',
      since,
      find: async (caller, id) => view(await find(caller, id)),
      create: async (caller, sent) => view(await create(caller, sent)),
      update: async (caller, id, sent) => view(await update(caller, id, sent)),
      remove: removeExternalProduct(deps),
    }),
    {
      name: 'create_external_product_reference',
      method: 'POST',
      path: REFERENCES,
      since,
      body: referencing,
      async handle(request) {
        const product_id = productId(request);
        const reference = await addReference(request.caller, product_id, submitted(request, referencing));
        return created(externalProductReference, { ...reference, product_id });
      },
    },
    {
      name: 'external_product_reference_of_product',
      method: 'GET',
      path: `${REFERENCES}/:external_product_reference_id`,
      since,
      async handle(request) {
        const product_id = productId(request);
        const reference = await findReference(request.caller, referenceId(request), product_id);
        return shown(externalProductReference, { ...reference, product_id });
      },
    },
    {
      name: 'delete_external_product_reference',
      method: 'DELETE',
      path: `${REFERENCES}/:external_product_reference_id`,
      since,
      async handle(request) {
        await removeReference(request.caller, productId(request), referenceId(request));
        return nothing;
      },
    },
    {
      name: 'external_product_reference',
      method: 'GET',
      path: '/v2/external_product_references/:external_product_reference_id',
      since,
      handle: async (request) =>
        shown(externalProductReference, await findReference(request.caller, referenceId(request))),
    },
  ];
};

export const externalProductLists = (
  deps: QueryDeps,
): [ListEndpoint<Readonly<Record<never, never>>>, ListEndpoint<{ readonly product_key: string }>] => {
  const find = findExternalProduct(deps);
  return [
    {
      name: 'external_products',
      path: PRODUCTS,
      since,
      resource: externalProduct,
      filter: async () => ({}),
      ...listed(listExternalProducts(deps), view),
      idOf: (record) => (record as ExternalProductRecord).key,
    },
    {
      name: 'external_product_references',
      path: REFERENCES,
      since,
      resource: externalProductReference,
      async filter(request) {
        const { key: product_key } = await find(request.caller, productId(request));
        return { product_key };
      },
      ...listed(listExternalReferences(deps), (one, request) => ({ ...one, product_id: productId(request) })),
      idOf: (record) => (record as ExternalReferenceRecord).key,
    },
  ];
};
