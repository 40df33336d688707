import type { MeasuredUnitRecord } from '../../domain/plans/record.ts';
import type { Records } from '../../ports/storage.ts';
import type { MeasuredUnitInput } from '../../resources/measured-unit.ts';
import { type Issue, notFound } from '../../values/failure.ts';
import { siteQuery } from '../site-query.ts';

/** The unit by the number clients know, or 404. */
export const needMeasuredUnit = async (
  { measuredUnits }: Pick<Records, 'measuredUnits'>,
  id: string,
): Promise<MeasuredUnitRecord> => {
  const known = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
  const found = known ? await measuredUnits.find(Number(id)) : undefined;
  if (!found) throw notFound('MeasuredUnit', 'id', id);
  return found;
};

/** No two units of a site have one name. */
export const nameIssues = async (
  { measuredUnits }: Pick<Records, 'measuredUnits'>,
  { name }: Pick<MeasuredUnitInput, 'name'>,
  held?: MeasuredUnitRecord,
): Promise<Issue[]> => {
  const taken = name && name !== held?.name && (await measuredUnits.named(name));
  return taken ? [{ field: 'measured_unit.name', symbol: 'taken' }] : [];
};

/** Returns a measured unit. Throws `not_found`. */
export const findMeasuredUnit = siteQuery(needMeasuredUnit);
