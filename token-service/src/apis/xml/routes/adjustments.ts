import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { PaymentDeps } from '@service/billing/engine/intents/open-intent.ts';
import type { AdjustmentFilter } from '@service/billing/ports/adjustments.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findAdjustment, listAdjustments } from '@service/billing/queries/invoices/adjustments.ts';
import { findInvoice } from '@service/billing/queries/invoices/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { adjustment } from '@service/billing/resources/adjustment.ts';
import { createAdjustment } from '@service/billing/usecases/adjustments/create-adjustment.ts';
import { removeAdjustment } from '@service/billing/usecases/adjustments/remove-adjustment.ts';
import { adjustmentView } from '../../../documents/xml/views/adjustment.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { created, nothing, shown } from './answers.ts';
import { chosen } from './chosen.ts';
import { submitted, toCreate } from './submission.ts';

const OF_ACCOUNT = '/v2/accounts/:account_code/adjustments';
const ONE = '/v2/adjustments/:adjustment_uuid';
const body = toCreate(adjustment);

const uuid = ({ params }: ApiRequest): string => params.adjustment_uuid ?? '';

/** Charges and credits. */
export const adjustmentRoutes = (deps: Omit<PaymentDeps, 'vault'>): Endpoint[] => {
  const find = findAdjustment(deps);
  const create = createAdjustment(deps);
  const remove = removeAdjustment(deps);

  return [
    {
      name: 'create_adjustment',
      method: 'POST',
      path: OF_ACCOUNT,
      body,
      async handle(request) {
        const sent = submitted(request, body);
        const made = await create(request.caller, request.params.account_code ?? '', sent);
        return created(adjustment, adjustmentView(made, request.version));
      },
    },
    {
      name: 'adjustment',
      method: 'GET',
      path: ONE,
      async handle(request) {
        const found = await find(request.caller, uuid(request));
        return shown(adjustment, adjustmentView(found, request.version));
      },
    },
    {
      name: 'delete_adjustment',
      method: 'DELETE',
      path: ONE,
      async handle(request) {
        await remove(request.caller, uuid(request));
        return nothing;
      },
    },
  ];
};

export const adjustmentLists = (deps: QueryDeps): ListEndpoint<AdjustmentFilter>[] => {
  const find = findAdjustment(deps);
  const account = findAccount(deps);
  const invoice = findInvoice(deps);
  const listing: Pick<ListEndpoint<AdjustmentFilter>, 'resource' | 'list' | 'count' | 'idOf'> = {
    resource: adjustment,
    ...listed(listAdjustments(deps), (line, { version }) => adjustmentView(line, version)),
    idOf: (record) => (record as ShownAdjustment).uuid,
  };
  const ofInvoice = async ({ caller, params }: ApiRequest): Promise<AdjustmentFilter> => ({
    invoice_id: (await invoice(caller, params.invoice_number ?? '')).uuid,
  });
  return [
    {
      ...listing,
      name: 'account_adjustments',
      path: OF_ACCOUNT,
      filters: ['type', 'state'],
      async filter({ caller, params, query }) {
        const { id } = await account(caller, params.account_code ?? '');
        return {
          account_id: id,
          ...chosen(query, 'type', ['charge', 'credit']),
          ...chosen(query, 'state', ['pending', 'invoiced']),
        };
      },
    },
    {
      ...listing,
      name: 'credit_adjustments',
      path: `${ONE}/credit_adjustments`,
      since: '2.10',
      async filter(request) {
        const charge = await find(request.caller, uuid(request));
        return { original_adjustment_uuid: charge.uuid };
      },
    },
    {
      ...listing,
      name: 'invoice_adjustments',
      path: '/v2/invoices/:invoice_number/adjustments',
      since: '2.5',
      filter: ofInvoice,
    },
    // The older address of the same list.
    {
      ...listing,
      name: 'line_items',
      path: '/v2/invoices/:invoice_number/line_items',
      since: '2.10',
      filter: ofInvoice,
    },
  ];
};
