import { Worker } from 'node:worker_threads';
import type { Millis } from '@service/billing/values/time.ts';
import { fairQueue } from './fair-queue.ts';

/**
 * Worker threads for one kind of task: a text in, bytes out. Workers start when a task first needs them. One that
 * crashes, or takes longer than the time limit, is terminated and replaced. The queue is bounded and serves sites in
 * rotation.
 */
export interface WorkerPool {
  /** Throws `PoolFailure`, or what the task threw as an `Error` with the same message. */
  run(siteId: string, task: string): Promise<Uint8Array>;
  /** Returns the number of tasks that wait for a worker, and of those that one works on. */
  load(): { readonly waiting: number; readonly running: number };
  /** Terminates all workers; tasks that have not finished fail as `closed`. */
  close(): Promise<void>;
}

/** The task was not carried out, for a reason outside it. */
export class PoolFailure extends Error {
  readonly reason: 'full' | 'timed_out' | 'crashed' | 'closed';

  constructor(reason: PoolFailure['reason'], cause?: Error) {
    super(`worker pool: ${reason}`, { cause });
    this.name = 'PoolFailure';
    this.reason = reason;
  }
}

export interface WorkerPoolOptions {
  /** A module that posts a `Reply` for each text it is sent. */
  readonly script: URL;
  readonly threads: number;
  /** The time limit, from when a worker is given a task. */
  readonly milliseconds: Millis;
  readonly queued: { readonly total: number; readonly perSite: number };
  /** Heap of one worker; one that needs more crashes. */
  readonly megabytes: number;
  /** A signal that fires after so many milliseconds; for tests. */
  readonly deadline?: (milliseconds: Millis) => AbortSignal;
}

export type Reply = { readonly bytes: Uint8Array } | { readonly error: string };

interface Job {
  readonly task: string;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Heap for new objects of one worker, in megabytes. V8 collects it in threads of normal priority, beside those that
 * serve requests: a small one is collected a hundred times for a long invoice.
 */
const NEW_OBJECTS = 64;

/** A worker and what it works on. */
interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
  /** Stops the time limit of the job. */
  finished: () => void;
  /** Terminated for being late. Until it has exited it counts, but takes no task. */
  stopped: boolean;
}

export const workerPool = (options: WorkerPoolOptions): WorkerPool => {
  const { script, threads, milliseconds, queued, megabytes, deadline = AbortSignal.timeout } = options;
  const queue = fairQueue<Job>({ total: queued.total, perOwner: queued.perSite });
  const started = new Set<Thread>();
  let closed = false;

  const start = (): Thread => {
    // It needs nothing of the environment, which may hold credentials.
    const worker = new Worker(script, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: NEW_OBJECTS },
    });
    const thread: Thread = { worker, job: undefined, finished: () => {}, stopped: false };
    let cause: Error | undefined;
    worker.on('message', (reply: Reply) => {
      const job = release(thread);
      if ('bytes' in reply) job?.resolve(reply.bytes);
      else job?.reject(new Error(reply.error));
      serve();
    });
    worker.on('error', (error: Error) => {
      cause = error;
    });
    worker.on('exit', () => {
      started.delete(thread);
      release(thread)?.reject(new PoolFailure(closed ? 'closed' : 'crashed', cause));
      serve();
    });
    started.add(thread);
    return thread;
  };

  const release = (thread: Thread): Job | undefined => {
    const { job } = thread;
    thread.job = undefined;
    thread.finished();
    return job;
  };

  const carryOut = (thread: Thread, job: Job): void => {
    const limit = deadline(milliseconds);
    const stop = (): void => {
      thread.stopped = true;
      release(thread)?.reject(new PoolFailure('timed_out'));
      thread.worker.terminate();
    };
    limit.addEventListener('abort', stop, { once: true });
    thread.job = job;
    thread.finished = () => limit.removeEventListener('abort', stop);
    thread.worker.postMessage(job.task);
  };

  const available = (): Thread | undefined => {
    for (const thread of started) if (!thread.job && !thread.stopped) return thread;
    return started.size < threads ? start() : undefined;
  };

  const serve = (): void => {
    while (!closed && queue.size > 0) {
      const thread = available();
      if (!thread) return;
      carryOut(thread, queue.shift()!);
    }
  };

  return {
    run: (siteId, task) =>
      new Promise((resolve, reject) => {
        if (closed) reject(new PoolFailure('closed'));
        else if (queue.push(siteId, { task, resolve, reject })) serve();
        else reject(new PoolFailure('full'));
      }),
    load: () => ({ waiting: queue.size, running: [...started].filter(({ job }) => job).length }),
    async close() {
      closed = true;
      for (let job = queue.shift(); job; job = queue.shift()) job.reject(new PoolFailure('closed'));
      await Promise.all([...started].map(({ worker }) => worker.terminate()));
    },
  };
};
