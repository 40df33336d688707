import type { GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';
import type { Row } from '../../src/adapters/storage/database.ts';
import type { Books } from './read-books.ts';
import { cents, customer, differences, sum, tally } from './sums.ts';

/** Checks that the entries of each posting add up to zero, and what each customer owes or is owed in each currency. */
export const balances = ({ movements, entries, invoices }: Books): string[] => {
  const byMovement = Map.groupBy(entries, ({ movement_id }) => movement_id);
  const unbalanced = movements.flatMap(({ id, kind, subject }) => {
    const total = sum(byMovement.get(id) ?? [], (entry) => cents(entry, 'amount'));
    return total === 0 ? [] : [`The entries of ${kind} ${subject} add up to ${total}`];
  });
  const about = new Map(movements.map((movement) => [movement.id, movement]));
  const inLedger = (account: string) =>
    tally(
      entries.filter((entry) => entry.account === account),
      (entry) => customer(about.get(entry.movement_id) as Row),
      (entry) => cents(entry, 'amount'),
    );
  const onInvoices = (type: string) =>
    tally(
      invoices.filter((invoice) => invoice.type === type),
      customer,
      (invoice) => cents(invoice, 'balance_in_cents'),
    );
  return [
    ...unbalanced,
    ...differences('What a customer owes', inLedger('receivable'), onInvoices('charge')),
    ...differences('The credit', inLedger('credit'), onInvoices('credit')),
  ];
};

/** Transactions whose outcome the bank has not reported yet, or that it rejected. */
const UNSETTLED: readonly unknown[] = ['scheduled', 'processing', 'pending', 'failed'];

/** A chargeback after settlement; the gateway reports it only when asked. */
const isChargedBack = ({ status, message }: Row): boolean =>
  status === 'void' && message === 'Charged back by the bank';

/** Checks that the ledger has what payouts brought to the bank, their fees, and the differences that were accepted. */
export const paidOut = ({ movements, entries, payouts, payoutLines, payoutAcceptances }: Books): string[] => {
  const about = new Map(movements.map((movement) => [movement.id, movement]));
  const inLedger = (account: string) =>
    tally(
      entries.filter((entry) => entry.account === account && about.get(entry.movement_id)?.kind !== 'dispute.fee'),
      (entry) => String(about.get(entry.movement_id)?.currency),
      (entry) => cents(entry, 'amount'),
    );
  const currencies = new Map(payouts.map(({ id, currency }) => [id, String(currency)]));
  const currencyOf = ({ payout_id }: Row) => currencies.get(payout_id) ?? 'none';
  return [
    ...differences(
      'The balance at the bank',
      inLedger('bank'),
      tally(payoutLines, currencyOf, (line) => cents(line, 'gross_in_cents') - cents(line, 'fee_in_cents')),
    ),
    ...differences(
      'The fees of payouts',
      inLedger('fees'),
      tally(payoutLines, currencyOf, (line) => cents(line, 'fee_in_cents')),
    ),
    ...differences(
      'The accepted differences of payouts',
      inLedger('payout_differences'),
      tally(
        payoutAcceptances,
        ({ currency }) => String(currency),
        (acceptance) => -cents(acceptance, 'amount_in_cents'),
      ),
    ),
  ];
};

/** Checks that the gateway’s own log and the offline payments agree with the ledger. */
export const cash = (books: Books): string[] => {
  const { movements, entries, transactions, calls, disputes, payouts, payoutLines, payoutAcceptances } = books;
  const payments = new Map(
    transactions
      .filter(({ action, reference }) => action !== 'refund' && reference !== null)
      .map((one) => [String(one.reference), one]),
  );
  const problems: string[] = [];
  const expected = new Map<string, number>();
  const add = (name: string, amount: number) => expected.set(name, (expected.get(name) ?? 0) + amount);

  const later = byPayment(calls);
  for (const call of calls.filter(isPayment)) {
    const held = heldOf(call, later);
    const payment = payments.get(String(call.reference));
    if (held === 0) continue;
    if (!payment) problems.push(`The gateway holds ${held} by ${call.key}, and no transaction tells of it`);
    else if (!UNSETTLED.includes(payment.status)) {
      add(customer(payment), isChargedBack(payment) ? held - cents(payment, 'amount_in_cents') : held);
      if (!payment.invoice_id) problems.push(`The payment ${payment.uuid} has no invoice`);
    }
  }
  for (const payment of transactions.filter(({ gateway_code, status }) => !gateway_code && status === 'success')) {
    add(customer(payment), cents(payment, 'amount_in_cents') * (payment.action === 'refund' ? -1 : 1));
  }
  // The gateway accepted these refunds, and has their amounts again.
  for (const refund of transactions.filter(isRefundFailedLater))
    add(customer(refund), cents(refund, 'amount_in_cents'));
  for (const dispute of disputes.filter(({ booked }) => Boolean(booked))) {
    const name = customer(dispute);
    add(name, -cents(dispute, 'withdrawn_in_cents') - cents(dispute, 'fee_in_cents'));
    // One that was lost may be won after all: its payment stays charged back.
    if (dispute.state !== 'open') add(name, chargedBackOf(dispute, transactions));
    if (dispute.state === 'lost') add(name, 0 - cents(dispute, 'amount_in_cents'));
  }
  const currencies = new Map(payouts.map(({ id, currency }) => [id, String(currency)]));
  for (const line of payoutLines) {
    add(customer({ account_id: null, currency: currencies.get(line.payout_id) ?? '' }), -cents(line, 'gross_in_cents'));
  }
  for (const acceptance of payoutAcceptances) {
    const { currency } = acceptance;
    add(customer({ account_id: null, currency: String(currency) }), cents(acceptance, 'amount_in_cents'));
  }
  const about = new Map(movements.map((movement) => [movement.id, movement]));
  const inCash = entries.filter(({ account }) => account === 'cash');
  for (const entry of inCash) {
    const movement = about.get(entry.movement_id) as Row;
    if (movement.kind === 'invoice.marked_successful') add(customer(movement), cents(entry, 'amount'));
  }
  const inLedger = tally(
    inCash,
    (entry) => customer(about.get(entry.movement_id) as Row),
    (entry) => cents(entry, 'amount'),
  );
  return [...problems, ...differences('The cash', inLedger, expected)];
};

const isRefundFailedLater = ({ action, status, transaction_error }: Row): boolean =>
  action === 'refund' && status === 'failed' && String(transaction_error).includes('transaction_failed_to_settle');

/**
 * The part of a lost dispute that transactions show: the payment that was voided, or the refunds of its parts. A debit
 * may come back from the bank after its dispute was won, which is no part of it.
 */
const chargedBackOf = ({ transaction_uuid, closed_at }: Row, transactions: readonly Row[]): number =>
  sum(
    transactions.filter(
      (one) =>
        Number(one.updated_at) <= Number(closed_at) &&
        one.message === 'Charged back by the bank' &&
        ((one.uuid === transaction_uuid && one.status === 'void') ||
          (one.original_transaction_uuid === transaction_uuid && one.action === 'refund')),
    ),
    (one) => cents(one, 'amount_in_cents'),
  );

/** Whether a call took or authorized money, or tried to. */
export const isPayment = ({ action }: GatewayLogEntry): boolean => action === 'purchase' || action === 'authorize';

/** The calls of a gateway by the reference of the payment that they are about. */
export type CallsAbout = ReadonlyMap<string | null | undefined, readonly GatewayLogEntry[]>;

export const byPayment = (calls: readonly GatewayLogEntry[]): CallsAbout => Map.groupBy(calls, ({ about }) => about);

/** Cents of a payment that a gateway has taken and not refunded. */
export const heldOf = (payment: GatewayLogEntry, about: CallsAbout): number => {
  const { reference } = payment;
  const later = reference === null ? [] : (about.get(reference) ?? []);
  const all = [payment, ...later].filter((call) => !('error_code' in resultOf(call)));
  if (all.some(({ movements }) => movements.includes('void'))) return 0;
  const moved = (...kinds: readonly string[]) =>
    sum(
      all.filter(({ movements }) => movements.some((movement) => kinds.includes(movement))),
      (call) => resultOf(call).amount_in_cents,
    );
  return moved('capture', 'debit') - moved('refund');
};

/** Returns the result of a call, even if the caller received no answer. */
export const resultOf = ({ answer, happened }: GatewayLogEntry) => happened ?? answer;
