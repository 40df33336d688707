import type { ShownInvoice } from '@service/billing/invoices/record.ts';
import type { InvoiceFilter } from '@service/billing/ports/invoices.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import { needAccount } from '@service/billing/queries/accounts/need-account.ts';
import { needInvoice } from '@service/billing/queries/invoices/need-invoice.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { invoiceView, MOST_EMBEDDED } from '../../xml/views/invoice.ts';
import { eachParts, partsOf } from '../../xml/views/invoice-parts.ts';
import { PDF } from '../api.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import type { InvoicePrinter } from '../pdf/invoice-printer.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';

interface Deps {
  readonly storage: Storage;
}

const PATH = '/v2/invoices';
const ONE = `${PATH}/:invoice_number`;

export interface PrintDeps {
  readonly printer: Pick<InvoicePrinter, 'print'>;
}

/** One invoice, as XML or as PDF. */
export const invoiceRoutes = ({ storage, printer }: Deps & PrintDeps): Endpoint[] => {
  return [
    {
      name: 'invoice',
      method: 'GET',
      path: ONE,
      offers: [PDF],
      async handle(request) {
        const { version, words, accepts, languages, params } = request;
        const { site } = request.caller;
        const records = storage.of(site.id);
        const found = await needInvoice(records, params.invoice_number ?? '');
        const embedded = accepts === PDF ? Number.POSITIVE_INFINITY : MOST_EMBEDDED;
        const [parts] = await partsOf(records, [found], { ...request, embedded });
        if (accepts !== PDF) return shown(invoice, invoiceView(parts!, version, words));
        const originals = await originalsOf(records, found);
        const bytes = await printer.print(site.id, { ...parts!, originals, site, acceptLanguage: languages });
        return { is: 'printed', type: PDF, bytes };
      },
    },
  ];
};

/** Numbers of the charge invoices that a credit invoice credits. */
const originalsOf = async ({ invoices }: Pick<Records, 'invoices'>, { uuid }: ShownInvoice): Promise<string[]> => {
  const oldest = { sort: 'created_at', order: 'asc', limit: 20 } as const;
  const { records } = await invoices.list({ ...oldest, filter: { originals_of: uuid } });
  return records.map((one) => `${one.invoice_number_prefix}${one.invoice_number}`);
};

/** Stored states that each value of the filter matches. Every version accepts old and new names. */
const STATES = {
  pending: ['pending'],
  processing: ['processing'],
  past_due: ['past_due'],
  paid: ['paid'],
  failed: ['failed'],
  open: ['pending', 'open'],
  closed: ['closed'],
  voided: ['voided'],
  collected: ['paid'],
} as const;
const NAMES = Object.keys(STATES) as (keyof typeof STATES)[];
/** States that versions before 2.10 show as `collected`, and therefore list under that name. */
const COLLECTED_THEN = ['paid', 'closed', 'voided'];

const narrowed = ({ query, version }: ApiRequest): Pick<InvoiceFilter, 'states'> => {
  const { state } = chosen(query, 'state', NAMES);
  if (state === undefined) return {};
  return { states: state === 'collected' && !atLeast(version, '2.10') ? COLLECTED_THEN : STATES[state] };
};

export const invoiceLists = ({ storage }: Deps): ListEndpoint<InvoiceFilter>[] => {
  const listing: Pick<ListEndpoint<InvoiceFilter>, 'resource' | 'list' | 'views' | 'count' | 'idOf'> = {
    resource: invoice,
    list: ({ caller }, query) => storage.of(caller.site.id).invoices.list(query),
    async *views(request, listed, embedded) {
      const records = storage.of(request.caller.site.id);
      const invoices = listed as unknown as readonly ShownInvoice[];
      for await (const parts of eachParts(records, invoices, { ...request, embedded })) {
        yield invoiceView(parts, request.version, request.words, embedded);
      }
    },
    count: ({ caller }, query) => storage.of(caller.site.id).invoices.count(query),
    idOf: (record) => (record as unknown as ShownInvoice).uuid,
  };
  const named = ({ caller, params }: ApiRequest): Promise<ShownInvoice> =>
    needInvoice(storage.of(caller.site.id), params.invoice_number ?? '');

  return [
    {
      ...listing,
      name: 'invoices',
      path: PATH,
      filters: ['state'],
      filter: async (request) => narrowed(request),
    },
    {
      ...listing,
      name: 'account_invoices',
      path: '/v2/accounts/:account_code/invoices',
      filters: ['state'],
      async filter(request) {
        const account = await needAccount(storage.of(request.caller.site.id), request.params.account_code ?? '');
        return { ...narrowed(request), account_id: account.id };
      },
    },
    {
      ...listing,
      name: 'credit_invoices',
      path: `${ONE}/credit_invoices`,
      filter: async (request) => ({ original_id: (await named(request)).uuid }),
    },
    {
      ...listing,
      name: 'original_invoices',
      path: `${ONE}/original_invoices`,
      since: '2.10',
      filter: async (request) => ({ originals_of: (await named(request)).uuid }),
    },
  ];
};
