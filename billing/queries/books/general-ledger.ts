import { withBuiltIn } from '../../domain/general-ledger/obligations.ts';
import type { GeneralLedgerAccountRecord, PerformanceObligationRecord } from '../../domain/general-ledger/record.ts';
import type { Records } from '../../ports/storage.ts';
import { type GeneralLedgerAccountInput, LEDGER_ACCOUNT_TYPES } from '../../resources/general-ledger-account.ts';
import { type Issue, type IssueReason, notFound } from '../../values/failure.ts';
import { shortListing } from '../lists/short-listing.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

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
}: Pick<Records, 'performanceObligations'>): Promise<readonly PerformanceObligationRecord[]> =>
  withBuiltIn(await performanceObligations.all());

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

/** The references that a request may contain, under names with a prefix such as `setup_fee_`. */
type SentReferences = Readonly<Record<string, unknown>>;

/**
 * Returns the issues of the general ledger accounts and obligations that a request refers to: each exists, and accounts
 * have the type of the field.
 *
 * @param path the record in the request: `plan`
 */
export const ledgerReferenceIssues = async (
  records: Pick<Records, 'generalLedgerAccounts' | 'performanceObligations'>,
  path: string,
  sent: object,
  prefix = '',
): Promise<Issue[]> => {
  const issues: Issue[] = [];
  const idIn = (name: string): string | undefined => {
    const id = (sent as SentReferences)[`${prefix}${name}`];
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  const refuseId = (name: string, reason: IssueReason): void => {
    issues.push({ field: `${path}.${prefix}${name}`, symbol: 'invalid', reason });
  };
  for (const type of LEDGER_ACCOUNT_TYPES) {
    const name = `${type}_gl_account_id`;
    const id = idIn(name);
    if (id === undefined) continue;
    const found = await records.generalLedgerAccounts.find(id);
    if (!found) refuseId(name, 'unknown_gl_account');
    else if (found.account_type !== type) refuseId(name, 'gl_account_of_another_type');
  }
  const obligation = idIn('performance_obligation_id');
  if (obligation !== undefined && !(await obligationsOf(records)).some(({ id }) => id === obligation)) {
    refuseId('performance_obligation_id', 'unknown_performance_obligation');
  }
  return issues;
};
