import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { DAY, type Seconds } from '../../values/time.ts';

/** Seconds after which paused dunning looks again whether the dispute was decided. */
const PAUSE: Seconds = DAY;

/**
 * Returns until when dunning and retries of an account wait, because one of its payments is disputed and the site has
 * that setting; undefined if they do not.
 */
export const pausedUntil = async (
  { disputes }: Pick<Records, 'disputes'>,
  { site, at }: Pick<Caller, 'site' | 'at'>,
  accountId: string,
): Promise<Seconds | undefined> =>
  site.on_dispute.includes('pause_dunning') && (await disputes.isOpen(accountId)) ? at + PAUSE : undefined;
