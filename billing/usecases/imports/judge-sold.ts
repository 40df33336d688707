import { centsIn, type ImportRow } from '../../domain/imports/column.ts';
import { subscriptionDateProblems } from '../../domain/imports/imported-subscription.ts';
import { CREDITS, OPEN_INVOICES, REDEMPTIONS, SUBSCRIPTIONS } from '../../domain/imports/tables.ts';
import { MAX_UNIT_CENTS } from '../../values/money/cents.ts';
import type { Seconds } from '../../values/time.ts';
import { importedUuid } from './import-deps.ts';
import { type ImportCheck, type JudgedAccounts, NO_ACCOUNT } from './judge-customers.ts';
import { countedRows, type JudgedCatalogue, type KnownPlan, type Report, reporting } from './judged-catalogue.ts';

type ImportedSubscriptionRow = ImportRow<(typeof SUBSCRIPTIONS)['columns']>;
type RedemptionRow = ImportRow<(typeof REDEMPTIONS)['columns']>;
type InvoiceRow = ImportRow<(typeof OPEN_INVOICES)['columns']>;

interface Sold {
  readonly accounts: JudgedAccounts;
  readonly catalogue: JudgedCatalogue;
  readonly counts: Map<string, number>;
}

/** Whether a row is about a subscription that has ended. */
export const hasExpired = ({ state }: ImportedSubscriptionRow): boolean => state === 'expired' || state === 'failed';

/** Whether a redemption no longer discounts at a moment. */
export const hasEnded = ({ ended_at, active_until }: RedemptionRow, at: Seconds): boolean =>
  ended_at !== undefined || (active_until !== undefined && active_until <= at);

/** Whether nothing is owed of an invoice. */
export const owesNothing = ({ state, balance, currency }: InvoiceRow): boolean =>
  ['paid', 'failed', 'voided', 'closed'].includes(state ?? '') ||
  (balance !== undefined && currency !== undefined && centsIn(balance, currency) === 0);

export const judgeSubscriptions = async (
  check: ImportCheck,
  { accounts, catalogue, counts }: Sold,
): Promise<ReadonlySet<string>> => {
  const { deps, files, problems, records, caller } = check;
  const report = reporting(files, SUBSCRIPTIONS, problems);
  const moments = { at: caller.at, books_closed_until: caller.site.books_closed_until };
  const known = new Set<string>();
  for await (const { row, values, isRead } of countedRows(check, SUBSCRIPTIONS, counts)) {
    const { subscription, account_code, plan_code, state } = values;
    if (subscription === undefined || hasExpired(values)) continue;
    const uuid = importedUuid(deps, caller.site, 'subscription', subscription);
    if (known.has(uuid))
      report(row, 'subscription', 'The subscription is in the file already. Write another name, or remove the row.');
    known.add(uuid);
    if (await records.subscriptions.find(uuid)) continue;
    if (account_code !== undefined && !(await accounts.has(account_code))) report(row, 'account_code', NO_ACCOUNT);
    if (isRead && state !== undefined)
      for (const { column, says } of subscriptionDateProblems(values, moments)) report(row, column, says);
    const plan = plan_code === undefined ? undefined : await catalogue.plan(plan_code);
    if (plan) judgePrices(report, row, values, plan);
    else if (plan_code !== undefined)
      report(row, 'plan_code', 'There is no such plan. Add it to plans.csv, or write the code of a plan of the site.');
  }
  return known;
};

const judgePrices = (report: Report, row: number, values: ImportedSubscriptionRow, plan: KnownPlan): void => {
  const { currency, unit_amount, add_ons = [], state, total_billing_cycles, remaining_billing_cycles } = values;
  if (currency === undefined) return;
  if (!plan.currencies.has(currency))
    report(
      row,
      'currency',
      `The plan has no price in this currency. Write one of ${[...plan.currencies].join(', ')}, or add a price to the plan.`,
    );
  if (plan.isRamp)
    report(
      row,
      'plan_code',
      'The price of this plan changes with its periods. Create its subscriptions by the API, and remove the row.',
    );
  if (unit_amount && centsIn(unit_amount, currency) > MAX_UNIT_CENTS)
    report(row, 'unit_amount', 'The amount is too large. Write the price of one, and the quantity beside it.');
  for (const { code } of add_ons) {
    const priced = plan.addOns.get(code);
    if (!priced)
      report(
        row,
        'add_ons',
        'The plan has no such add-on with a fixed price. Add it to add_ons.csv, or write the code of another one.',
      );
    else if (!priced.has(currency))
      report(row, 'add_ons', 'An add-on has no price in the currency of the row. Add one to it.');
  }
  if ((total_billing_cycles ?? plan.cycles) !== null && remaining_billing_cycles === undefined && state !== 'future')
    report(
      row,
      'remaining_billing_cycles',
      'The subscription has a term. Write how many periods of it are still to be billed.',
    );
};

