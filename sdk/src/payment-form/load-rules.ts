import type { Core } from '../elements/core.ts';
import { loadPart } from '../load-part.ts';

/** Name of the file with its digest, which the build wrote beside this one. */
declare const APPEARANCE: string;

/** Loads the rules of an appearance. Rejects with api-error. */
export const loadRules = ({ config, ServiceError }: Core): Promise<typeof import('../appearance.ts')> =>
  loadPart(config().api, APPEARANCE, ServiceError);
