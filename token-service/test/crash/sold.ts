import type { Database, Row } from '../../src/storage/database.ts';
import { heldOf } from '../money/audit-money.ts';
import type { Books } from '../money/read-books.ts';
import { cents, differences, tally } from '../money/sums.ts';
import type { Outcome, Placed } from './shopper.ts';

type Sale = Placed & { readonly outcome: Extract<Outcome, { readonly is: 'sold' }> };

export const isSold = (order: Placed): order is Sale => order.outcome?.is === 'sold';

/** The codes of accounts, by their ids. */
export const readAccounts = async (database: Database): Promise<ReadonlyMap<unknown, unknown>> =>
  new Map(
    (await database.all('SELECT id, account_code FROM accounts')).map(({ id, account_code }) => [id, account_code]),
  );

/**
 * Compares the books with what clients were told, once each has asked until it was answered: what was acknowledged is
 * there, once and paid for, and nothing else is. Answers one line for each difference.
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

/** Each sale has one invoice of its own, paid, and no invoice is without a sale. */
const invoicesOf = (sales: readonly Sale[], { invoices }: Books, accounts: ReadonlyMap<unknown, unknown>): string[] => {
  const charged = new Map(
    invoices.filter(({ type }) => type === 'charge').map((invoice) => [String(invoice.invoice_number), invoice]),
  );
  const shown = (number: string, invoice: Row | undefined): string =>
    invoice
      ? `${number} of ${accounts.get(invoice.account_id)} over ${invoice.total_in_cents}, ${invoice.state}`
      : `${number}, which is not there`;
  const wrong = sales.flatMap(({ key, account, outcome: { invoice, total } }) => {
    const [told, is] = [`${invoice} of ${account} over ${total}, paid`, shown(invoice, charged.get(invoice))];
    return told === is ? [] : [`${key} was sold as invoice ${told}, and it is ${is}`];
  });
  const times = tally(
    sales,
    ({ outcome }) => outcome.invoice,
    () => 1,
  );
  const shared = [...times].filter(([, count]) => count > 1).map(([number]) => `Invoice ${number} is of several sales`);
  const nobodys = [...charged.keys()].filter((number) => !times.has(number));
  return [...wrong, ...shared, ...nobodys.map((number) => `Nobody was told of invoice ${number}`)];
};

const openedFor = (sales: readonly Sale[], accounts: ReadonlyMap<unknown, unknown>): string[] => {
  const buyers = new Set<unknown>(sales.map(({ account }) => account));
  // The demo site has accounts of its own.
  const others = [...accounts.values()].filter((code) => String(code).startsWith('shopper-') && !buyers.has(code));
  return others.map((code) => `${code} bought nothing and is there`);
};

const subscriptionsOf = (sales: readonly Sale[], { lines }: Books): string[] => {
  const made = lines.filter(({ origin }) => origin === 'plan').length;
  const sold = sales.filter(({ subscribes }) => subscribes).length;
  return made === sold ? [] : [`${sold} subscriptions were sold, and ${made} were invoiced`];
};

/** What the gateway holds, charge by charge, is what a paid invoice names as its payment. */
const paymentsOf = ({ calls, transactions, invoices }: Books): string[] => {
  const charges = calls.filter(({ action }) => action === 'charge');
  const held = tally(
    charges,
    ({ answer }) => String(answer.reference),
    (call) => heldOf(call, calls),
  );
  const paid = new Set(invoices.filter(({ state }) => state === 'paid').map(({ uuid }) => uuid));
  const payments = transactions.filter(
    ({ action, status, invoice_id }) => action === 'purchase' && status === 'success' && paid.has(invoice_id),
  );
  const told = tally(
    payments,
    ({ reference }) => String(reference),
    (payment) => cents(payment, 'amount_in_cents'),
  );
  return differences('What the gateway holds and what was paid', held, told);
};

/** What was declined left its transaction, and that paid for nothing. */
const declinesOf = (orders: readonly Placed[], { transactions }: Books): string[] => {
  const known = new Map(transactions.map((transaction) => [transaction.uuid, transaction]));
  return orders.flatMap(({ key, outcome }) => {
    if (outcome?.is !== 'declined') return [];
    const left = known.get(outcome.transaction);
    const stands = left?.status === 'failed' && left.invoice_id === null;
    return stands ? [] : [`${key} was declined, and its transaction ${outcome.transaction} is ${left?.status}`];
  });
};

/** Who had a coupon or a gift card was told so, and nobody else had it. */
const usedBy = (sales: readonly Sale[], { coupons, redemptions, giftCards }: Books): string[] => {
  const told = (named: (sale: Sale) => string | undefined) =>
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
      told(({ coupon }) => coupon),
      redeemed,
    ),
    ...differences(
      'The use of the gift card',
      told(({ giftCard }) => giftCard),
      taken,
    ),
  ];
};

/** When everybody who wanted a gift card was told that it is used up, somebody should have had it. */
const refusedInVain = (orders: readonly Placed[], { giftCards }: Books): string[] =>
  giftCards
    .filter(({ redeemed_at }) => redeemed_at === null)
    .filter(({ redemption_code }) => {
      const wanted = orders.filter(({ giftCard }) => giftCard === redemption_code);
      return (
        wanted.length > 0 && wanted.every(({ outcome }) => outcome?.is === 'refused' && outcome.because === 'gift card')
      );
    })
    .map(({ redemption_code }) => `${redemption_code} was refused as used, and nobody has used it`);
