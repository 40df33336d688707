/**
 * Queues for operations that must not overlap, outermost first: a change of a subscription, an order of an account, a
 * movement of its money, an attempt that waits for a limit. An operation that needs several of them joins them in this
 * order, so that no two wait for each other. docs/architecture.md, "Operations that must not overlap", says what has
 * the same effect between processes, and why one queue per account does not do.
 */
import type { Caller } from '../../ports/caller.ts';
import type { World } from '../../ports/world.ts';
import type { QueuePlace } from '../../values/queues.ts';
import { inQueue, onlyIfFirst } from './in-queue.ts';

interface QueueDeps {
  readonly world: Pick<World, 'clock' | 'pause' | 'queues'>;
}

type OnSite = Pick<Caller, 'site'>;

/** The behavior while another operation on the same subscription runs. Requests are rejected; due work waits. */
export type Patience = 'refuses' | 'waits';

/** Runs one change of a subscription at a time. Throws `simultaneous_request`, at once if it `refuses`. */
export const inChangeQueue = <T>(
  deps: QueueDeps,
  { site }: OnSite,
  uuid: string,
  patience: Patience,
  work: () => Promise<T>,
): Promise<T> => (patience === 'waits' ? inQueue : onlyIfFirst)(deps, `${site.id} subscription ${uuid}`, work);

/** Runs one order of an account at a time: each is priced after the previous one was recorded. */
export const inOrderQueue = <T>(
  deps: QueueDeps,
  { site }: OnSite,
  account_code: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> => inQueue(deps, `${site.id} orders ${account_code}`, work);

/**
 * Runs one movement of an account's money at a time.
 *
 * @param subject the account's id, or `code:` and its code while it does not exist
 */
export const inMoneyQueue = <T>(
  deps: QueueDeps,
  { site }: OnSite,
  subject: string,
  work: (place: QueuePlace) => Promise<T>,
): Promise<T> => inQueue(deps, `${site.id} ${subject}`, work);

/** Lets one attempt at a time wait for a limit to be free again, for an account, a card or an address. */
export const inAttemptQueue = <T>(
  deps: QueueDeps,
  { site }: OnSite,
  counted: string,
  work: (place: QueuePlace) => Promise<T>,
): Promise<T> => inQueue(deps, `${site.id} attempts ${counted}`, work);
