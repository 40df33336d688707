import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../e2e/fixtures/free-ports.ts';
import { redisServer } from './install.ts';

export interface Redis {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Redis on a free port, which stores nothing on disk; undefined if no server is installed. */
export const startRedis = async (): Promise<Redis | undefined> => {
  const program = redisServer();
  if (!program) return undefined;
  const port = await freePort();
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt += 1) {
    if (await accepts(port)) return { url: `redis://127.0.0.1:${port}`, stop };
    await wait(50);
  }
  await stop();
  return undefined;
};

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy(void resolve(true)));
    socket.once('error', () => resolve(false));
  });
