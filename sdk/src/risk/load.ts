import type { Core, EventReceiver, Loaded } from '../elements/core.ts';
import { loadPart } from '../load-part.ts';
import type { ThreeDSecureOptions } from './types.ts';

/** The part that pages need when the customer has to confirm a payment: a file of its own. */
type ThreeDSecureFile = typeof import('../three-d-secure.ts');

/** Name of that file with its digest, which the build wrote beside this one. */
declare const THREE_D_SECURE: string;

/** Loads the file. Rejects with api-error. */
export const loadChallenges = ({ config, ServiceError }: Core): Promise<ThreeDSecureFile> =>
  loadPart(config().api, THREE_D_SECURE, ServiceError);

/** Returns what is behind a `ThreeDSecure`. Rejects with api-error. */
export const loadThreeDSecure = async (
  core: Core,
  options: ThreeDSecureOptions,
  events: EventReceiver,
): Promise<Loaded> => (await loadChallenges(core)).threeDSecure(core, options, events);
