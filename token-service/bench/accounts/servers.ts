import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../../test/process.ts';
import type { Question, Usage } from './probe.ts';

/** A server in a process of its own, with a probe in it. */
export interface Server {
  readonly name: string;
  readonly url: string;
  ask(question: Question): Promise<Usage>;
  stop(): Promise<void>;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `node:http` alone, which answers as many bytes as the path says. */
export const startBare = (): Promise<Server> => start('bare node:http', here('bare.ts'), ['PORT'], {});

/** The service as an operator runs it, without a rate limit. `DATA_DIR` or `DATABASE_URL` say what it stands on. */
export const startService = (name: string, settings: Readonly<Record<string, string>>): Promise<Server> =>
  start(name, here('../../src/main.ts'), ['PORT', 'BROWSER_PORT'], {
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  });

const start = async (
  name: string,
  file: string,
  ports: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Server> => {
  const execArgv = ['--expose-gc', '--import', here('probe.ts')];
  const { child, urls, stop } = await startProgram(file, ports, { env, execArgv });
  return {
    name,
    url: urls[0] ?? '',
    stop,
    async ask(question) {
      child.send(question);
      const [usage] = await once(child, 'message');
      return usage;
    },
  };
};
