import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { findCollectionParts } from '@service/billing/queries/invoices/invoices.ts';
import { postedInvoice } from '@service/billing/resources/posted-invoice.ts';
import { postCharges } from '@service/billing/usecases/invoices/post-charges.ts';
import { previewPostedCharges } from '@service/billing/usecases/invoices/preview-posted-charges.ts';
import { previewedParts } from '../../../documents/xml/views/order.ts';
import type { Endpoint } from '../endpoint.ts';
import { collectionCreated, collectionShown } from './invoice-collection.ts';
import { submitted, toCreate } from './submission.ts';

const PATH = '/v2/accounts/:account_code/invoices';
const body = { ...toCreate(postedInvoice), optional: true };

/** Invoices of the pending charges and credits of an account. */
export const postedInvoiceRoutes = (deps: OrderDeps): Endpoint[] => {
  const collectionOf = findCollectionParts(deps);
  const post = postCharges(deps);
  const preview = previewPostedCharges(deps);
  return [
    {
      name: 'create_invoice',
      method: 'POST',
      path: PATH,
      body,
      async handle(request) {
        const { caller, params } = request;
        const recorded = await post(caller, params.account_code ?? '', submitted(request, body));
        return collectionCreated(request, await collectionOf(request, recorded));
      },
    },
    {
      name: 'preview_invoice',
      method: 'POST',
      path: `${PATH}/preview`,
      body,
      async handle(request) {
        const { caller, params } = request;
        const draft = await preview(caller, params.account_code ?? '', submitted(request, body));
        return collectionShown(request, previewedParts(draft));
      },
    },
  ];
};
