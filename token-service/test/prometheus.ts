import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../e2e/fixtures/free-ports.ts';

/** A series of an answer: its labels, with `__name__`, and its value. */
interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export interface FiringAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

export interface Prometheus {
  /** Evaluates an expression now. Throws what Prometheus says of one that it cannot parse or evaluate. */
  query(expression: string): Promise<readonly Series[]>;
  /** Returns the alerts that are pending or fire. */
  alerts(): Promise<readonly FiringAlert[]>;
  /** Returns the error of each rule that could not be evaluated, by its name. */
  ruleErrors(): Promise<Readonly<Record<string, string>>>;
  /** Resolves once each target has been read so many times more. */
  scraped(times: number): Promise<void>;
  stop(): Promise<void>;
}

interface PrometheusOptions {
  /** Addresses of services, such as `http://127.0.0.1:3000`. */
  readonly targets: readonly string[];
  /** A file of rules. */
  readonly rules: string;
}

/** Whether the program is installed. Where it is missing, tests that need it are skipped, a failure with `CI` set. */
export const hasPrometheus = (): boolean => spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).status === 0;

/** Milliseconds until a start on a busy machine counts as failed. */
const PATIENCE = 60_000;

/** Starts a Prometheus that reads services every second, as the job that the rules name, and evaluates rules. */
export const startPrometheus = async ({ targets, rules }: PrometheusOptions): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const port = await freePort();
  const hosts = targets.map((target) => new URL(target).host);
  writeFileSync(join(folder, 'rules.yml'), rules);
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs: [{ job_name: billing, static_configs: [{ targets: ${JSON.stringify(hosts)} }] }]
`,
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-4000);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };

  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string };
    if (status !== 'success') throw new Error(error);
    return data;
  };
  const query: Prometheus['query'] = async (expression) =>
    (await read<{ result: readonly Series[] }>(`query?query=${encodeURIComponent(expression)}`)).result;
  const count = async (): Promise<number> => {
    const counts = (await query('count_over_time(up{job="billing"}[5m])')).map(({ value }) => Number(value[1]));
    return counts.length < hosts.length ? 0 : Math.min(...counts);
  };
  const scraped = async (times: number): Promise<void> => {
    const [until, deadline] = [(await count()) + times, performance.now() + PATIENCE];
    while ((await count()) < until) {
      if (performance.now() > deadline) throw new Error(`Prometheus reads nothing at ${hosts.join(', ')}.`);
      await wait(100);
    }
  };

  const deadline = performance.now() + PATIENCE;
  while (!(await query('1').catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`Prometheus did not start. It printed:\n${printed}`);
    }
    await wait(50);
  }
  return {
    query,
    alerts: async () => (await read<{ alerts: readonly FiringAlert[] }>('alerts')).alerts,
    async ruleErrors() {
      const { groups } = await read<{
        groups: readonly { rules: readonly { name: string; lastError?: string }[] }[];
      }>('rules');
      return Object.fromEntries(
        groups.flatMap(({ rules }) => rules.flatMap(({ name, lastError }) => (lastError ? [[name, lastError]] : []))),
      );
    },
    scraped,
    stop,
  };
};
