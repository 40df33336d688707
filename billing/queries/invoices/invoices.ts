import type { BusinessEntityRecord } from '../../domain/business-entities/record.ts';
import type { ShownCreditPayment } from '../../domain/invoices/credit-payment.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import { type CollectionParts, type InvoiceParts, MOST_EMBEDDED } from '../../domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { asSettled } from '../../domain/transactions/settled.ts';
import type { Caller } from '../../ports/caller.ts';
import type { InvoiceRecords } from '../../ports/invoices.ts';
import type { ListQuery, Page, Position } from '../../ports/listing.ts';
import type { Records } from '../../ports/storage.ts';
import { atLeast, minor, type Version } from '../../resources/version.ts';
import { Failure, notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { siteList } from '../lists/site-list.ts';
import { type QueryDeps, siteQuery } from '../lists/site-query.ts';

/** The invoices that an operation has recorded, by uuid. */
export interface RecordedInvoices {
  readonly charge: string | null | undefined;
  readonly credits: readonly string[];
}

/** Returns the invoices that an operation has recorded, with all that is shown inside them. */
export const findCollectionParts =
  ({ storage }: QueryDeps) =>
  async (reading: InvoiceReader, { charge, credits }: RecordedInvoices): Promise<CollectionParts> => {
    const records = storage.of(reading.caller.site.id);
    const found = async (uuid: string): Promise<ShownInvoice[]> => {
      const invoice = await records.invoices.find(uuid);
      return invoice ? [invoice] : [];
    };
    const invoices = (await Promise.all([...(charge ? [charge] : []), ...credits].map(found))).flat();
    const parts = await partsOf(records, invoices, reading);
    return {
      charge: parts.find(({ invoice }) => invoice.uuid === charge) ?? null,
      credits: parts.filter(({ invoice }) => invoice.uuid !== charge),
    };
  };

/** Returns the cents of credit that an account can use for its invoices in a currency. */
export const findHeldCredit = siteQuery(
  async ({ invoices }, accountId: string, currency: string): Promise<number> =>
    (await invoices.openCredits(accountId, currency)).reduce((sum, one) => sum - one.balance_in_cents, 0),
);

/** Returns a payment from credit. Throws `not_found`. */
export const findCreditPayment = siteQuery(async ({ creditPayments }, uuid: string): Promise<ShownCreditPayment> => {
  const found = await creditPayments.find(uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('CreditPayment', 'uuid', uuid);
  return found;
});

/** Returns the numbers of the oldest 20 charge invoices that a credit invoice credits, with their prefixes. */
export const findCreditedNumbers = siteQuery(async ({ invoices }, creditInvoiceId: string): Promise<string[]> => {
  const oldest = { sort: 'created_at', order: 'asc', limit: 20 } as const;
  const { records } = await invoices.list({ ...oldest, filter: { originals_of: creditInvoiceId } });
  return records.map((one) => `${one.invoice_number_prefix}${one.invoice_number}`);
});

/** Returns an invoice with all that is shown inside it. Throws `not_found`. */
export const findInvoiceParts =
  ({ storage }: QueryDeps) =>
  async (reading: InvoiceReader, named: string): Promise<InvoiceParts> => {
    const records = storage.of(reading.caller.site.id);
    const [parts] = await partsOf(records, [await needInvoice(records, named)], reading);
    return parts!;
  };

/** Reads the parts of listed invoices, no faster than they are consumed. */
export const eachInvoiceParts =
  ({ storage }: QueryDeps) =>
  (reading: InvoiceReader, listed: readonly ShownInvoice[]): AsyncIterable<InvoiceParts> =>
    eachParts(storage.of(reading.caller.site.id), listed, reading);

/** Lists payments from credit. */
export const listCreditPayments = siteList(({ creditPayments }) => creditPayments);

/** Lists invoices, without their parts. */
export const listInvoices = siteList(({ invoices }) => invoices);

/** Returns a charge invoice in one of these states. Throws `not_found`, or `invoice_not_pending` for any other. */
export const needChargeInvoice = async (
  records: Pick<Records, 'invoices'>,
  named: string,
  states: readonly string[],
): Promise<ShownInvoice> => {
  const found = await needInvoice(records, named);
  if (found.type !== 'charge' || !states.includes(found.state)) {
    throw new Failure('invoice_not_pending', { value: invoiceName(found) });
  }
  return found;
};

const UUID = /^[0-9a-f]{32}$/;

/** An optional prefix of letters, and a number that fits a safe integer. */
const NUMBER = /^([A-Za-z]*)([1-9]\d{0,14})$/;

/**
 * Returns the invoice by number, with or without its prefix, or by uuid. A number that several prefixes have needs its
 * prefix. Throws `not_found`.
 */
export const needInvoice = async ({ invoices }: Pick<Records, 'invoices'>, named: string): Promise<ShownInvoice> => {
  const uuid = named.replaceAll('-', '').toLowerCase();
  const found = UUID.test(uuid) ? await invoices.find(uuid) : await byNumber(invoices, named);
  if (!found) throw notFound('Invoice', 'invoice_number', named);
  return found;
};

const byNumber = async (invoices: InvoiceRecords, named: string): Promise<ShownInvoice | undefined> => {
  const [, prefix, number] = NUMBER.exec(named) ?? [];
  return number === undefined ? undefined : invoices.byNumber(Number(number), prefix || undefined);
};

/** Returns an invoice, without its parts. Throws `not_found`. */
export const findInvoice = siteQuery(needInvoice);

type Read = Pick<Records, 'invoices' | 'adjustments' | 'transactions' | 'creditPayments' | 'businessEntities'>;

/** Returns the entities that sold invoices, by their ids. */
const entitiesOf = async (
  { businessEntities }: Pick<Records, 'businessEntities'>,
  invoices: readonly ShownInvoice[],
): Promise<ReadonlyMap<string | null, BusinessEntityRecord>> => {
  const ids = new Set(invoices.flatMap(({ business_entity_id }) => business_entity_id ?? []));
  const found = await Promise.all([...ids].map((id) => businessEntities.find(id)));
  return new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : [])));
};

