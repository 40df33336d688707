import type { Termination } from '../../domain/subscriptions/terminate.ts';
import { terminate } from '../../domain/subscriptions/terminate.ts';
import { readTermination } from '../../engine/subscriptions/reading/read-termination.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';

/** The refund that a termination would make. */
export interface PreviewedTermination {
  /** Cents, tax included; 0 if there is nothing to refund. */
  readonly refund_in_cents: number;
  readonly currency: string;
}

/** Computes the refund of a termination, and writes nothing. Throws what the termination throws. */
export const previewTermination =
  ({ storage }: { readonly storage: Pick<Storage, 'of'> }) =>
  async (
    { site, at }: Pick<Caller, 'site' | 'at'>,
    named: string,
    refund: Termination['refund'],
  ): Promise<PreviewedTermination> => {
    const records = storage.of(site.id);
    const subscription = await needSubscription(records, named);
    const { credits } = terminate(subscription, at, { refund, charge: false });
    let refund_in_cents = 0;
    for (const credit of credits) {
      if (credit.kind !== 'last_invoice') continue;
      const read = await readTermination(records, subscription, credit, at);
      refund_in_cents += (read?.refunds ?? []).reduce((sum, { credit: given }) => sum + given.total, 0);
    }
    return { refund_in_cents, currency: subscription.currency };
  };
