import type { CollectionParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { Authorized } from '@service/billing/engine/orders/authorization.ts';
import type { PlacedOrder } from '@service/billing/engine/orders/place-order.ts';
import type { PurchaseRequest } from '@service/billing/engine/orders/reading/read-purchase.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findCollectionParts } from '@service/billing/queries/invoices/invoices.ts';
import { invoiceCollection } from '@service/billing/resources/invoice.ts';
import { type PurchaseInput, purchase } from '@service/billing/resources/purchase.ts';
import { authorizePurchase } from '@service/billing/usecases/purchases/authorize-purchase.ts';
import { awaitPurchase } from '@service/billing/usecases/purchases/await-purchase.ts';
import { cancelPurchase } from '@service/billing/usecases/purchases/cancel-purchase.ts';
import { type Captured, capturePurchase } from '@service/billing/usecases/purchases/capture-purchase.ts';
import { createPurchase } from '@service/billing/usecases/purchases/create-purchase.ts';
import { previewPurchase } from '@service/billing/usecases/purchases/preview-purchase.ts';
import { invoiceCollectionView } from '../../../documents/xml/views/invoice.ts';
import { previewedParts } from '../../../documents/xml/views/order.ts';
import { declinedPurchase } from '../declined.ts';
import type { ApiRequest, Endpoint, EndpointAnswer } from '../endpoint.ts';
import { shown } from './answers.ts';
import { withBuyer } from './buyer.ts';
import { submitted, toCreate } from './submission.ts';

const body = toCreate(purchase);

/** Purchases: several subscriptions and charges on one invoice. */
export const purchaseRoutes = (deps: OrderDeps): Endpoint[] => {
  const collectionOf = findCollectionParts(deps);
  const create = createPurchase(deps);
  const preview = previewPurchase(deps);
  const authorize = authorizePurchase(deps);
  const wait = awaitPurchase(deps);
  const capture = capturePurchase(deps);
  const cancel = cancelPurchase(deps);

  const selling = (
    request: ApiRequest,
    use: (purchase: PurchaseRequest) => Promise<EndpointAnswer>,
  ): Promise<EndpointAnswer> => {
    const { value, issues } = submitted(request, body);
    const { account: sent, dunning_campaign_id, ...rest }: PurchaseInput = value;
    const account = sent && dunning_campaign_id !== undefined ? { dunning_campaign_id, ...sent } : sent;
    return withBuyer(deps.vault, request, 'purchase', account, issues, (buyer) =>
      use({ purchase: rest, version: request.version, ...buyer }),
    );
  };

  /** The invoices of an order, or its decline. */
  const recorded = async (order: PlacedOrder | Captured, request: ApiRequest): Promise<EndpointAnswer> =>
    order.outcome === 'declined'
      ? declinedPurchase(order, request.words)
      : collection(await collectionOf(request, order.recorded), request);

  return [
    {
      name: 'create_purchase',
      method: 'POST',
      path: '/v2/purchases',
      body,
      handle: (request) =>
        selling(request, async (purchase) => recorded(await create(request.caller, purchase), request)),
    },
    {
      name: 'preview_purchase',
      method: 'POST',
      path: '/v2/purchases/preview',
      body,
      handle: (request) =>
        selling(request, async (purchase) =>
          collection(previewedParts(await preview(request.caller, purchase)), request),
        ),
    },
    {
      name: 'authorize_purchase',
      method: 'POST',
      path: '/v2/purchases/authorize',
      since: '2.9',
      body,
      handle: (request) =>
        selling(request, async (purchase) => authorization(await authorize(request.caller, purchase), request)),
    },
    {
      name: 'pending_purchase',
      method: 'POST',
      path: '/v2/purchases/pending',
      since: '2.8',
      body,
      handle: (request) =>
        selling(request, async (purchase) => authorization(await wait(request.caller, purchase), request)),
    },
    {
      name: 'capture_purchase',
      method: 'POST',
      path: '/v2/purchases/:transaction_uuid/capture',
      since: '2.9',
      handle: async (request) =>
        recorded(await capture(request.caller, request.params.transaction_uuid ?? ''), request),
    },
    {
      name: 'cancel_purchase',
      method: 'POST',
      path: '/v2/purchases/:transaction_uuid/cancel',
      since: '2.9',
      async handle(request) {
        const canceled = await cancel(request.caller, request.params.transaction_uuid ?? '');
        return canceled.outcome === 'declined'
          ? declinedPurchase(canceled, request.words)
          : collection(previewedParts(canceled.draft), request);
      },
    },
  ];
};

/** The priced order, with the transaction by which it is captured or canceled. */
const authorization = (authorized: Authorized, request: ApiRequest): EndpointAnswer => {
  if (authorized.outcome === 'declined') return declinedPurchase(authorized, request.words);
  const { charge, credits } = previewedParts(authorized.draft);
  const transactions = [{ ...authorized.transaction, invoice: null, subscription_id: null }];
  return collection({ charge: charge && { ...charge, transactions }, credits }, request);
};

const collection = (parts: CollectionParts, { version, words }: ApiRequest): EndpointAnswer =>
  shown(invoiceCollection, invoiceCollectionView(parts, version, words));
