import type { RedemptionRecord } from '../../domain/coupons/record.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { needAccount } from '../accounts/need-account.ts';
import { siteQuery } from '../site-query.ts';

/** The redemption of an account, or 404. */
export const needRedemption = async (
  records: Pick<Records, 'accounts' | 'redemptions'>,
  account_code: string,
  uuid: string,
): Promise<RedemptionRecord> => {
  const account = await needAccount(records, account_code);
  const found = await records.redemptions.find(account.id, uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('Redemption', 'uuid', uuid);
  return found;
};

/** The redemption of an account that is in force, the newest of several, or 404. */
export const needActiveRedemption = async (
  records: Pick<Records, 'accounts' | 'redemptions'>,
  account_code: string,
  now: Seconds,
): Promise<RedemptionRecord> => {
  const account = await needAccount(records, account_code);
  const found = (await records.redemptions.active(account.id, now)).at(-1);
  if (!found) throw notFound('Redemption', 'account_code', account_code);
  return found;
};

/** Returns a redemption of an account. Throws `not_found`. */
export const findRedemption = siteQuery(needRedemption);

/** Returns the newest redemption that an account has in force. Throws `not_found`. */
export const findActiveRedemption = siteQuery(needActiveRedemption);
