import type { Row } from '../../src/adapters/storage/database.ts';
import type { Books } from './read-books.ts';
import { cents, sum, tally } from './sums.ts';

const isInclusive = ({ tax_inclusive }: Row): boolean => Boolean(tax_inclusive);

/** Checks the amounts of each line, and that each invoice equals the sum of its lines. */
export const sumsOfInvoices = ({ invoices, lines }: Books): string[] => {
  const onInvoice = Map.groupBy(lines, ({ invoice_id }) => invoice_id);
  const wrongLines = lines.filter(
    (line) =>
      line.invoice_id !== null &&
      cents(line, 'total_in_cents') !==
        cents(line, 'unit_amount_in_cents') * cents(line, 'quantity') -
          cents(line, 'discount_in_cents') +
          (isInclusive(line) ? 0 : cents(line, 'tax_in_cents')),
  );
  return [
    ...wrongLines.map(({ uuid }) => `The line ${uuid} does not add up`),
    ...invoices.flatMap((invoice) => {
      const own = onInvoice.get(invoice.uuid) ?? [];
      const of = (column: string) => sum(own, (line) => cents(line, column));
      const within = (column: string) => sum(own.filter(isInclusive), (line) => cents(line, column));
      const gross = sum(own, (line) => cents(line, 'unit_amount_in_cents') * cents(line, 'quantity'));
      const ofDiscount = within('discount_tax_in_cents');
      // The figures of an invoice are without the tax that prices and discounts contain.
      const before = gross - within('tax_in_cents') - ofDiscount;
      const [discount, tax] = [of('discount_in_cents') - ofDiscount, of('tax_in_cents')];
      const shown = ['subtotal_before_discount', 'discount', 'subtotal', 'tax', 'total'];
      const wanted = [before, discount, before - discount, tax, before - discount + tax];
      const wrong = shown.filter((name, place) => cents(invoice, `${name}_in_cents`) !== wanted[place]);
      return wrong.map((name) => `The ${name} of invoice ${invoice.invoice_number} is not that of its lines`);
    }),
  ];
};

/** Checks that balance = total − payments − credit. Refunds reduce the credit invoice they were made with. */
export const paymentsOfInvoices = ({ invoices, transactions, creditPayments, movements, entries }: Books): string[] => {
  const amount = (row: Row) => cents(row, 'amount_in_cents');
  const valid = creditPayments.filter(({ voided_at }) => voided_at === null);
  const applied = tally(valid, (one) => String(one.applied_to_invoice_id), amount);
  const drawn = tally(valid, (one) => String(one.original_invoice_id), amount);
  const successful = transactions.filter(({ status, action }) => status === 'success' && action === 'purchase');
  const paid = tally(successful, (one) => String(one.invoice_id), amount);
  const refunds = transactions.filter(
    ({ action, status }) =>
      action === 'refund' && ['success', 'scheduled', 'processing', 'pending'].includes(String(status)),
  );
  const returned = tally(refunds, (one) => String(one.invoice_id), amount);
  const credited = new Map(
    movements
      .filter(({ kind }) => kind === 'invoice.marked_successful')
      .map(({ id, subject }) => {
        const entry = entries.find(({ movement_id, account }) => movement_id === id && account === 'cash');
        return [String(subject), entry ? cents(entry, 'amount') : 0];
      }),
  );
  return invoices.flatMap((invoice) => {
    const id = String(invoice.uuid);
    const of = (totals: Map<string, number>) => totals.get(id) ?? 0;
    const total = cents(invoice, 'total_in_cents');
    const wanted =
      invoice.type === 'charge' ? total - of(paid) - of(applied) - of(credited) : total + of(drawn) + of(returned);
    const balance = cents(invoice, 'balance_in_cents');
    const about = `invoice ${invoice.invoice_number} (${invoice.type}, ${invoice.origin}, ${invoice.state})`;
    const closed = ['paid', 'failed', 'closed', 'voided'].includes(String(invoice.state));
    const open = ['pending', 'past_due', 'open'].includes(String(invoice.state));
    return [
      ...(balance === wanted ? [] : [`The balance of ${about} is ${balance}, by its payments ${wanted}`]),
      ...(closed && balance !== 0 ? [`${about} has ${balance} open`] : []),
      ...(open && balance === 0 ? [`${about} has nothing open`] : []),
      ...((invoice.type === 'charge' ? balance < 0 : balance > 0) ? [`${about} has a balance of ${balance}`] : []),
    ];
  });
};

/** Checks that credited units plus remaining units equal the units sold. */
export const quantities = ({ lines }: Books): string[] => {
  const given = lines.filter(({ credit_reason_code }) => credit_reason_code === 'refund');
  const refunded = tally(
    given,
    ({ original_adjustment_uuid }) => String(original_adjustment_uuid),
    (line) => cents(line, 'total_in_cents'),
  );
  return lines.flatMap((line) => {
    const total = cents(line, 'total_in_cents');
    const back = 0 - (refunded.get(String(line.uuid)) ?? 0);
    const [sold, left] = [cents(line, 'quantity'), cents(line, 'quantity_remaining')];
    const exact = line.quantity_decimal_remaining === null ? undefined : cents(line, 'quantity_decimal_remaining');
    const counted = line.quantity_decimal === null ? sold : cents(line, 'quantity_decimal');
    return [
      ...(back > Math.max(total, 0) ? [`Of the line ${line.uuid} over ${total}, ${back} was refunded`] : []),
      ...(left < 0 || left > sold ? [`Of ${sold} units of the line ${line.uuid}, ${left} are left`] : []),
      ...(exact !== undefined && (exact <= 0 || exact >= counted || left === 0)
        ? [`Of ${counted} of the line ${line.uuid}, ${exact} is left, and ${left} units`]
        : []),
    ];
  });
};

const FIRST_NUMBER = 1000;

export const numbers = ({ invoices }: Books): string[] =>
  invoices.every(({ invoice_number }, place) => invoice_number === FIRST_NUMBER + place)
    ? []
    : [`The invoices are numbered ${invoices.map(({ invoice_number }) => invoice_number)}`];
