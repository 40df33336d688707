import type { Millis } from '@service/billing/values/time.ts';
import type Koa from 'koa';
import type { AnonymousLimits } from './limits/anonymous.ts';
import { routed } from './routed.ts';

/** A server behind the service. */
export interface HealthPart {
  /** The names of what does not work without it. */
  readonly names: readonly string[];
  /** Rejects while it does not work. */
  readonly works: () => Promise<unknown>;
}

/** The checks of `/health`. */
export interface Health {
  /**
   * Resolves with the trouble that the disk of the database is in, undefined for none. Rejects when the database does
   * not answer.
   */
  readonly storage: () => Promise<'full' | 'corrupt' | undefined>;
  /** The parts without which the service still works, less well. */
  readonly parts?: readonly HealthPart[];
  /** Returns what does not work at any site. Where it rejects, storage says why. */
  readonly watch?: () => Promise<readonly string[]>;
  /** State that each process keeps alone, although several may use the database. */
  readonly perProcess?: readonly string[];
  readonly draining: () => boolean;
  /** Limits the requests of one address. */
  readonly anonymous?: Pick<AnonymousLimits, 'refuse'>;
  /** Milliseconds that storage and each part have to answer. */
  readonly patience?: Millis;
  /** Milliseconds for which a finding is given again, so that requests to `/health` cost nothing. */
  readonly freshFor?: Millis;
  /** Called with what is found when it is not what was found before. */
  readonly onChange?: (finding: Finding) => void;
}

export type Finding =
  | { readonly status: 'ok'; readonly per_process?: readonly string[] }
  | { readonly status: 'degraded'; readonly degraded: readonly string[]; readonly per_process?: readonly string[] }
  | { readonly status: 'unavailable'; readonly reason: string; readonly degraded?: readonly string[] };

const RETRY_AFTER = '5';

/**
 * `GET /health`: 200 once requests can be answered, with the `degraded` parts that do not work just now; 503 with
 * `Retry-After` and a reason while the process is going down, or storage does not answer, is full or is corrupt.
 */
export const health = ({
  storage,
  parts = [],
  watch = async () => [],
  perProcess = [],
  draining,
  anonymous,
  patience = 2_000,
  freshFor = 1_000,
  onChange = () => {},
}: Health): Koa.Middleware => {
  const askStorage = oneAtATime(storage);
  const askWatch = oneAtATime(watch);
  const askParts = parts.map(({ works }) => oneAtATime(works));

  const examine = async (): Promise<Finding> => {
    const [disk, watched, ...answers] = await Promise.allSettled([
      within(patience, askStorage()),
      within(patience, askWatch()),
      ...askParts.map((ask) => within(patience, ask())),
    ]);
    const failing = parts.flatMap(({ names }, index) => (answers[index]?.status === 'rejected' ? names : []));
    const degraded = [...new Set([...failing, ...(watched.status === 'fulfilled' ? watched.value : [])])];
    const reason = disk.status === 'rejected' ? 'storage does not answer' : disk.value && `storage is ${disk.value}`;
    if (reason) return { status: 'unavailable', reason, ...(degraded.length > 0 && { degraded }) };
    const per_process = perProcess.length > 0 ? { per_process: perProcess } : {};
    return degraded.length > 0 ? { status: 'degraded', degraded, ...per_process } : { status: 'ok', ...per_process };
  };
  let last = 'ok';
  const finding = atMostEvery(freshFor, async () => {
    const found = await examine();
    const summary = found.status === 'ok' ? 'ok' : JSON.stringify(found);
    if (summary !== last) onChange(found);
    last = summary;
    return found;
  });

  return routed(
    async function health(ctx, next) {
      // The path as it came: this page has no use for one that cannot be decoded.
      if (ctx.req.url !== '/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
      if (await anonymous?.refuse(ctx, 'files')) return;
      const found: Finding = draining() ? { status: 'unavailable', reason: 'draining' } : await finding();
      ctx.status = found.status === 'unavailable' ? 503 : 200;
      if (found.status === 'unavailable') ctx.set('Retry-After', RETRY_AFTER);
      ctx.set('Cache-Control', 'no-store');
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.body = found;
    },
    ['/health'],
  );
};

/** Rejects when the work takes longer than so many milliseconds. */
const within = async <T>(milliseconds: Millis, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time.')), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Shares a pending answer with callers that ask meanwhile, so that a frozen server is asked once. */
const oneAtATime = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    return pending;
  };
};

/** One run at a time, whose result is shared by everyone who asks until it is so many milliseconds old. */
const atMostEvery = <T>(milliseconds: Millis, work: () => Promise<T>): (() => Promise<T>) => {
  let latest: Promise<T> | undefined;
  let freshUntil = 0;
  return () => {
    if (latest && performance.now() < freshUntil) return latest;
    freshUntil = Number.POSITIVE_INFINITY;
    latest = work().finally(() => {
      freshUntil = performance.now() + milliseconds;
    });
    return latest;
  };
};
