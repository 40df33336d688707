import { type ChildProcess, spawn } from 'node:child_process';
import { COMPILED } from './repository.ts';

export interface Child {
  readonly name: string;
  /** The exit code; never rejects. A signal that this process did not send counts as failure 1. */
  readonly ended: Promise<{ readonly name: string; readonly code: number }>;
  /** Asks the child to stop, and kills it after fifteen seconds. Resolves once it has ended. */
  stop(): Promise<void>;
  kill(): void;
}

/** Milliseconds that a child gets to drain before it is killed. */
const PATIENCE = 15_000;

/**
 * Starts another TypeScript program of this project with the same Node. Its errors go to our own stderr. It leads its
 * own process group, so that Ctrl-C in a terminal reaches it once, through this process.
 */
export const startChild = (
  name: string,
  program: string,
  options: { env: NodeJS.ProcessEnv; cwd: string; output: 'inherit' | 'ignore' },
): Child => {
  const { cwd, output } = options;
  const env = { NODE_COMPILE_CACHE: COMPILED, ...options.env };
  const child = spawn(process.execPath, [program], { env, cwd, stdio: ['ignore', output, 'inherit'], detached: true });
  const ended = new Promise<{ name: string; code: number }>((resolve) => {
    child.once('error', (error) => {
      console.error(`${name} could not be started: ${error.message}`);
      resolve({ name, code: 1 });
    });
    child.once('exit', (code) => resolve({ name, code: code ?? 1 }));
  });
  return { name, ended, stop: () => stop(child, ended), kill: () => void child.kill('SIGKILL') };
};

const stop = async (child: ChildProcess, ended: Promise<unknown>): Promise<void> => {
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await ended;
  clearTimeout(impatience);
};