/**
 * Rows of one kind that are read at once of several invoices, and of a long one: some milliseconds, and one, of work.
 */
const ROWS_TOGETHER = 200;
const ROWS_AT_ONCE = 100;

/** Up to this version an invoice names its subscription. */
const NAMES_SUBSCRIPTION = 8;

/** The context in which parts of invoices are read. */
export interface InvoiceReader {
  /** Transactions are shown as they stand at the moment of the request. */
  readonly caller: Pick<Caller, 'site' | 'at'>;
  readonly version: Version;
  /** Resolves when the next step of a long read may begin. */
  readonly turn: () => Promise<void>;
  /** Number of entries of each list that an invoice shows; one more is read, if there are more. */
  readonly embedded?: number;
}

/** Reads all parts of invoices. */
export const partsOf = (
  records: Read,
  invoices: readonly ShownInvoice[],
  reading: InvoiceReader,
): Promise<InvoiceParts[]> => Array.fromAsync(eachParts(records, invoices, reading));

/**
 * Reads the parts of invoices, one after the other and no faster than they are consumed. Short invoices are read
 * together.
 */
export async function* eachParts(
  records: Read,
  invoices: readonly ShownInvoice[],
  reading: InvoiceReader,
): AsyncGenerator<InvoiceParts> {
  if (invoices.length === 0) return;
  const [only, another] = invoices;
  const together = await shortParts(records, invoices, reading);
  if (together) {
    yield* together;
    return;
  }
  await reading.turn();
  if (only && !another) yield await longParts(records, only, reading);
  else {
    const half = invoices.length >> 1;
    yield* eachParts(records, invoices.slice(0, half), reading);
    yield* eachParts(records, invoices.slice(half), reading);
  }
}

