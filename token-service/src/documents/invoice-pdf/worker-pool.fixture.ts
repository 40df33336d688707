import { parentPort, threadId } from 'node:worker_threads';
import type { Reply } from './worker-pool.ts';

/** A worker for tests, which does what the task says. */
parentPort?.on('message', (task: string) => {
  if (task === 'crash') throw new Error('planted');
  if (task === 'loop') for (;;);
  if (task === 'fill') for (const all: number[][] = []; ; ) all.push(new Array(100_000).fill(all.length));
  parentPort?.postMessage(reply(task));
});

const reply = (task: string): Reply => {
  if (task === 'fail') return { error: 'planted' };
  const text = task === 'environment' ? Object.keys(process.env).join() : task === 'thread' ? String(threadId) : task;
  return { bytes: Buffer.from(text) };
};
