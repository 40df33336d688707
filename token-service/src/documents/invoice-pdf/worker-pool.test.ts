import { afterEach, describe, expect, it } from 'vitest';
import { type WorkerPool, type WorkerPoolOptions, workerPool } from './worker-pool.ts';

const script = new URL('./worker-pool.fixture.ts', import.meta.url);
let pool: WorkerPool | undefined;
/** Fires the time limit of each task, in the order in which tasks were given to workers. */
let limits: AbortController[] = [];

const open = (options: Partial<WorkerPoolOptions> = {}) => {
  limits = [];
  const deadline = () => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  };
  pool = workerPool({
    script,
    threads: 1,
    milliseconds: 1000,
    queued: { total: 10, perSite: 10 },
    megabytes: 64,
    deadline,
    ...options,
  });
  const { run } = pool;
  return async (task: string, site = 'site') => Buffer.from(await run(site, task)).toString();
};

afterEach(async () => {
  await pool?.close();
});

describe('a worker pool', () => {
  it('carries out tasks, one after the other in each worker', async () => {
    const run = open({ threads: 2 });
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((task) => run(task)))).toEqual(['a', 'b', 'c', 'd']);
    const threads = await Promise.all(['thread', 'thread', 'thread', 'thread'].map((task) => run(task)));
    expect(new Set(threads).size).toBe(2);
  });

  it('says how many tasks wait and run', async () => {
    const run = open();
    expect(pool?.load()).toEqual({ waiting: 0, running: 0 });
    const tasks = Promise.all(['a', 'b', 'c'].map((task) => run(task)));
    expect(pool?.load()).toEqual({ waiting: 2, running: 1 });
    await tasks;
    expect(pool?.load()).toEqual({ waiting: 0, running: 0 });
  });

  it('passes on what a task fails with, and keeps its worker', async () => {
    const run = open();
    const thread = await run('thread');
    await expect(run('fail')).rejects.toThrow('planted');
    expect(await run('thread')).toBe(thread);
  });

  it.each(['crash', 'fill'])('replaces a worker that crashes: %s', async (fatal) => {
    const run = open();
    const [crashed, waiting] = [run(fatal), run('waiting')];
    await expect(crashed).rejects.toMatchObject({ reason: 'crashed', cause: expect.any(Error) });
    expect(await waiting).toBe('waiting');
  });

  it('terminates and replaces a worker whose task takes too long', async () => {
    const run = open();
    const thread = await run('thread');
    const [late, waiting] = [run('loop'), run('thread')];
    limits[1]?.abort();
    await expect(late).rejects.toMatchObject({ reason: 'timed_out' });
    expect(await waiting).not.toBe(thread);
  });

  it('does not stop a worker for a task that finished in time', async () => {
    const run = open();
    const thread = await run('thread');
    limits[0]?.abort();
    expect(await run('thread')).toBe(thread);
  });

  it('refuses tasks when the queue is full, for one site and for all', async () => {
    const run = open({ queued: { total: 3, perSite: 2 } });
    const late = run('loop', 'busy').catch(() => 'stopped');
    const kept = [run('1', 'busy'), run('2', 'busy'), run('3', 'other')];
    await expect(run('4', 'busy')).rejects.toMatchObject({ reason: 'full' });
    await expect(run('5', 'third')).rejects.toMatchObject({ reason: 'full' });
    limits[0]?.abort();
    expect(await Promise.all([late, ...kept])).toEqual(['stopped', '1', '2', '3']);
  });

  it('serves sites in rotation', async () => {
    const run = open();
    const finished: string[] = [];
    const busy = ['1', '2', '3'].map((task) => run(task, 'busy'));
    const all = [...busy, run('4', 'other')].map(async (task) => finished.push(await task));
    await Promise.all(all);
    expect(finished).toEqual(['1', '2', '4', '3']);
  });

  it('fails tasks under way and waiting when it closes, and takes no more', async () => {
    const run = open();
    const results = Promise.allSettled([run('loop'), run('waiting')]);
    await pool?.close();
    const closed = { status: 'rejected', reason: { reason: 'closed' } };
    expect(await results).toMatchObject([closed, closed]);
    await expect(run('later')).rejects.toMatchObject({ reason: 'closed' });
  });

  it('gives its workers nothing of the environment', async () => {
    expect(await open()('environment')).toBe('');
  });
});
