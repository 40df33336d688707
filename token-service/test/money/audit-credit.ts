import type { Row } from '../../src/adapters/storage/database.ts';
import type { Books } from './read-books.ts';
import { cents, sum, tally } from './sums.ts';

const RETURNED = ['success', 'scheduled', 'processing', 'pending'];

/**
 * Checks that credit is never more than what was received: what was credited of a charge invoice, its write-off
 * included, is at most its total, and so is that with what is still owed; and of these credits, what is open or was
 * spent elsewhere is at most what was received for the invoice.
 */
export const creditReceived = (books: Books): string[] => {
  const { invoices } = books;
  const credits = creditsOf(books);
  const received = receivedFor(books, credits);
  const held = heldOf(books, credits);
  return invoices
    .filter(({ type }) => type === 'charge')
    .flatMap((invoice) => {
      const id = String(invoice.uuid);
      const about = `invoice ${invoice.invoice_number} (${invoice.origin}, ${invoice.state})`;
      const [total, balance] = [cents(invoice, 'total_in_cents'), cents(invoice, 'balance_in_cents')];
      const credited = sum([...(credits.get(id)?.values() ?? [])], (amount) => amount);
      const [has, got] = [held.get(id) ?? 0, Math.max(0, received.get(id) ?? 0)];
      return [
        ...(cents(invoice, 'credited_in_cents') === credited
          ? []
          : [`${about} says that ${invoice.credited_in_cents} was credited, and its credits say ${credited}`]),
        ...(credited + balance <= total
          ? []
          : [`Of ${total} of ${about}, ${credited} is credited and ${balance} owed`]),
        ...(has <= got ? [] : [`For ${about} ${got} was received, and ${has} is open or was spent elsewhere`]),
      ];
    });
};

type Credits = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Cents that each credit invoice credits of each charge invoice, by charge. */
const creditsOf = ({ lines }: Books): Credits => {
  const charges = new Map(lines.map((line) => [line.uuid, String(line.invoice_id)]));
  const credits = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const charge = charges.get(line.original_adjustment_uuid ?? '');
    if (charge === undefined || line.invoice_id === null) continue;
    const own = credits.get(charge) ?? new Map<string, number>();
    const credit = String(line.invoice_id);
    own.set(credit, (own.get(credit) ?? 0) - cents(line, 'total_in_cents'));
    credits.set(charge, own);
  }
  return credits;
};

/** Money and credit that was received for each charge invoice, without what went back to the customer. */
const receivedFor = ({ transactions, creditPayments, movements, entries }: Books, credits: Credits) => {
  const amount = (row: Row) => cents(row, 'amount_in_cents');
  const payments = transactions.filter(({ action, status }) => action === 'purchase' && status === 'success');
  const money = tally(payments, ({ invoice_id }) => String(invoice_id), amount);
  const invoiceOf = new Map(transactions.map(({ uuid, invoice_id }) => [uuid, String(invoice_id)]));
  const returned = tally(
    transactions.filter(({ action, status }) => action === 'refund' && RETURNED.includes(String(status))),
    (refund) => invoiceOf.get(refund.original_transaction_uuid ?? '') ?? onlyChargeOf(credits, refund.invoice_id),
    amount,
  );
  const marked = tally(
    movements.filter(({ kind }) => kind === 'invoice.marked_successful'),
    ({ subject }) => String(subject),
    ({ id }) =>
      sum(
        entries.filter(({ movement_id, account }) => movement_id === id && account === 'cash'),
        (entry) => cents(entry, 'amount'),
      ),
  );
  const byCredit = tally(
    creditPayments.filter(
      (one) =>
        one.voided_at === null &&
        one.applied_to_invoice_id !== null &&
        !credits.get(String(one.applied_to_invoice_id))?.has(String(one.original_invoice_id)),
    ),
    ({ applied_to_invoice_id }) => String(applied_to_invoice_id),
    amount,
  );
  const of = (totals: Map<string, number>, id: string) => totals.get(id) ?? 0;
  const ids = new Set([...money.keys(), ...marked.keys(), ...byCredit.keys(), ...returned.keys()]);
  return new Map([...ids].map((id) => [id, of(money, id) + of(marked, id) + of(byCredit, id) - of(returned, id)]));
};

/** A refund by hand may be of a payment that was not recorded. */
const onlyChargeOf = (credits: Credits, credit: Row[string] | undefined): string =>
  [...credits].find(([, own]) => own.has(String(credit)))?.[0] ?? '';

/** Returns the credit for each charge invoice that is open, or was spent on other invoices. */
const heldOf = ({ invoices, transactions, creditPayments }: Books, credits: Credits): Map<string, number> => {
  const origins = new Map(invoices.map(({ uuid, origin }) => [String(uuid), origin]));
  const payments = new Map(creditPayments.map((one) => [String(one.uuid), one]));
  const valid = creditPayments.filter(({ voided_at }) => voided_at === null);
  const invoiceOf = new Map(transactions.map(({ uuid, invoice_id }) => [uuid, invoice_id]));
  const held = new Map<string, number>();
  for (const [charge, own] of credits) {
    for (const [credit, given] of own) {
      if (origins.get(credit) === 'write_off') continue;
      const gone = [
        ...valid.filter(
          (one) =>
            one.original_invoice_id === credit &&
            (one.applied_to_invoice_id === null || one.applied_to_invoice_id === charge),
        ),
        // Credit that was spent elsewhere and refunded there as money.
        ...valid.filter(
          ({ original_credit_payment_uuid: original }) =>
            original !== null && payments.get(String(original))?.original_invoice_id === credit,
        ),
        ...transactions.filter(
          ({ action, status, invoice_id, original_transaction_uuid: original }) =>
            action === 'refund' &&
            invoice_id === credit &&
            RETURNED.includes(String(status)) &&
            (original === null || invoiceOf.get(original) === charge),
        ),
      ];
      const left = given - sum(gone, (one) => cents(one, 'amount_in_cents'));
      held.set(charge, (held.get(charge) ?? 0) + Math.max(0, left));
    }
  }
  return held;
};
