import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Site } from '../../resources/site.ts';

export interface ImportDeps extends OrderDeps {
  /** Returns at least 32 hexadecimal digits that are always the same for a text. */
  readonly digest: (text: string) => string;
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;

/** Records that are found again by their names in the other system. */
type Referenced = 'subscription' | 'invoice' | 'credit' | 'redemption';

/**
 * Returns the uuid that a record of the other system has here. It is the same each time, so that the same file changes
 * nothing; a subscription whose name is a uuid keeps it.
 */
export const importedUuid = (
  { digest }: Pick<ImportDeps, 'digest'>,
  site: Pick<Site, 'id'>,
  kind: Referenced,
  reference: string,
): string => {
  const folded = reference.toLowerCase();
  if (kind === 'subscription' && UUID.test(folded)) return folded.replaceAll('-', '');
  return digest(JSON.stringify(['import', site.id, kind, reference])).slice(0, 32);
};
