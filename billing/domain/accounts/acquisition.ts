import { type AccountAcquisitionInput, accountAcquisition } from '../../resources/account-acquisition.ts';
import { changes, filled } from '../../resources/apply.ts';
import type { Issue } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import type { AcquisitionRecord } from './record.ts';

/** Requires a currency with a cost. */
export const acquisitionIssues = (
  path: string,
  held: AcquisitionRecord | undefined,
  input: AccountAcquisitionInput,
): Issue[] => {
  const cost = input.cost_in_cents === undefined ? held?.cost_in_cents : input.cost_in_cents;
  const currency = input.currency === undefined ? held?.currency : input.currency;
  return typeof cost === 'number' && !currency ? [{ field: `${path}.currency`, symbol: 'blank' }] : [];
};

export const acquired = (
  accountId: string,
  held: AcquisitionRecord | undefined,
  input: AccountAcquisitionInput,
  at: Seconds,
): AcquisitionRecord => ({
  ...(held ? { ...held, ...changes(accountAcquisition, input) } : filled(accountAcquisition, input)),
  account_id: accountId,
  created_at: held?.created_at ?? at,
  updated_at: at,
});
