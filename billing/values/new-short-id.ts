import type { Ids } from './ids.ts';

/** Returns a new id of 12 lower-case letters and digits, for records whose ids clients store in short columns. */
export const newShortId = ({ secret }: Pick<Ids, 'secret'>): string => secret(12).toLowerCase();
