import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import type { Context } from 'koa';
import { type IdempotencyKeys, replay, takeKey } from './idempotency.ts';

/** A form of a page that a session sends. */
export interface SentOnce {
  readonly siteId: string;
  readonly surface: 'account-page' | 'console';
  /** The session's. */
  readonly secret: string;
  /** The id that the page gave to the form. */
  readonly id: string | undefined;
  /** The fields and files that were sent, in the form of JSON. */
  readonly content: unknown;
}

const ID = /^[A-Za-z0-9]{16,43}$/;

/** Pauses between two looks at a form that is under way: together six seconds, which few forms take. */
const PAUSES: readonly Millis[] = [50, 100, 200, 400, 800, 1600, 3200];

interface SentOnceDeps {
  readonly keys: IdempotencyKeys;
  readonly clock: SystemClock;
  readonly pause?: (milliseconds: Millis) => Promise<unknown>;
}

/** Takes the key of a form. Waits for one that is under way: a browser shows the answer to the last click only. */
const takeEnded = async (deps: SentOnceDeps, siteId: string, key: string, fingerprint: string) => {
  for (const milliseconds of PAUSES) {
    const taken = await takeKey(deps, siteId, key, fingerprint);
    if (taken !== 'in_progress') return taken;
    await (deps.pause ?? delay)(milliseconds);
  }
  return takeKey(deps, siteId, key, fingerprint);
};

/** The reasons not to carry out a form: no page gave it an id, it is under way, or it came before with other values. */
type NotSent = 'without_id' | 'in_progress' | 'mismatch';

/**
 * Carries out a form of a page once. One that is sent again, by a double click or the back button, is answered with the
 * redirect of the first time, for which it waits. One that was answered with a page, because something in it is wrong,
 * may be sent again. Returns what keeps it from being carried out. `carryOut` gets the key of its idempotency.
 */
export const sentOnce = async (
  deps: SentOnceDeps,
  ctx: Pick<Context, 'status' | 'set' | 'body' | 'response' | 'path'>,
  { siteId, surface, secret, id = '', content }: SentOnce,
  carryOut: (key: string) => Promise<unknown>,
): Promise<NotSent | undefined> => {
  if (!ID.test(id)) return 'without_id';
  const key = `${surface}:${id}`;
  // Keyed with the secret: a form may contain personal data, or a token.
  const fingerprint = createHmac('sha256', secret)
    .update(`${ctx.path}\n${JSON.stringify(content)}`)
    .digest('hex');
  const taken = await takeEnded(deps, siteId, key, fingerprint);
  if (typeof taken === 'string') return taken;
  if ('status' in taken) {
    replay(ctx, taken);
    ctx.body = '';
    return undefined;
  }
  try {
    await carryOut(key);
  } catch (error) {
    await taken.settle(undefined);
    throw error;
  }
  const headers = { Location: String(ctx.response.get('Location')) };
  // A redirect to another origin carries a credential, which is kept nowhere: sent again, the form is carried out anew.
  const isKept = ctx.status === 303 && headers.Location.startsWith('/');
  await taken.settle(isKept ? { status: 303, headers, body: '' } : undefined);
  return undefined;
};

/**
 * Whether a page of another origin sent a form, by `Sec-Fetch-Site` and `Origin`. Pages of the service send no
 * referrer, therefore browsers that know `Sec-Fetch-Site` name their origin as `null`.
 */
export const isForeignForm = (ctx: Pick<Context, 'get'>, own: string): boolean => {
  const origin = ctx.get('Origin');
  const site = ctx.get('Sec-Fetch-Site');
  return (site !== '' && site !== 'same-origin') || !['', 'null', own].includes(origin);
};