export const judgeRedemptions = async (
  check: ImportCheck,
  { accounts, catalogue, counts }: Sold,
  subscriptions: ReadonlySet<string>,
): Promise<void> => {
  const { deps, files, problems, records, caller } = check;
  const report = reporting(files, REDEMPTIONS, problems);
  const seen = new Set<string>();
  for await (const { row, values } of countedRows(check, REDEMPTIONS, counts)) {
    const { account_code, coupon_code, subscription, currency, redeemed_at } = values;
    if (account_code === undefined || coupon_code === undefined || hasEnded(values, caller.at)) continue;
    const key = caller.site.multiple_coupons ? redemptionReference(values) : account_code;
    if (seen.has(key))
      report(
        row,
        'account_code',
        'The account has such a coupon in the file already. Remove the row, or let the site accept several coupons.',
      );
    seen.add(key);
    if (!(await accounts.has(account_code))) report(row, 'account_code', NO_ACCOUNT);
    if (redeemed_at !== undefined && redeemed_at > caller.at)
      report(row, 'redeemed_at', 'The moment is in the future. Write when the customer redeemed the coupon.');
    if (currency !== undefined && !caller.site.currencies.includes(currency))
      report(row, 'currency', 'The site does not sell in this currency. Write one of the currencies of the site.');
    const coupon = await catalogue.coupon(coupon_code);
    if (!coupon)
      report(
        row,
        'coupon_code',
        'There is no such coupon that can be redeemed. Add it to coupons.csv, or write the code of one of the site.',
      );
    if (coupon?.currencies && !coupon.currencies.has(currency ?? ''))
      report(row, 'currency', 'The coupon takes off an amount. Write a currency that it has an amount in.');
    if (coupon?.isOfSubscriptions && subscription === undefined)
      report(row, 'subscription', 'The coupon is for one subscription. Write which, as in subscriptions.csv.');
    if (subscription === undefined) continue;
    const uuid = importedUuid(deps, caller.site, 'subscription', subscription);
    if (!subscriptions.has(uuid) && !(await records.subscriptions.find(uuid)))
      report(
        row,
        'subscription',
        'There is no such subscription. Write it as in subscriptions.csv, or leave the cell empty.',
      );
  }
};

/** Returns the name of a redemption: an account redeems a coupon once for the same. */
export const redemptionReference = ({ account_code, coupon_code, subscription }: RedemptionRow): string =>
  JSON.stringify([account_code, coupon_code?.toLowerCase(), subscription ?? null]);

/** Judges open invoices and credits. */
export const judgeOwed = async (check: ImportCheck, { accounts, counts }: Sold): Promise<void> => {
  const { files, problems, caller } = check;
  const judge = async (report: Report, row: number, account_code: string | undefined, currency: string | undefined) => {
    if (account_code !== undefined && !(await accounts.has(account_code))) report(row, 'account_code', NO_ACCOUNT);
    if (currency !== undefined && !caller.site.currencies.includes(currency))
      report(row, 'currency', 'The site does not sell in this currency. Write one of the currencies of the site.');
  };
  const onInvoice = reporting(files, OPEN_INVOICES, problems);
  const numbers = new Set<string>();
  for await (const { row, values } of countedRows(check, OPEN_INVOICES, counts)) {
    if (values.invoice_number === undefined || owesNothing(values)) continue;
    if (numbers.has(values.invoice_number))
      onInvoice(row, 'invoice_number', 'The number is in the file already. Write another one, or remove the row.');
    numbers.add(values.invoice_number);
    if (values.state === 'processing')
      onInvoice(
        row,
        'state',
        'Its payment has not settled. Wait until it has, or collect it in the other system and remove the row.',
      );
    await judge(onInvoice, row, values.account_code, values.currency);
  }
  const onCredit = reporting(files, CREDITS, problems);
  const credits = new Set<string>();
  for await (const { row, values } of countedRows(check, CREDITS, counts)) {
    if (values.credit === undefined) continue;
    if (credits.has(values.credit))
      onCredit(row, 'credit', 'The credit is in the file already. Write another name, or remove the row.');
    credits.add(values.credit);
    if (values.amount && values.currency && centsIn(values.amount, values.currency) === 0)
      onCredit(row, 'amount', 'The amount is 0. Write what is left of the credit, or remove the row.');
    await judge(onCredit, row, values.account_code, values.currency);
  }
};
