import { inTimeZoneOf } from '../../domain/accounts/in-time-zone.ts';
import type { AccountRecord } from '../../domain/accounts/record.ts';
import type { EInvoice } from '../../domain/e-invoices/e-invoice.ts';
import {
  type EInvoiceSource,
  eInvoiceOf,
  foreseenProblems,
  type MadeEInvoice,
} from '../../domain/e-invoices/e-invoice-of.ts';
import { E_INVOICE_FORMATS, type EInvoiceFormat, profileProblems } from '../../domain/e-invoices/formats.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { InvoiceParts } from '../../domain/invoices/invoice-parts.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure } from '../../values/failure.ts';
import { findAccount } from '../accounts/accounts.ts';
import type { QueryDeps } from '../lists/site-query.ts';
import { findInvoiceParts, type InvoiceReader } from './invoices.ts';

/** Credit invoices name at most so many of the invoices that they credit. */
const MOST_PRECEDING = 20;

/**
 * Returns the e-invoice of an invoice whose lines were all read, or why there is none. `account`: that of the invoice,
 * in whose time zone its dates are.
 */
export const makeEInvoice =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, parts: InvoiceParts, account: AccountRecord): Promise<MadeEInvoice> => {
    const { type, uuid } = parts.invoice;
    const oldest = { sort: 'created_at', order: 'asc', limit: MOST_PRECEDING } as const;
    const preceding: EInvoiceSource['preceding'] =
      type === 'credit'
        ? (await storage.of(site.id).invoices.list({ ...oldest, filter: { originals_of: uuid } })).records
        : [];
    return eInvoiceOf({ site: inTimeZoneOf(site, account), account, parts, preceding });
  };

/**
 * Returns the e-invoice that a document of an invoice contains; undefined where the site wants none in its documents,
 * or the invoice lacks something for it.
 */
export const findEInvoiceInDocument =
  (deps: QueryDeps) =>
  async (
    caller: Pick<Caller, 'site'>,
    parts: InvoiceParts,
    account: AccountRecord | undefined,
  ): Promise<EInvoice | undefined> => {
    if (caller.site.e_invoices === 'off' || !account) return undefined;
    const made = await makeEInvoice(deps)(caller, parts, account);
    return made.is === 'made' ? made.invoice : undefined;
  };

/**
 * Whether an invoice may have an e-invoice to download, as far as its first lines tell: reading all lines of a long
 * invoice costs as much as the e-invoice itself.
 */
export const mayHaveEInvoice = (
  { site }: Pick<Caller, 'site'>,
  parts: InvoiceParts,
  account: AccountRecord | undefined,
): boolean =>
  site.e_invoices !== 'off' &&
  account !== undefined &&
  foreseenProblems({ site: inTimeZoneOf(site, account), account, parts }).length === 0;

/** Returns why an e-invoice cannot be written in a format; nothing where it can. */
export const eInvoiceProblems = (made: MadeEInvoice, format: EInvoiceFormat): readonly string[] =>
  made.is === 'made' ? profileProblems(made.invoice, E_INVOICE_FORMATS[format].profile) : made.problems;

/**
 * Returns an invoice, by number or uuid, for a format of e-invoices. Throws `not_found`, and `e_invoice_unavailable`
 * with what to set where something is missing.
 */
export const findEInvoice = (deps: QueryDeps) => {
  const partsOf = findInvoiceParts(deps);
  const accountOf = findAccount(deps);
  const make = makeEInvoice(deps);
  return async (
    reading: Omit<InvoiceReader, 'embedded' | 'caller'> & { readonly caller: Caller },
    named: string,
    format: EInvoiceFormat,
  ): Promise<EInvoice> => {
    const { caller } = reading;
    const parts = await partsOf({ ...reading, embedded: Number.POSITIVE_INFINITY }, named);
    const made = await make(caller, parts, await accountOf(caller, parts.invoice.account_code));
    const problems = eInvoiceProblems(made, format);
    if (made.is === 'made' && problems.length === 0) return made.invoice;
    throw new Failure('e_invoice_unavailable', { value: invoiceName(parts.invoice) }, problems.join(' '));
  };
};
