import type { ExternalReferenceRecord } from '../../../domain/external/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { ExternalProductReferenceInput } from '../../../resources/external-product.ts';
import type { Issue } from '../../../values/failure.ts';
import { newShortId } from '../../../values/new-short-id.ts';
import type { Seconds } from '../../../values/time.ts';

type External = Pick<Records, 'external'>;

/** Returns the problem of a reference that another product, or one before it in the same request, has. */
export const referenceIssues = async (
  { external }: External,
  sent: readonly ExternalProductReferenceInput[],
  fieldOf: (place: number) => string,
): Promise<Issue[]> => {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [place, { reference_code: code, external_connection_type: type }] of sent.entries()) {
    if (!code || !type) continue;
    const name = JSON.stringify([code, type]);
    if (seen.has(name) || (await external.references.named(code, type))) {
      issues.push({ field: `${fieldOf(place)}.reference_code`, symbol: 'taken' });
    }
    seen.add(name);
  }
  return issues;
};

/** Returns a new reference of a product; undefined if it is incomplete. */
export const newReference = (
  { ids }: Pick<World, 'ids'>,
  at: Seconds,
  product_key: string,
  { reference_code, external_connection_type }: ExternalProductReferenceInput,
): ExternalReferenceRecord | undefined =>
  reference_code && external_connection_type
    ? {
        key: ids.uuid(),
        id: newShortId(ids),
        product_key,
        reference_code,
        external_connection_type,
        created_at: at,
        updated_at: at,
      }
    : undefined;
