/** A deployment in split form on this machine, behind a proxy with its file from this folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../e2e/fixtures/free-ports.ts';
import { startPostgres } from '../../token-service/test/postgres.ts';
import { healthy } from '../../tools/healthy.ts';
import { ROOT } from '../../tools/repository.ts';
import { startRedis } from '../../tools/test/redis.ts';
import { readDeployed } from '../checks.ts';

/** Seconds: two checks of the proxy, and its time-out. */
export const DRAIN = 6;

/** Milliseconds in which a process is healthy, or the proxy reaches one, also on a machine with other work. */
const START = 180_000;

/** The names of the origins, which the proxy tells apart. */
export const HOSTS = { api: 'billing.localhost', browser: 'js.localhost', console: 'console.localhost' };

/** The parts of a deployment, each with the setting of its port. */
const PORTS = { api: 'PORT', browser: 'BROWSER_PORT', console: 'CONSOLE_PORT', worker: 'WORKER_PORT' } as const;

export type Part = keyof typeof PORTS;

/** A process of the deployment. */
export interface TrialProcess {
  readonly name: string;
  readonly part: Part;
  /** The address at which it answers `/health` and `/metrics` itself. */
  readonly url: string;
  /** Starts it, and resolves once it is healthy. */
  start(): Promise<void>;
  /** Ends it with a signal, and resolves once it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Trial {
  readonly programs: readonly TrialProcess[];
  readonly databaseUrl: string;
  /** The bearer token of `/metrics`. */
  readonly metricsToken: string;
  /** Asks the proxy once, never again, as a client without retries would. Rejects when the connection breaks. */
  ask(
    host: string,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<ProxyAnswer>;
  /** Runs a command of the service, and returns what it prints. */
  command(name: string, ...args: readonly string[]): string;
  /** Returns the errors of the proxy, but for those of a process that did not listen, after which it asks another. */
  proxyErrors(): string;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL, Redis, a proxy and these parts, two processes of each but one console. Needs the proxy, `openssl`
 * and Redis on this machine; PostgreSQL comes from a package of the tests.
 */
export const openTrial = async (proxy: 'caddy' | 'nginx', parts: readonly Part[]): Promise<Trial> => {
  const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  const postgres = await startPostgres();
  const redis = await startRedis();
  if (!redis) throw new Error('Redis is not installed.');
  const [https = 0, http = 0] = await Promise.all([freePort(), freePort()]);
  const metricsToken = randomBytes(32).toString('hex');
  const settings = {
    ...process.env,
    DATABASE_URL: postgres.url,
    TOKEN_STORE_URL: redis.url,
    TOKEN_STORE_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: metricsToken,
    DRAIN_SECONDS: String(DRAIN),
    PUBLIC_URL: `https://${HOSTS.api}:${https}`,
    BROWSER_URL: `https://${HOSTS.browser}:${https}`,
    TRUST_PROXY: '1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  };

  const running = new Set<ChildProcess>();
  let behind: ChildProcess | undefined;
  const programOf = async (part: Part, number: number): Promise<TrialProcess> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    let child: ChildProcess | undefined;
    return {
      name: `${part}-${number}`,
      part,
      url,
      async start() {
        const env = { ...settings, SERVE: part, [PORTS[part]]: String(port) };
        const started = spawn(process.execPath, ['token-service/src/main.ts'], {
          cwd: ROOT,
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        child = started;
        running.add(started);
        started.once('exit', () => running.delete(started));
        const failed = new AbortController();
        const fail = (what: string) => failed.abort(new Error(`${part}-${number} ${what}`));
        started.once('exit', (code, signal) => fail(`ended while it started, with ${signal ?? `status ${code}`}.`));
        const timer = setTimeout(() => fail(`is not healthy after ${START / 1000} seconds.`), START);
        await healthy(url, failed.signal).finally(() => clearTimeout(timer));
      },
      async end(signal) {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      },
    };
  };
  const programs: TrialProcess[] = [];
  for (const part of parts)
    for (let number = 1; number <= (part === 'console' ? 1 : 2); number += 1)
      programs.push(await programOf(part, number));
  /** The address behind a name of the proxy's file; a part that does not run has one that refuses connections. */
  const hostOf = (part: Part, number: number): string =>
    programs.find(({ name }) => name === `${part}-${number}`)?.url.replace('http://', '') ?? '127.0.0.1:9';

  const startProxy = (): ChildProcess => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const names = Object.values(HOSTS).map((host) => `DNS:${host}`);
    const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names.join(',')}`];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '365', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    if (proxy === 'caddy') {
      const file = readDeployed('Caddyfile')
        .replace(
          'grace_period 30s',
          `grace_period 30s\n\thttp_port ${http}\n\thttps_port ${https}\n\tadmin off\n\tauto_https disable_redirects`,
        )
        .replaceAll('\timport process', `\ttls ${cert} ${key}\n\timport process`);
      writeFileSync(join(folder, 'Caddyfile'), file);
      const env = {
        ...process.env,
        HOME: folder,
        API_HOST: HOSTS.api,
        BROWSER_HOST: HOSTS.browser,
        API_1: hostOf('api', 1),
        API_2: hostOf('api', 2),
        BROWSER_1: hostOf('browser', 1),
        BROWSER_2: hostOf('browser', 2),
      };
      const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
      return spawn('caddy', args, { env, stdio: 'ignore' });
    }
    const site = readDeployed('nginx.conf')
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
      .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
      .replaceAll('billing.example.com', HOSTS.api)
      .replaceAll('js.example.com', HOSTS.browser)
      .replaceAll('/etc/ssl/billing/fullchain.pem', cert)
      .replaceAll('/etc/ssl/billing/privkey.pem', key)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll('127.0.0.1:3000', hostOf('api', 1))
      .replaceAll('127.0.0.1:3010', hostOf('api', 2))
      .replaceAll('127.0.0.1:3001', hostOf('browser', 1))
      .replaceAll('127.0.0.1:3011', hostOf('browser', 2));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const file = `pid ${folder}/pid;\ndaemon off;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${paths.join('\n')}\n${site}\n}\n`;
    writeFileSync(join(folder, 'nginx.conf'), file);
    const stdio = ['ignore', 'inherit', 'inherit'] as const;
    return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: [...stdio] });
  };

  const ask: Trial['ask'] = (host, method, path, headers, body = '') =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: https,
          servername: host,
          rejectUnauthorized: false,
          method,
          path,
          headers: { Host: `${host}:${https}`, ...headers, 'Content-Length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  const deployment: Trial = {
    programs,
    databaseUrl: postgres.url,
    metricsToken,
    ask,
    command: (name, ...args) =>
      execFileSync(process.execPath, [`token-service/src/cli/${name}.ts`, ...args], {
        cwd: ROOT,
        env: settings,
        encoding: 'utf8',
      }),
    proxyErrors: () =>
      readFileSync(join(folder, 'error.log'), 'utf8')
        .split('\n')
        .filter((line) => !line.includes('connect() failed'))
        .slice(-20)
        .join('\n'),
    async close() {
      // A proxy that is killed leaves its workers, which keep the output open.
      if (behind && behind.exitCode === null && behind.signalCode === null) {
        const gone = once(behind, 'exit');
        behind.kill('SIGTERM');
        await gone;
      }
      for (const child of running) child.kill('SIGKILL');
      await redis.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    // The first one migrates the database.
    await programs[0]?.start();
    await Promise.all(programs.slice(1).map((program) => program.start()));
    behind = startProxy();
    const end = performance.now() + START;
    for (;;) {
      const answer = await ask(HOSTS.api, 'GET', '/live', {}).catch(() => undefined);
      if (answer?.status === 200) return deployment;
      if (performance.now() > end) throw new Error(`${proxy} reaches no process after ${START / 1000} seconds.`);
      await wait(100);
    }
  } catch (error) {
    await deployment.close();
    throw error;
  }
};

/** The keys of a site. */
export interface Keys {
  readonly public: string;
  readonly private: string;
}

/** Creates a sandbox site by the command line. */
export const createTrialSite = ({ command }: Pick<Trial, 'command'>, subdomain: string): Keys => {
  const created = command('site', 'create', subdomain);
  const [, publicKey = ''] = /public[^\n]*?(\S{20,})/i.exec(created) ?? [];
  const [, privateKey = ''] = /private[^\n]*?(\S{20,})/i.exec(created) ?? [];
  if (!publicKey || !privateKey) throw new Error('The site has no keys.');
  return { public: publicKey, private: privateKey };
};

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Returns the form with which the card fields exchange a card for a token. */
export const cardForm = (keys: Pick<Keys, 'public'>, number = '4111111111111111'): string => {
  const card = { number, month: '12', year: '2035', cvv: '123', first_name: 'Ada', last_name: 'Lovelace' };
  return `${new URLSearchParams({ key: keys.public, version: '0.1.0', ...card })}`;
};

/** Returns the headers of a request to the XML API. */
export const xmlHeaders = (keys: Pick<Keys, 'private'>): Readonly<Record<string, string>> => ({
  Authorization: `Basic ${Buffer.from(`${keys.private}:`).toString('base64')}`,
  Accept: 'application/xml',
  'Content-Type': 'application/xml',
  'X-Api-Version': '2.29',
});
