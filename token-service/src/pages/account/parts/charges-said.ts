import type { ChargesAfterEnd } from '@service/billing/domain/mail/facts.ts';
import { chargesAfterEnd } from '../../../documents/messages/charges-after-end.ts';
import { formatsOf, type Visit } from '../visit.ts';

/** Returns the charges that remain after a subscription was canceled, in the sentences of the mail about it. */
export const chargesSaid = (visit: Visit, charges: ChargesAfterEnd): string[] =>
  chargesAfterEnd(visit.words.afterEnd, charges, ({ amount_in_cents, currency }) =>
    formatsOf(visit, currency).money(amount_in_cents),
  );
