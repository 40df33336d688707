import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import { amountText } from '../../values/money/money-text.ts';

/**
 * Returns what the audit log says of an action that moves money: the amount, from cents, and what else was said about
 * it, such as a reason or a reference. What is null or empty is left out.
 */
export const moneyChanges = (
  cents: number,
  currency: string,
  said: Readonly<Record<string, string | null | undefined>> = {},
): AuditChanges =>
  Object.fromEntries(
    Object.entries({ amount: amountText(cents, currency), ...said }).flatMap(([name, to]) =>
      to ? [[name, { from: null, to }] as const] : [],
    ),
  );
