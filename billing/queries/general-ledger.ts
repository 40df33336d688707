import { BUILT_IN_OBLIGATIONS } from '../domain/general-ledger/obligations.ts';
import type { GeneralLedgerAccountRecord, PerformanceObligationRecord } from '../domain/general-ledger/record.ts';
import type { Records } from '../ports/storage.ts';
import type { GeneralLedgerAccountInput } from '../resources/general-ledger-account.ts';
import { type Issue, notFound } from '../values/failure.ts';
import { shortListing } from './short-listing.ts';
import { siteList } from './site-list.ts';
import { siteQuery } from './site-query.ts';

/** Lists the general ledger accounts of a site. */
export const listGeneralLedgerAccounts = siteList(({ generalLedgerAccounts }) => generalLedgerAccounts);

/** Returns a general ledger account. Throws `not_found`. */
export const needGeneralLedgerAccount = async (
  { generalLedgerAccounts }: Pick<Records, 'generalLedgerAccounts'>,
  id: string,
): Promise<GeneralLedgerAccountRecord> => {
  const found = await generalLedgerAccounts.find(id);
  if (!found) throw notFound('GeneralLedgerAccount', 'id', id);
  return found;
};

/** Returns a general ledger account. Throws `not_found`. */
export const findGeneralLedgerAccount = siteQuery(needGeneralLedgerAccount);

/** Returns the issue of a code that another general ledger account of the site has. */
export const ledgerCodeIssues = async (
  { generalLedgerAccounts }: Pick<Records, 'generalLedgerAccounts'>,
  { code }: Pick<GeneralLedgerAccountInput, 'code'>,
  held?: GeneralLedgerAccountRecord,
): Promise<Issue[]> => {
  const taken = code && code !== held?.code && (await generalLedgerAccounts.coded(code));
  return taken ? [{ field: 'general_ledger_account.code', symbol: 'taken' }] : [];
};

/** Returns the performance obligations of a site: those that are built in, then its own. */
export const obligationsOf = async ({
  performanceObligations,
}: Pick<Records, 'performanceObligations'>): Promise<readonly PerformanceObligationRecord[]> => [
  ...BUILT_IN_OBLIGATIONS,
  ...(await performanceObligations.all()),
];

/** Lists the performance obligations of a site. */
export const listPerformanceObligations = siteList((records) => shortListing(() => obligationsOf(records)));

/** Returns a performance obligation. Throws `not_found`. */
export const needPerformanceObligation = async (
  records: Pick<Records, 'performanceObligations'>,
  id: string,
): Promise<PerformanceObligationRecord> => {
  const found = (await obligationsOf(records)).find((one) => one.id === id);
  if (!found) throw notFound('PerformanceObligation', 'id', id);
  return found;
};

/** Returns a performance obligation. Throws `not_found`. */
export const findPerformanceObligation = siteQuery(needPerformanceObligation);
