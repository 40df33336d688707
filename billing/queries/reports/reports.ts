import { AGING_COLUMNS, agingDifferences, agingRows } from './aging.ts';
import { AGING_BY_CUSTOMER_COLUMNS, agingByCustomerRows } from './aging-by-customer.ts';
import { ATTEMPT_COLUMNS, attemptRows } from './attempts.ts';
import { CANCELLATION_COLUMNS, cancellationRows } from './cancellations.ts';
import { CHURN_COLUMNS, churnRows } from './churn.ts';
import { COHORT_COLUMNS, cohortRows } from './cohorts.ts';
import { CUSTOMER_COLUMNS, customerRows } from './customers.ts';
import { LEDGER_COLUMNS, ledgerDifferences, ledgerRows } from './ledger.ts';
import { MOVEMENT_COLUMNS, movementRows } from './movements.ts';
import { MRR_COLUMNS, mrrRows } from './mrr.ts';
import {
  MRR_BY_COUNTRY_COLUMNS,
  MRR_SUBSCRIPTION_COLUMNS,
  mrrByCountryRows,
  mrrSubscriptionRows,
} from './mrr-by-country.ts';
import { DECLINE_COLUMNS, declineRows, PAYMENT_COLUMNS, paymentRows } from './payments.ts';
import {
  PAYOUT_COLUMNS,
  payoutDifferences,
  payoutRows,
  RECONCILIATION_COLUMNS,
  reconciliationRows,
} from './payouts.ts';
import { PERIOD_COLUMNS, periodRows } from './periods.ts';
import { POSTING_COLUMNS, postingDifferences, postingRows } from './postings.ts';
import { DUNNED_INVOICE_COLUMNS, dunnedInvoiceRows, RECOVERY_COLUMNS, recoveryRows } from './recovery.ts';
import type { ReportDefinition } from './report-definition.ts';
import { REVENUE_COLUMNS, revenueDifferences, revenueRows } from './revenue.ts';
import { SALES_COLUMNS, salesRows } from './sales.ts';
import { SCHEDULE_COLUMNS, scheduleRows } from './schedules.ts';
import { TAX_COLUMNS, taxDifferences, taxReportRows } from './tax.ts';
import { TAX_EVIDENCE_COLUMNS, taxEvidenceRows } from './tax-evidence.ts';
import { TAX_RETURNS } from './tax-returns.ts';
import { TRIAL_COLUMNS, trialRows } from './trials.ts';
import { WATERFALL_COLUMNS, waterfallRows } from './waterfall.ts';

