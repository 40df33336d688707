import { invoiceCollection } from '@service/billing/resources/invoice.ts';
import { type PurchaseInput, purchase } from '@service/billing/resources/purchase.ts';
import type { SaleRequest } from '@service/billing/selling/sale.ts';
import {
  type Authorized,
  authorizePurchase,
  awaitPurchase,
} from '@service/billing/usecases/purchases/authorize-purchase.ts';
import { cancelPurchase, capturePurchase } from '@service/billing/usecases/purchases/capture-purchase.ts';
import { purchaseRequest } from '@service/billing/usecases/purchases/purchase-request.ts';
import { previewSale, type SellDeps, sell } from '@service/billing/usecases/selling/sell.ts';
import type { Answer, ApiRequest, Endpoint } from '../endpoint.ts';
import { invoiceCollectionView } from '../views/invoice.ts';
import { previewedParts, recordedParts } from '../views/sale.ts';
import { shown } from './answers.ts';
import { declined } from './declined.ts';
import { withBuyer } from './offered-sale.ts';
import { submitted, toCreate } from './submission.ts';

const body = toCreate(purchase);

/** Checkouts (specification "Create purchase"). */
export const purchaseRoutes = (deps: SellDeps): Endpoint[] => {
  const create = sell(deps);
  const preview = previewSale(deps);
  const authorize = authorizePurchase(deps);
  const wait = awaitPurchase(deps);
  const capture = capturePurchase(deps);
  const cancel = cancelPurchase(deps);

  const selling = (request: ApiRequest, use: (wanted: SaleRequest) => Promise<Answer>): Promise<Answer> => {
    const { value, issues } = submitted(request, body);
    const { account, ...rest }: PurchaseInput = value;
    return withBuyer(deps.vault, request, 'purchase', account, issues, (buyer) =>
      use(purchaseRequest({ purchase: rest, version: request.version, ...buyer })),
    );
  };

  return [
    {
      name: 'create_purchase',
      method: 'POST',
      path: '/v2/purchases',
      body,
      handle: (request) =>
        selling(request, async (wanted) => {
          const { caller, version, words } = request;
          const sold = await create(caller, wanted);
          if (sold.outcome === 'declined') return declined(sold, words);
          const parts = await recordedParts(deps.storage.of(caller.site.id), sold.recorded);
          return shown(invoiceCollection, invoiceCollectionView(parts, version, words));
        }),
    },
    {
      name: 'preview_purchase',
      method: 'POST',
      path: '/v2/purchases/preview',
      body,
      handle: (request) =>
        selling(request, async (wanted) => {
          const sale = await preview(request.caller, wanted);
          return shown(invoiceCollection, invoiceCollectionView(previewedParts(sale), request.version, request.words));
        }),
    },
    {
      name: 'authorize_purchase',
      method: 'POST',
      path: '/v2/purchases/authorize',
      since: '2.7',
      body,
      handle: (request) => selling(request, async (wanted) => kept(await authorize(request.caller, wanted), request)),
    },
    {
      name: 'pending_purchase',
      method: 'POST',
      path: '/v2/purchases/pending',
      since: '2.8',
      body,
      handle: (request) => selling(request, async (wanted) => kept(await wait(request.caller, wanted), request)),
    },
    {
      name: 'capture_purchase',
      method: 'POST',
      path: '/v2/purchases/:transaction_uuid/capture',
      since: '2.7',
      async handle({ caller, params, version, words }) {
        const captured = await capture(caller, params.transaction_uuid ?? '');
        if (captured.outcome === 'declined') return declined(captured, words);
        const parts = await recordedParts(deps.storage.of(caller.site.id), captured.recorded);
        return shown(invoiceCollection, invoiceCollectionView(parts, version, words));
      },
    },
    {
      name: 'cancel_purchase',
      method: 'POST',
      path: '/v2/purchases/:transaction_uuid/cancel',
      since: '2.7',
      async handle({ caller, params, version, words }) {
        const canceled = await cancel(caller, params.transaction_uuid ?? '');
        if (canceled.outcome === 'declined') return declined(canceled, words);
        return shown(invoiceCollection, invoiceCollectionView(previewedParts(canceled.sale), version, words));
      },
    },
  ];
};

/** The priced request, with the transaction by which it is captured or canceled. */
const kept = (authorized: Authorized, { version, words }: ApiRequest): Answer => {
  if (authorized.outcome === 'declined') return declined(authorized, words);
  const { charge, credits } = previewedParts(authorized.sale);
  const transactions = [{ ...authorized.transaction, invoice: null, subscription_id: null }];
  return shown(
    invoiceCollection,
    invoiceCollectionView({ charge: charge && { ...charge, transactions }, credits }, version, words),
  );
};
