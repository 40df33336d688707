import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { E_INVOICE_FORMAT_NAMES } from '@service/billing/domain/e-invoices/formats.ts';
import { MOST_EMBEDDED } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { InvoiceFilter } from '@service/billing/ports/invoices.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { findEInvoice } from '@service/billing/queries/invoices/e-invoices.ts';
import { findExplanation } from '@service/billing/queries/invoices/explanations.ts';
import { findInvoiceDocument } from '@service/billing/queries/invoices/invoice-documents.ts';
import {
  eachInvoiceParts,
  findInvoice,
  findInvoiceParts,
  listInvoices,
} from '@service/billing/queries/invoices/invoices.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { invoice } from '@service/billing/resources/invoice.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { inTurns } from '@service/billing/values/steps.ts';
import { eInvoiceInSteps } from '../../../documents/e-invoices/write-e-invoice.ts';
import type { InvoicePrinter } from '../../../documents/invoice-pdf/invoice-printer.ts';
import { chosenLanguage } from '../../../documents/messages/document-language.ts';
import { PDF, XML } from '../../../documents/xml/media-type.ts';
import { invoiceView } from '../../../documents/xml/views/invoice.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';
import { chosen } from './chosen.ts';

const PATH = '/v2/invoices';
const ONE = `${PATH}/:invoice_number`;

export interface PrintDeps {
  readonly printer: Pick<InvoicePrinter, 'print'>;
}

/** One invoice: as XML, as PDF, and as an e-invoice. */
export const invoiceRoutes = (deps: QueryDeps & PrintDeps): Endpoint[] => {
  const find = findInvoiceParts(deps);
  const documentOf = findInvoiceDocument(deps);
  const explanation = findExplanation(deps);
  const account = findAccount(deps);
  const eInvoice = findEInvoice(deps);
  /** The language that the request asks for; else that of the account's mail, in which the PDF is attached. */
  const localeOf = (
    { caller, languages }: ApiRequest,
    { preferred_locale, accept_language }: Pick<AccountRecord, 'preferred_locale' | 'accept_language'>,
  ): string => {
    const { mail_language } = caller.site;
    return chosenLanguage([languages, preferred_locale ?? '', accept_language ?? '', mail_language]).locale;
  };
  return [
    {
      name: 'invoice',
      method: 'GET',
      path: ONE,
      offers: [PDF],
      parameters: ['appendix'],
      async handle(request) {
        const { caller, version, words, accepts, params } = request;
        const explained = chosen(request.query, 'appendix', ['explanation']).appendix === 'explanation';
        const read = (embedded: number) => find({ ...request, embedded }, params.invoice_number ?? '');
        if (accepts !== PDF) return shown(invoice, invoiceView(await read(MOST_EMBEDDED), version, words));
        const bytes = await deps.printer.print(caller, async () => {
          const parts = await read(Number.POSITIVE_INFINITY);
          const appendix = explained ? { appendix: await explanation(caller, parts, MOST_EMBEDDED) } : {};
          const owner = await account(caller, parts.invoice.account_code);
          const document = await documentOf(caller, parts, owner);
          return { ...document, acceptLanguage: localeOf(request, owner), ...appendix };
        });
        return { is: 'printed', type: PDF, bytes };
      },
    },
    {
      name: 'e_invoice',
      method: 'GET',
      path: `${ONE}/e_invoice`,
      since: '2.29',
      parameters: ['format'],
      async handle(request) {
        const { format = 'en16931_ubl' } = chosen(request.query, 'format', E_INVOICE_FORMAT_NAMES);
        const found = await eInvoice(request, request.params.invoice_number ?? '', format);
        const xml = await inTurns(eInvoiceInSteps(found, format), request.turn);
        return { is: 'printed', type: XML, bytes: Buffer.from(xml) };
      },
    },
  ];
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

/** Reads the filter of the list by state. */
export const statesIn = ({ query, version }: ApiRequest): Pick<InvoiceFilter, 'states'> => {
  const { state } = chosen(query, 'state', NAMES);
  if (state === undefined) return {};
  return { states: state === 'collected' && !atLeast(version, '2.10') ? COLLECTED_THEN : STATES[state] };
};

/** Returns the part that all lists of invoices have in common. */
export const invoiceListing = (
  deps: QueryDeps,
): Pick<ListEndpoint<InvoiceFilter>, 'resource' | 'list' | 'views' | 'count' | 'idOf'> => {
  const eachParts = eachInvoiceParts(deps);
  return {
    resource: invoice,
    ...listed(listInvoices(deps)),
    async *views(request, page, embedded) {
      for await (const parts of eachParts({ ...request, embedded }, page as unknown as readonly ShownInvoice[])) {
        yield invoiceView(parts, request.version, request.words, embedded);
      }
    },
    idOf: (record) => (record as unknown as ShownInvoice).uuid,
  };
};

export const invoiceLists = (deps: QueryDeps): ListEndpoint<InvoiceFilter>[] => {
  const account = findAccount(deps);
  const find = findInvoice(deps);
  const listing = invoiceListing(deps);
  const named = ({ caller, params }: ApiRequest): Promise<ShownInvoice> => find(caller, params.invoice_number ?? '');

  return [
    {
      ...listing,
      name: 'invoices',
      path: PATH,
      filters: ['state'],
      filter: async (request) => statesIn(request),
    },
    {
      ...listing,
      name: 'account_invoices',
      path: '/v2/accounts/:account_code/invoices',
      filters: ['state'],
      async filter(request) {
        const { id } = await account(request.caller, request.params.account_code ?? '');
        return { ...statesIn(request), account_id: id };
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
