import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Records } from '../../ports/storage.ts';

/** Subscriptions that are read together. */
const TOGETHER = 500;

/** Returns the subscriptions on hold, in memory a page at a time. */
export async function* heldSubscriptions({
  imports,
}: Pick<Records, 'imports'>): AsyncGenerator<ShownSubscription, void> {
  let after: string | undefined;
  for (;;) {
    const page = await imports.heldSubscriptions(after, TOGETHER);
    yield* page;
    after = page.at(-1)?.uuid;
    if (page.length < TOGETHER) return;
  }
}