/** Returns the parts of invoices that have few rows in total; undefined if they have too many to read at once. */
const shortParts = async (
  records: Read,
  invoices: readonly ShownInvoice[],
  { version, caller }: InvoiceReader,
): Promise<InvoiceParts[] | undefined> => {
  const { adjustments, transactions, creditPayments } = records;
  const ids = invoices.map(({ uuid }) => uuid);
  const limit = ROWS_TOGETHER + 1;
  const [lines, payments, credit, originals, entities] = await Promise.all([
    adjustments.onInvoices(ids, limit),
    transactions.ofInvoices(ids, limit),
    creditPayments.ofInvoices(ids, limit),
    originalsOf(records, invoices, version),
    entitiesOf(records, invoices),
  ]);
  if ([lines, payments, credit].some(({ length }) => length === limit)) return undefined;

  const linesById = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const paymentsById = Map.groupBy(payments, ({ invoice_id }) => invoice_id);
  return invoices.map((invoice) => ({
    invoice,
    entity: entities.get(invoice.business_entity_id),
    original: originals.get(invoice.original_ids[0] ?? ''),
    lines: linesById.get(invoice.uuid) ?? [],
    transactions: (paymentsById.get(invoice.uuid) ?? []).map((one) => asSettled(one, caller.at)),
    creditPayments: credit.filter(
      (one) => one.original_invoice_id === invoice.uuid || one.applied_to_invoice_id === invoice.uuid,
    ),
  }));
};

/** Returns the parts of one invoice that has many rows. */
const longParts = async (
  records: Read,
  invoice: ShownInvoice,
  { version, turn, caller, embedded = MOST_EMBEDDED }: InvoiceReader,
): Promise<InvoiceParts> => {
  const { adjustments, transactions, creditPayments } = records;
  const { uuid } = invoice;
  const most = embedded + 1;
  const lines = await Array.fromAsync(linesOf(records, uuid, turn, most));
  const listed = { filter: { invoice_id: uuid }, sort: 'created_at', order: 'asc' } as const;
  const payments = await oldest((query) => transactions.list({ ...listed, ...query }), turn, most);
  const named = lines.length < most || lines.some(({ subscription_id }) => subscription_id);
  return {
    invoice,
    entity: (await entitiesOf(records, [invoice])).get(invoice.business_entity_id),
    lines,
    transactions: payments.map((one) => asSettled(one, caller.at)),
    creditPayments: await oldest((query) => creditPayments.list({ ...listed, ...query }), turn, most),
    original: (await originalsOf(records, [invoice], version)).get(invoice.original_ids[0] ?? ''),
    ...(!named && minor(version) <= NAMES_SUBSCRIPTION
      ? { subscription_id: await adjustments.firstSubscription(uuid) }
      : {}),
  };
};

/** Reads the lines of an invoice in its order, a bounded number in each turn of the event loop. */
export async function* linesOf(
  { adjustments }: Pick<Read, 'adjustments'>,
  invoiceId: string,
  turn: InvoiceReader['turn'],
  most = Number.POSITIVE_INFINITY,
) {
  let read = 0;
  let from = 0;
  while (read < most) {
    const limit = Math.min(ROWS_AT_ONCE, most - read);
    const lines = await adjustments.onInvoiceFrom(invoiceId, from, limit);
    yield* lines;
    if (lines.length < limit) return;
    await turn();
    read += lines.length;
    from = (lines.at(-1)?.position ?? 0) + 1;
  }
}

type Query = Pick<ListQuery<unknown>, 'limit' | 'from'>;

/** Returns the oldest records of a list, up to so many. */
const oldest = async <T extends { readonly uuid: string; readonly created_at: Seconds }>(
  list: (query: Query) => Promise<Page<T>>,
  turn: InvoiceReader['turn'],
  most: number,
): Promise<T[]> => {
  const records: T[] = [];
  let from: Position | undefined;
  for (let more = true; more && records.length < most; ) {
    const page = await list({ limit: Math.min(ROWS_AT_ONCE, most - records.length), ...(from && { from }) });
    records.push(...page.records);
    more = page.more;
    await turn();
    const last = records.at(-1);
    from = last && { id: last.uuid, at: last.created_at, back: false };
  }
  return records;
};

/**
 * Returns the charge invoices that credit invoices came from, by id: the first of each, because versions before 2.10
 * name only one.
 */
const originalsOf = async (
  { invoices }: Pick<Records, 'invoices'>,
  credits: readonly ShownInvoice[],
  version: Version,
): Promise<ReadonlyMap<string, ShownInvoice>> => {
  if (atLeast(version, '2.10')) return new Map();
  const ids = new Set(credits.flatMap(({ original_ids }) => original_ids.slice(0, 1)));
  const found = await Promise.all([...ids].map((id) => invoices.find(id)));
  return new Map(found.filter((one) => one !== undefined).map((one) => [one.uuid, one]));
};
