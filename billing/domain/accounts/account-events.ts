import type { EventDraft } from '../events/event-draft.ts';
import type { AccountRow } from './record.ts';

const SHOWN = [
  'username',
  'email',
  'cc_emails',
  'first_name',
  'last_name',
  'company_name',
  'vat_number',
  'tax_exempt',
  'accept_language',
  'preferred_locale',
] as const satisfies readonly (keyof AccountRow)[];

/** Returns the event of an account that was written again: it is reopened, or what receivers see of it has changed. */
export const accountUpdated = (before: AccountRow, account: AccountRow): EventDraft[] =>
  before.state !== account.state || SHOWN.some((name) => before[name] !== account[name])
    ? [{ type: 'updated_account', account, before }]
    : [];
