import type { Database, Row } from '../../src/adapters/storage/database.ts';
import { byPayment, heldOf, isPayment } from '../money/audit-money.ts';
import type { Books } from '../money/read-books.ts';
import { cents, differences, tally } from '../money/sums.ts';
import type { Outcome, Placed } from './shopper.ts';

type Sale = Placed & { readonly outcome: Extract<Outcome, { readonly is: 'sold' }> };

export const isSold = (order: Placed): order is Sale => order.outcome?.is === 'sold';

/** Returns account codes by account id. */
export const readAccounts = async (database: Database): Promise<ReadonlyMap<unknown, unknown>> =>
  new Map(
    (await database.all('SELECT id, account_code FROM accounts')).map(({ id, account_code }) => [id, account_code]),
  );

/**
 * Compares the books with the answers, once every client has repeated its orders until they were answered: each
 * acknowledged sale is recorded and paid exactly once, and nothing else is. Returns one line for each difference.
 */
export const differencesInSales = (
  orders: readonly Placed[],
  books: Books,
  accounts: ReadonlyMap<unknown, unknown>,
): string[] => {
  const sales = orders.filter(isSold);
  return [
    ...invoicesOf(sales, books, accounts),
    ...openedFor(sales, accounts),
    ...subscriptionsOf(sales, books),
    ...paymentsOf(books),
    ...declinesOf(orders, books),
    ...usedBy(sales, books),
    ...refusedInVain(orders, books),
  ];
};

/** Each sale has exactly one paid invoice, and every invoice belongs to a sale. */
const invoicesOf = (sales: readonly Sale[], { invoices }: Books, accounts: ReadonlyMap<unknown, unknown>): string[] => {
  const charged = new Map(
    invoices.filter(({ type }) => type === 'charge').map((invoice) => [String(invoice.invoice_number), invoice]),
  );
  const shown = (number: string, invoice: Row | undefined): string =>
    invoice
      ? `${number} of ${accounts.get(invoice.account_id)} over ${invoice.total_in_cents}, ${invoice.state}`
      : `${number}, which is not there`;
  const wrong = sales.flatMap(({ key, account, outcome: { invoice, total } }) => {
    const [reported, is] = [`${invoice} of ${account} over ${total}, paid`, shown(invoice, charged.get(invoice))];
    return reported === is ? [] : [`${key} was sold as invoice ${reported}, and it is ${is}`];
  });
  const times = tally(
    sales,
    ({ outcome }) => outcome.invoice,
    () => 1,
  );
  const shared = [...times].filter(([, count]) => count > 1).map(([number]) => `Invoice ${number} is of several sales`);
  const unclaimed = [...charged.keys()].filter((number) => !times.has(number));
  return [...wrong, ...shared, ...unclaimed.map((number) => `No client knows of invoice ${number}`)];
};

const openedFor = (sales: readonly Sale[], accounts: ReadonlyMap<unknown, unknown>): string[] => {
  const buyers = new Set<unknown>(sales.map(({ account }) => account));
  // The demo site has accounts of its own in addition.
  const others = [...accounts.values()].filter((code) => String(code).startsWith('shopper-') && !buyers.has(code));
  return others.map((code) => `${code} bought nothing and is there`);
};

const subscriptionsOf = (sales: readonly Sale[], { lines }: Books): string[] => {
  const made = lines.filter(({ origin }) => origin === 'plan').length;
  const sold = sales.filter(({ subscribes }) => subscribes).length;
  return made === sold ? [] : [`${sold} subscriptions were sold, and ${made} were invoiced`];
};

/** Each charge that the gateway holds is the payment of a paid invoice. */
const paymentsOf = ({ calls, transactions, invoices }: Books): string[] => {
  const charges = calls.filter(isPayment);
  const later = byPayment(calls);
  const held = tally(
    charges,
    ({ reference }) => String(reference),
    (call) => heldOf(call, later),
  );
  const paid = new Set(invoices.filter(({ state }) => state === 'paid').map(({ uuid }) => uuid));
  const payments = transactions.filter(
    ({ action, status, invoice_id }) => action === 'purchase' && status === 'success' && paid.has(invoice_id),
  );
  const reported = tally(
    payments,
    ({ reference }) => String(reference),
    (payment) => cents(payment, 'amount_in_cents'),
  );
  return differences('What the gateway holds and what was paid', held, reported);
};

/** Each declined order left a transaction that paid no invoice. */
const declinesOf = (orders: readonly Placed[], { transactions }: Books): string[] => {
  const known = new Map(transactions.map((transaction) => [transaction.uuid, transaction]));
  return orders.flatMap(({ key, outcome }) => {
    if (outcome?.is !== 'declined') return [];
    const left = known.get(outcome.transaction);
    const stands = left?.status === 'failed' && left.invoice_id === null;
    return stands ? [] : [`${key} was declined, and its transaction ${outcome.transaction} is ${left?.status}`];
  });
};

/** Each redemption of a coupon or gift card was reported to its client, and no other client redeemed it. */
const usedBy = (sales: readonly Sale[], { coupons, redemptions, giftCards }: Books): string[] => {
  const reported = (named: (sale: Sale) => string | undefined) =>
    tally(
      sales.filter((sale) => named(sale) !== undefined),
      (sale) => String(named(sale)),
      () => 1,
    );
  const codes = new Map(coupons.map(({ key, coupon_code }) => [key, coupon_code]));
  const redeemed = tally(
    redemptions,
    ({ coupon_key }) => String(codes.get(coupon_key)),
    () => 1,
  );
  const taken = tally(
    giftCards.filter(({ redeemed_at }) => redeemed_at !== null),
    ({ redemption_code }) => String(redemption_code),
    () => 1,
  );
  return [
    ...differences(
      'The use of the coupon',
      reported(({ coupon }) => coupon),
      redeemed,
    ),
    ...differences(
      'The use of the gift card',
      reported(({ giftCard }) => giftCard),
      taken,
    ),
  ];
};

/** Returns gift cards that every client was told are used up, although no client redeemed them. */
const refusedInVain = (orders: readonly Placed[], { giftCards }: Books): string[] =>
  giftCards
    .filter(({ redeemed_at }) => redeemed_at === null)
    .filter(({ redemption_code }) => {
      const wanted = orders.filter(({ giftCard }) => giftCard === redemption_code);
      return (
        wanted.length > 0 && wanted.every(({ outcome }) => outcome?.is === 'refused' && outcome.because === 'gift card')
      );
    })
    .map(({ redemption_code }) => `${redemption_code} was refused as used, but no client redeemed it`);
