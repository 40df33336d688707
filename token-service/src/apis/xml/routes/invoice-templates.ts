import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { InvoiceTemplateRecord } from '@service/billing/domain/invoice-templates/record.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import { listAccounts } from '@service/billing/queries/accounts/accounts.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { findInvoiceTemplate, listInvoiceTemplates } from '@service/billing/queries/settings/invoice-templates.ts';
import { account } from '@service/billing/resources/account.ts';
import { invoiceTemplate } from '@service/billing/resources/invoice-template.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { ACCOUNT_FILTERS, accountFilter } from './account-filters.ts';
import { shown } from './answers.ts';

const PATH = '/v2/invoice_templates';
const ONE = `${PATH}/:invoice_template_uuid`;
const uuidIn = ({ params }: ApiRequest): string => params.invoice_template_uuid ?? '';

/** The looks of invoices. An operator makes them. */
export const invoiceTemplateRoutes = (deps: QueryDeps): Endpoint[] => {
  const find = findInvoiceTemplate(deps);
  return [
    {
      name: 'invoice_template',
      method: 'GET',
      path: ONE,
      since: '2.29',
      handle: async (request) => shown(invoiceTemplate, await find(request.caller, uuidIn(request))),
    },
  ];
};

export const invoiceTemplateLists = (
  deps: QueryDeps,
): [ListEndpoint<Readonly<Record<never, never>>>, ListEndpoint<AccountFilter>] => {
  const find = findInvoiceTemplate(deps);
  return [
    {
      name: 'invoice_templates',
      path: PATH,
      since: '2.29',
      resource: invoiceTemplate,
      filter: async () => ({}),
      ...listed(listInvoiceTemplates(deps)),
      idOf: (record) => (record as InvoiceTemplateRecord).key,
    },
    {
      name: 'invoice_template_accounts',
      path: `${ONE}/accounts`,
      since: '2.29',
      resource: account,
      filters: ACCOUNT_FILTERS,
      async filter(request) {
        const { uuid } = await find(request.caller, uuidIn(request));
        return { ...accountFilter(request.query), invoice_template_uuid: uuid };
      },
      ...listed(listAccounts(deps)),
      idOf: (record) => (record as AccountRecord).id,
    },
  ];
};
