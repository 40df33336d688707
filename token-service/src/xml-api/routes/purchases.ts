import { invoiceCollection } from '@service/billing/resources/invoice.ts';
import { type PurchaseInput, purchase } from '@service/billing/resources/purchase.ts';
import type { SaleRequest } from '@service/billing/selling/sale.ts';
import { purchaseRequest } from '@service/billing/usecases/purchases/purchase-request.ts';
import { previewSale, type SellDeps, sell } from '@service/billing/usecases/selling/sell.ts';
import type { Answer, ApiRequest, Endpoint } from '../endpoint.ts';
import { invoiceCollectionView } from '../views/invoice.ts';
import { previewedParts, recordedParts } from '../views/sale.ts';
import { shown } from './answers.ts';
import { declined } from './declined.ts';
import { withBuyer } from './offered-sale.ts';
import { submitted } from './submission.ts';

const body = { root: 'purchase' };
const SINCE = '2.6';

/** Checkouts (specification "Create purchase"). */
export const purchaseRoutes = (deps: SellDeps): Endpoint[] => {
  const create = sell(deps);
  const preview = previewSale(deps);

  const selling = (request: ApiRequest, use: (wanted: SaleRequest) => Promise<Answer>): Promise<Answer> => {
    const { value, issues } = submitted(request, purchase, 'create');
    const { account, ...rest }: PurchaseInput = value;
    return withBuyer(deps.vault, request, 'purchase', account, issues, (buyer) =>
      use(purchaseRequest({ purchase: rest, ...buyer })),
    );
  };

  return [
    {
      name: 'create_purchase',
      method: 'POST',
      path: '/v2/purchases',
      since: SINCE,
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
      since: SINCE,
      body,
      handle: (request) =>
        selling(request, async (wanted) => {
          const sale = await preview(request.caller, wanted);
          return shown(invoiceCollection, invoiceCollectionView(previewedParts(sale), request.version, request.words));
        }),
    },
  ];
};
