import { flag, link, money } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** The amount that an account owes (positive) or has as credit (negative), in cents by currency. */
export const accountBalance = resource('account_balance', {
  account: link(),
  past_due: flag(),
  balance_in_cents: money(),
});

export type AccountBalance = Infer<typeof accountBalance>;
