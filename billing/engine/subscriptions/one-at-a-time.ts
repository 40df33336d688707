import type { Caller } from '../../ports/caller.ts';
import type { World } from '../../ports/world.ts';
import { Failure } from '../../values/failure.ts';
import { inQueue } from '../intents/open-intent.ts';

/** What an operation does while another one on the same subscription runs. Requests are rejected; due work waits. */
export type Patience = 'refuses' | 'waits';

/**
 * Runs one operation on a subscription at a time in this process. Between processes, conflicts are detected by
 * comparing the stored record. Throws `simultaneous_request`.
 */
export const oneAtATime = async <T>(
  deps: { readonly world: World },
  { site }: Pick<Caller, 'site'>,
  uuid: string,
  patience: Patience,
  work: () => Promise<T>,
): Promise<T> => {
  const name = `${site.id} subscription ${uuid}`;
  if (patience === 'waits') return inQueue(deps, name, work);
  const { queues, clock } = deps.world;
  const place = queues.join(name, clock.now());
  let served = false;
  try {
    if (!place.isFirst()) throw new Failure('simultaneous_request');
    const done = await work();
    served = true;
    return done;
  } finally {
    place.leave(clock.now(), served);
  }
};