/** The reports by their names. */
export const REPORTS = {
  aging: {
    group: 'books',
    title: 'What customers owe',
    summary: 'By invoice and age, at the end of any day',
    definition:
      'The balance of each charge invoice at the end of the day, from the movements of the ledger until then, by the days since its due date. The sum is the balance of the ledger account receivable.',
    about: 'day',
    columns: AGING_COLUMNS,
    rows: agingRows,
    differences: agingDifferences,
    agreement: 'The sum agrees with the ledger account receivable.',
  },
  aging_by_customer: {
    group: 'books',
    title: 'What each customer owes',
    summary: 'By customer and age, at the end of any day',
    definition:
      'The balances of the report What customers owe, added up by customer and currency, in a column for each age: days since the due date. The largest debt comes first. The sum is the balance of the ledger account receivable.',
    about: 'day',
    columns: AGING_BY_CUSTOMER_COLUMNS,
    rows: agingByCustomerRows,
    differences: agingDifferences,
    agreement: 'The sum agrees with the ledger account receivable.',
  },
  sales: {
    group: 'books',
    title: 'Sales and credits',
    summary: 'Every line of every invoice, with net, tax and service period',
    definition:
      'Every line of the invoices and credit invoices dated in the period, write-offs, gift cards that are bought and those that are redeemed included: net after discounts, tax, gross. Credits are below zero. Gift cards and write-offs are no revenue, so the net sum differs from what the report Revenue has billed. Country and VAT number are those on the invoice. Lines that sell, refund or redeem a gift card have the treatment gift_card, and are in no row of the report Tax. The service is from the first to the last day that earns revenue. With the filter taxes, such as “GST 5 %”, there is a column more: “Of this tax” is the part of that tax in the tax of the line.',
    about: 'period',
    columns: SALES_COLUMNS,
    rows: salesRows,
  },
  tax: {
    group: 'tax',
    title: 'Tax',
    summary: 'By country, region, type and rate, for a return',
    definition:
      'The lines of the invoices and credit invoices dated in the period, by jurisdiction and rate. A jurisdiction is a country, a state and a tax. The net amount of a line with several taxes is in the row of each, so net amounts have no sum here. Gift cards are left out, both when they are sold and when they are redeemed: what they pay for is here once, with its own tax, when it is sold. A write-off credits the tax of its invoice on its own day, which lowers the tax of that period; “Tax in write-offs” shows how much of it, as not every country refunds the tax of bad debts. The sum of the taxes is what the ledger account tax was credited with.',
    about: 'period',
    columns: TAX_COLUMNS,
    rows: taxReportRows,
    differences: taxDifferences,
    agreement: 'The taxes agree with what the ledger account tax was credited with.',
  },
  tax_evidence: {
    group: 'tax',
    title: 'Evidence of the place of supply (EU)',
    summary: 'Each sale to the EU, with what speaks for the customer’s country',
    definition:
      'The lines of the report Tax that are taxed in the European Union, or for which something speaks that they should be: those under reverse charge left out, as the VAT number decides there. Beside the country where a line is taxed stand those of the billing address, of the customer’s IP address where your servers sent it, and of the issuer of the card or of the bank, as they were at the sale; a payment that came later adds what it tells. “agree”: two pieces or more name the country where it is taxed, and none another; “agree_in_part”: two do, and another one does not; “conflict”: fewer than two do, and one names another country; “one_piece” and “none”: nothing else is known; “delivered”: the address of delivery decides. A credit has the evidence of the invoice that it credits. Sales of earlier releases have the billing address alone.',
    about: 'period',
    notInSnapshots: 'It has what payments tell, and an invoice may be paid after its month was closed.',
    columns: TAX_EVIDENCE_COLUMNS,
    rows: taxEvidenceRows,
  },
  ...TAX_RETURNS,
  revenue: {
    group: 'revenue',
    title: 'Revenue',
    summary: 'Deferred before, billed, earned, and deferred after, by account and plan',
    definition:
      'Net amounts of invoices, credits taken off: deferred before + billed - earned = deferred after. A line is earned by its schedule: evenly by day over its service period (also without a schedule), on the first or last day, with its invoice, or never; a line without a period on its first day. Nothing is earned before it is invoiced. A credit is taken from what is still deferred, and only where that is less from what was earned, on its own day. The end of a subscription earns all that its lines still defer, as nothing more is owed to the customer; so does a credit that leaves less than a day of service. Gift cards are no revenue until they are redeemed, and write-offs reverse none. The sum of what is billed is what the ledger account revenue was credited with.',
    about: 'period',
    columns: REVENUE_COLUMNS,
    rows: revenueRows,
    differences: revenueDifferences,
    agreement: 'What is billed agrees with what the ledger account revenue was credited with.',
  },
  schedules: {
    group: 'revenue',
    title: 'Revenue by line',
    summary: 'Every line that the period bills, earns or defers, with its schedule',
    definition:
      'The lines that the report Revenue adds up, with the same definitions: each with its schedule, the first and the last day that earn it, the day on which its subscription ended early, and its amounts in the period. Credits of the line until the end of the period are named. In the console, each amount leads to the postings with which the ledger recorded the revenue of the invoice and of its credits.',
    about: 'period',
    columns: SCHEDULE_COLUMNS,
    rows: scheduleRows,
  },
  waterfall: {
    group: 'revenue',
    title: 'Revenue waterfall',
    summary: 'What each month earns of what was billed in each month',
    definition:
      'The net amounts that were billed in the months of the period, credits until its end taken off, by the month that earns them, or will if nothing changes. The definitions are those of the report Revenue.',
    about: 'period',
    aboutYear: true,
    grid: {
      rows: 'billed_month',
      columns: 'earned_month',
      about: [],
      cells: { earned: 'Earned in each month of what was billed in each month' },
      summed: true,
    },
    columns: WATERFALL_COLUMNS,
    rows: waterfallRows,
  },
  ledger: {
    group: 'books',
    title: 'Trial balance',
    summary: 'Debits, credits and balances of the ledger accounts',
    definition:
      'The ledger accounts with their balance before the period, what was debited and credited in it, and the balance after it. Debits are above zero. In each currency, debits and credits are equal, and the balance of the ledger account gift_cards is the value of the gift cards that are not redeemed, below zero because it is owed; without those whose value the site has earned as breakage. The ledger account write_off has what was given up: invoices that were written off, payments lost to chargebacks and disputes, and the value of gift cards that were given away instead of sold.',
    about: 'period',
    columns: LEDGER_COLUMNS,
    rows: ledgerRows,
    differences: ledgerDifferences,
    agreement:
      'The ledger is balanced: debits and credits are equal, and the ledger account gift_cards owes what the gift cards that are not redeemed are worth.',
  },
  postings: {
    group: 'books',
    title: 'Postings',
    summary: 'Every entry of the ledger, with its event and invoice',
    definition:
      'The entries of the ledger in the period that the trial balance adds up. Each movement has two entries or more, and its debits and credits are equal. The invoice is the one that was posted or paid, or on which credit was used.',
    about: 'period',
    columns: POSTING_COLUMNS,
    rows: postingRows,
    differences: postingDifferences,
    agreement: 'Debits and credits are equal, and those of the trial balance.',
  },
  payments: {
    group: 'payments',
    title: 'Approval of payments',
    summary: 'By gateway, brand, country, initiator and attempt',
    definition:
      'Attempts to take or reserve money in the period, verifications left out, by gateway, brand, country of the billing address, initiator, and the number of the attempt among those for its invoice. Approved are those that the gateway took, whatever became of the payment later. Retries count as attempts of their own. A purchase that is declined leaves no invoice, so each is a first attempt.',
    about: 'period',
    columns: PAYMENT_COLUMNS,
    rows: paymentRows,
  },
  declines: {
    group: 'payments',
    title: 'Declined payments',
    summary: 'By decline code, gateway, brand, country, initiator and attempt',
    definition:
      'The attempts of the report Approval of payments that were not approved, by the same groups and by the code of the decline.',
    about: 'period',
    columns: DECLINE_COLUMNS,
    rows: declineRows,
  },
  attempts: {
    group: 'payments',
    title: 'Attempts to pay',
    summary: 'Each attempt, with its result',
    definition:
      'The attempts that the reports Approval of payments and Declined payments count, with the same definitions.',
    about: 'period',
    columns: ATTEMPT_COLUMNS,
    rows: attemptRows,
  },
  recovery: {
    group: 'payments',
    title: 'Recovery',
    summary: 'What was paid of invoices past due, by campaign and step',
    definition:
      'The invoices that became past due in the period, and what became of them until now, by the dunning campaign that they entered and by step. The step is the number of dunning events that an invoice has had: 0 before the first one. A row has the invoices that reached its step; recovered are those that were paid there, also by hand. The rate at a step is of the invoices that reached it, the rate so far of all invoices of the campaign; the rate of the amount is of what was at stake. “By backup” are those that the backup payment method paid, or a part of them. Credit that closes an invoice recovers nothing. At stake is what was received since the invoice became past due, what was written off, and what is still owed.',
    about: 'period',
    aboutYear: true,
    notInSnapshots: 'It says what became of invoices until today: what is recovered after the month is counted in it.',
    columns: RECOVERY_COLUMNS,
    rows: recoveryRows,
  },
  payouts: {
    group: 'payments',
    title: 'Payouts',
    summary: 'What gateways paid out to the bank, by payout, with charges, refunds and fees',
    definition:
      'The payouts of gateways that are dated in the period: on the day on which they arrived at the bank, or in the first open month if that one was closed. Charges, refunds, chargebacks and other lines, less fees, are what was paid out. Other lines are adjustments of the gateway, and earlier payouts that came back. The fee of a dispute is posted with the dispute, and stands beside the fees that payouts post. The sum of what was paid out is what the ledger account bank was debited with by payouts, and the sum of the fees what the ledger account fees was.',
    about: 'period',
    columns: PAYOUT_COLUMNS,
    rows: payoutRows,
    differences: payoutDifferences,
    agreement: 'Payouts and their fees agree with the ledger accounts bank and fees.',
  },
  reconciliation: {
    group: 'payments',
    title: 'Reconciliation of payouts',
    summary: 'Every line of a payout, with the payment, refund or dispute in the books',
    definition:
      'The lines of the payouts that are dated in the period, each compared with the payment, refund or dispute of its reference, and the payments and refunds of the period that no payout has, although later charges were paid out. The difference is the amount at the gateway, less that in the books, less what was accepted; fees and returned payments have none. Lines that differ in their amount, or are only at the gateway or only here, are open. Converted amounts are compared in the currency of the charge.',
    about: 'period',
    notInSnapshots: 'It compares payouts with the books of today: a payout of a later month has payments of this one.',
    columns: RECONCILIATION_COLUMNS,
    rows: reconciliationRows,
  },
  dunned_invoices: {
    group: 'payments',
    title: 'Invoices past due',
    summary: 'Each invoice that became past due, and what became of it',
    definition:
      'The invoices that became past due in the period, with the definitions of the report Recovery, and what became of them until now. The step is the number of dunning events until then; steps_reached lists it with all steps before it.',
    about: 'period',
    aboutYear: true,
    notInSnapshots: 'It says what became of invoices until today, as recovery does.',
    columns: DUNNED_INVOICE_COLUMNS,
    rows: dunnedInvoiceRows,
  },
  mrr: {
    group: 'recurring',
    title: 'Monthly recurring revenue',
    summary: 'By month: new, expansion, contraction, churn, reactivation',
    definition:
      'Monthly recurring revenue (MRR) of subscriptions that have started: what plan and fixed add-ons cost in a period at their current prices, less coupons without an end, without tax, divided by the months of the period. 365 days are twelve months. Setup fees, usage, shipping fees, trials, paused and future subscriptions do not count; a canceled one counts until it ends. Opening and closing are what is paid: the revenue of subscriptions with an invoice past due is moved out, shown apart, and moved back once that is paid. A pause counts as canceled, and an end while past due or a write-off as not paid. “From before” is what subscriptions of an earlier release had when this one began to record MRR, and “changed plan” what came from or went to another plan. Opening and the movements add up to closing; the MRR that is past due stands besides it.',
    about: 'period',
    aboutYear: true,
    drawn: 'closing',
    columns: MRR_COLUMNS,
    rows: mrrRows,
  },
  churn: {
    group: 'recurring',
    title: 'Churn and retention',
    summary: 'By month: customers and revenue lost and kept, trials converted',
    definition:
      'Customers are accounts with MRR in the currency, past due or not. Customer churn: those lost in the month of those at its beginning. Revenue churn: of the MRR at the beginning, that of subscriptions that were canceled, or ended unpaid, and have none at the end of the month. What was sold and ended within the month is in neither; the report Monthly recurring revenue has it in its movements. Of the customers at the beginning, gross retention is the MRR that is left without any increase, net retention the MRR that is left with increases. Trial conversion: of the trials that ended in the month, those whose subscription had MRR that was not past due by the end of the month; one whose first charge is declined has not converted. A rate of nothing is not shown.',
    about: 'period',
    aboutYear: true,
    drawn: 'customers_closing',
    columns: CHURN_COLUMNS,
    rows: churnRows,
  },
  customers: {
    group: 'recurring',
    title: 'Customers by month',
    summary: 'Each customer with MRR in a month: new, returned, kept or lost',
    definition:
      'The customers that the reports Churn and retention and Cohorts count, with the same definitions: those with MRR at the beginning or at the end of the month. “Canceled” and “Not paid” are the MRR at the beginning of the month of subscriptions that ended in it and have none at its end.',
    about: 'period',
    columns: CUSTOMER_COLUMNS,
    rows: customerRows,
  },
  trials: {
    group: 'recurring',
    title: 'Trials',
    summary: 'Each trial that ended, and whether it converted',
    definition:
      'The trials that the report Churn and retention counts: those that ended in the month, and whether the subscription had MRR that was not past due by the end of the month.',
    about: 'period',
    columns: TRIAL_COLUMNS,
    rows: trialRows,
  },
  movements: {
    group: 'recurring',
    title: 'Movements of recurring revenue',
    summary: 'Each movement of MRR, with its subscription',
    definition:
      'The movements that the report Monthly recurring revenue adds up, with the same definitions: by how much each one moved the MRR of a subscription, and the part of it that is past due. Customers are in the country of their address at that moment, or else of their payment method; when they move to another one, their MRR moves out of the one country and into the other.',
    about: 'period',
    columns: MOVEMENT_COLUMNS,
    rows: movementRows,
  },
  mrr_by_country: {
    group: 'recurring',
    title: 'Recurring revenue by country',
    summary: 'MRR at the end of any day, by country and plan',
    definition:
      'The MRR at the end of the day, by the country of the customer and by plan, with the definitions of the report Monthly recurring revenue. Customers are in the country of their address on that day, or else of their payment method. Revenue of subscriptions with an invoice past due is shown apart.',
    about: 'day',
    columns: MRR_BY_COUNTRY_COLUMNS,
    rows: mrrByCountryRows,
  },
  mrr_subscriptions: {
    group: 'recurring',
    title: 'Subscriptions with recurring revenue',
    summary: 'Each subscription with MRR at the end of any day',
    definition:
      'The subscriptions whose MRR at the end of the day the reports Monthly recurring revenue and Recurring revenue by country add up, with the same definitions. One whose MRR is all past due is not paying.',
    about: 'day',
    columns: MRR_SUBSCRIPTION_COLUMNS,
    rows: mrrSubscriptionRows,
  },
  cohorts: {
    group: 'recurring',
    title: 'Cohorts',
    summary: 'Customers and revenue left of those who began in a month',
    definition:
      'A cohort is the customers whose first MRR in the currency was in a month. Each row shows, at the end of that month and of each of the 24 that follow, how many of them have MRR, past due or not, and how much, beside the customers of the cohort and their MRR at the end of its first month. Customers whose subscriptions an earlier release sold are in the cohort of the month in which this one began to record MRR.',
    about: 'period',
    aboutYear: true,
    grid: {
      rows: 'cohort',
      columns: 'months_after',
      about: ['customers', 'mrr'],
      cells: {
        customers_retained_percent: 'Customers left, of those of the first month',
        mrr_retained_percent: 'MRR left, of that of the first month',
      },
      unit: 'Month',
    },
    columns: COHORT_COLUMNS,
    rows: cohortRows,
  },
  cancellations: {
    group: 'recurring',
    title: 'Reasons for leaving',
    summary: 'MRR lost, by the reason that customers gave',
    definition:
      'The MRR of subscriptions that were canceled, paused or ended unpaid in the period, by the reason that the customer or an operator chose when canceling. It counts on the day on which the subscription ended, which is later than that of the cancellation for those that run until the end of their period.',
    about: 'period',
    columns: CANCELLATION_COLUMNS,
    rows: cancellationRows,
  },
  periods: {
    group: 'books',
    title: 'Closed months',
    summary: 'Which months are closed, with the digests of their snapshots',
    definition:
      'The months whose books were closed, as they are now. In a closed month no invoice, payment or movement of the ledger is dated any more, so its reports stay as they are. The digest is that of all files of its snapshot.',
    about: 'period',
    aboutYear: true,
    notInSnapshots: 'It lists the snapshots themselves.',
    columns: PERIOD_COLUMNS,
    rows: periodRows,
  },
} as const satisfies Readonly<Record<string, ReportDefinition>>;

export type ReportName = keyof typeof REPORTS;

export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

export const isReportName = (name: string): name is ReportName => Object.hasOwn(REPORTS, name);
