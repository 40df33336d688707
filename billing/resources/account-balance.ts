import { flag, link, money, since } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** The amount that an account owes (positive) or has as credit (negative), in cents by currency. */
export const accountBalance = resource('account_balance', {
  account: link(),
  past_due: flag(),
  balance_in_cents: money(),
  processing_prepayment_balance_in_cents: since('2.29', money()),
  available_credit_balance_in_cents: since('2.29', money()),
});

export type AccountBalance = Infer<typeof accountBalance>;
