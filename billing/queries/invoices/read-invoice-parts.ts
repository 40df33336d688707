import { type InvoiceParts, MOST_EMBEDDED } from '../../domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { asSettled } from '../../domain/transactions/settled.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ListQuery, Page, Position } from '../../ports/listing.ts';
import type { Records } from '../../ports/storage.ts';
import { atLeast, minor, type Version } from '../../resources/version.ts';

type Read = Pick<Records, 'invoices' | 'adjustments' | 'transactions' | 'creditPayments'>;

/**
 * Rows of one kind that are read at once of several invoices, and of a long one: some milliseconds, and one, of work.
 */
const ROWS_TOGETHER = 200;
const ROWS_AT_ONCE = 100;

/** Up to this version an invoice names its subscription. */
const NAMES_SUBSCRIPTION = 7;

/** How parts of invoices are read. */
export interface Reading {
  /** Transactions are shown as they stand at the moment of the request. */
  readonly caller: Pick<Caller, 'site' | 'at'>;
  readonly version: Version;
  /** Resolves when the next step of a long read may begin. */
  readonly turn: () => Promise<void>;
  /** How much of each list in an invoice is shown; one more is read, where there is more. */
  readonly embedded?: number;
}

/** Reads all that is shown inside invoices. */
export const partsOf = (records: Read, invoices: readonly ShownInvoice[], reading: Reading): Promise<InvoiceParts[]> =>
  Array.fromAsync(eachParts(records, invoices, reading));

/**
 * Reads what is shown inside invoices, one after the other and no faster than it is taken. Short invoices are read
 * together.
 */
export async function* eachParts(
  records: Read,
  invoices: readonly ShownInvoice[],
  reading: Reading,
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

/** The parts of invoices that have few rows between them; undefined where they have too many to be read at once. */
const shortParts = async (
  records: Read,
  invoices: readonly ShownInvoice[],
  { version, caller }: Reading,
): Promise<InvoiceParts[] | undefined> => {
  const { adjustments, transactions, creditPayments } = records;
  const ids = invoices.map(({ uuid }) => uuid);
  const limit = ROWS_TOGETHER + 1;
  const [lines, payments, credit, originals] = await Promise.all([
    adjustments.onInvoices(ids, limit),
    transactions.ofInvoices(ids, limit),
    creditPayments.ofInvoices(ids, limit),
    originalsOf(records, invoices, version),
  ]);
  if ([lines, payments, credit].some(({ length }) => length === limit)) return undefined;

  const linesById = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const paymentsById = Map.groupBy(payments, ({ invoice_id }) => invoice_id);
  return invoices.map((invoice) => ({
    invoice,
    original: originals.get(invoice.original_ids[0] ?? ''),
    lines: linesById.get(invoice.uuid) ?? [],
    transactions: (paymentsById.get(invoice.uuid) ?? []).map((one) => asSettled(one, caller.at)),
    creditPayments: credit.filter(
      (one) => one.original_invoice_id === invoice.uuid || one.applied_to_invoice_id === invoice.uuid,
    ),
  }));
};

/** The parts of one invoice that has many rows. */
const longParts = async (
  records: Read,
  invoice: ShownInvoice,
  { version, turn, caller, embedded = MOST_EMBEDDED }: Reading,
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
  turn: Reading['turn'],
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

/** The oldest records of a list, up to so many. */
const oldest = async <T extends { readonly uuid: string; readonly created_at: number }>(
  list: (query: Query) => Promise<Page<T>>,
  turn: Reading['turn'],
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
 * The charge invoices that credit invoices came from, by id: the first of each, because versions before 2.10 name only
 * one.
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
