import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../../test/process.ts';
import type { Question, Usage } from './probe.ts';

/** A server in a separate process, with a probe loaded. */
export interface Server {
  readonly name: string;
  readonly url: string;
  /** The URLs of all its ports, in the order of their settings. */
  readonly urls: readonly string[];
  ask(question: Question): Promise<Usage>;
  stop(): Promise<void>;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts bare `node:http`, which answers with as many bytes as the path says. */
export const startBare = (): Promise<Server> => startProbed('bare node:http', 'bare.ts', ['PORT'], {});

/**
 * Starts the service as in production, without a rate limit, on the storage of `DATA_DIR` or `DATABASE_URL`, with
 * `options` for Node.
 */
export const startService = (
  name: string,
  settings: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Server> =>
  startProbed(
    name,
    '../../src/main.ts',
    ['PORT', 'BROWSER_PORT'],
    { RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...settings },
    options,
  );

/** Starts a program, by its path from this folder, with a probe loaded, on free ports for these settings. */
export const startProbed = async (
  name: string,
  file: string,
  ports: readonly string[],
  env: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Server> => {
  const execArgv = ['--expose-gc', '--import', here('probe.ts'), ...options];
  const { child, urls, stop } = await startProgram(here(file), ports, { env, execArgv });
  return {
    name,
    url: urls[0] ?? '',
    urls,
    stop,
    async ask(question) {
      child.send(question);
      const [usage] = await once(child, 'message');
      return usage;
    },
  };
};
