import type { SubscriptionRecord } from './record.ts';

/** The answers of a customer who cancels. */
export type SaidOnCancel = Pick<SubscriptionRecord, 'cancel_reason' | 'cancel_comment'>;

export const NOTHING_SAID: SaidOnCancel = { cancel_reason: null, cancel_comment: null };

/** Returns the note on the account that shows the merchant why a customer canceled; undefined if nothing was said. */
export const cancellationNote = ({
  plan_name,
  cancel_reason,
  cancel_comment,
}: SaidOnCancel & Pick<SubscriptionRecord, 'plan_name'>): string | undefined => {
  if (cancel_reason === null && cancel_comment === null) return undefined;
  const comment = cancel_comment === null ? '' : ` “${cancel_comment}”`;
  return `Canceled ${plan_name}: ${cancel_reason ?? 'no reason chosen'}.${comment}`;
};
