import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';

/** What an account is called on its pages: its email address, else its name. */
export const customerName = ({ email, first_name, last_name, account_code }: AccountRecord): string =>
  email || [first_name, last_name].filter(Boolean).join(' ') || account_code;
