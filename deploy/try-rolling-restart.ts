/**
 * `node deploy/try-rolling-restart.ts caddy|nginx`: sells 200 times through the proxy, with its file from this folder,
 * while each of two API processes and two browser processes is restarted. Needs the proxy, `openssl` and Redis on this
 * machine; PostgreSQL comes from a package of the tests. Exits with status 0 if every request was answered and every
 * sale is recorded once.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../token-service/test/postgres.ts';
import { healthy } from '../tools/healthy.ts';
import { ROOT } from '../tools/repository.ts';
import { startRedis } from '../tools/test/redis.ts';
import { readDeployed } from './checks.ts';

const SALES = 200;
/** Sales that are under way at once. */
const AT_ONCE = 4;
/** Seconds: two checks of the proxy, and its time-out. */
const DRAIN = 6;
const NAMES = { api: 'billing.localhost', browser: 'js.localhost' };

const proxyName = process.argv[2] === 'nginx' ? 'nginx' : 'caddy';
const folder = mkdtempSync(join(tmpdir(), 'rolling-'));
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  return typeof bound === 'object' && bound ? bound.port : 0;
};
const ports = await Promise.all(Array.from({ length: 6 }, freePort));
const [api1 = 0, api2 = 0, browser1 = 0, browser2 = 0, https = 0, http = 0] = ports;

const postgres = await startPostgres();
const redis = await startRedis();
if (!redis) throw new Error('Redis is not installed.');
const children: ChildProcess[] = [];
const settings = {
  ...process.env,
  DATABASE_URL: postgres.url,
  TOKEN_STORE_URL: redis.url,
  TOKEN_STORE_KEY: randomBytes(32).toString('base64'),
  DRAIN_SECONDS: String(DRAIN),
  PUBLIC_URL: `https://${NAMES.api}:${https}`,
  BROWSER_URL: `https://${NAMES.browser}:${https}`,
  TRUST_PROXY: '1',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
};

const start = async (serve: 'api' | 'browser', port: number): Promise<ChildProcess> => {
  const env = { ...settings, SERVE: serve, [serve === 'api' ? 'PORT' : 'BROWSER_PORT']: String(port) };
  const child = spawn(process.execPath, ['token-service/src/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  await healthy(`http://127.0.0.1:${port}`);
  return child;
};

/** Starts the proxy with its file from this folder, at other ports and with a certificate of this run. */
const startProxy = (): void => {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=DNS:${NAMES.api},DNS:${NAMES.browser}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  if (proxyName === 'caddy') {
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
      API_HOST: NAMES.api,
      BROWSER_HOST: NAMES.browser,
      API_1: `127.0.0.1:${api1}`,
      API_2: `127.0.0.1:${api2}`,
      BROWSER_1: `127.0.0.1:${browser1}`,
      BROWSER_2: `127.0.0.1:${browser2}`,
    };
    children.push(
      spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
        env,
        stdio: 'ignore',
      }),
    );
    return;
  }
  const site = readDeployed('nginx.conf')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
    .replaceAll('billing.example.com', NAMES.api)
    .replaceAll('js.example.com', NAMES.browser)
    .replaceAll('/etc/ssl/billing/fullchain.pem', cert)
    .replaceAll('/etc/ssl/billing/privkey.pem', key)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${api1}`)
    .replaceAll('127.0.0.1:3010', `127.0.0.1:${api2}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${browser1}`)
    .replaceAll('127.0.0.1:3011', `127.0.0.1:${browser2}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = `pid ${folder}/pid;\ndaemon off;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${paths.join('\n')}\n${site}\n}\n`;
  writeFileSync(join(folder, 'nginx.conf'), file);
  children.push(
    spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] }),
  );
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks the proxy once, never again, as a client without retries would. */
const ask = (name: string, method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: https,
        servername: name,
        rejectUnauthorized: false,
        method,
        path,
        headers: { Host: `${name}:${https}`, ...headers, 'Content-Length': Buffer.byteLength(body) },
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

const tool = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, env: settings, encoding: 'utf8' });

const lost: string[] = [];
let requests = 0;
let sold = 0;
const answered = async (
  what: string,
  wanted: number,
  ...given: Parameters<typeof ask>
): Promise<Answer | undefined> => {
  requests += 1;
  const answer = await ask(...given).catch((error: Error) => ({ status: 0, text: error.message }));
  if (answer.status === wanted) return answer;
  lost.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return undefined;
};

const sell = async (n: number, keys: { readonly public: string; readonly private: string }): Promise<void> => {
  const card = {
    key: keys.public,
    version: '0.1.0',
    number: '4111111111111111',
    month: '12',
    year: '2035',
    cvv: '123',
    first_name: 'Ada',
    last_name: 'Lovelace',
  };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const token = await answered(
    'a token',
    200,
    NAMES.browser,
    'POST',
    '/js/v1/token',
    form,
    `${new URLSearchParams(card)}`,
  );
  if (!token) return;
  const { id } = JSON.parse(token.text) as { id: string };
  const body = `<purchase><currency>USD</currency><account><account_code>buyer-${n}</account_code><billing_info><token_id>${id}</token_id></billing_info></account><adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments></purchase>`;
  const headers = {
    Authorization: `Basic ${Buffer.from(`${keys.private}:`).toString('base64')}`,
    Accept: 'application/xml',
    'Content-Type': 'application/xml',
    'X-Api-Version': '2.29',
  };
  if (await answered('a purchase', 200, NAMES.api, 'POST', '/v2/purchases', headers, body)) sold += 1;
};

let failed = true;
try {
  const created = tool('token-service/src/cli/site.ts', 'create', 'acme');
  const [, publicKey = ''] = /public[^\n]*?(\S{20,})/i.exec(created) ?? [];
  const [, privateKey = ''] = /private[^\n]*?(\S{20,})/i.exec(created) ?? [];
  if (!publicKey || !privateKey) throw new Error('The site has no keys.');
  const running = new Map([
    [api1, await start('api', api1)],
    [api2, await start('api', api2)],
    [browser1, await start('browser', browser1)],
    [browser2, await start('browser', browser2)],
  ]);
  startProxy();
  for (;;) {
    const answer = await ask(NAMES.api, 'GET', '/live', {}).catch(() => undefined);
    if (answer?.status === 200) break;
    await wait(100);
  }

  let next = 0;
  let restarting = true;
  // Sales go on until every process was restarted, and there are enough of them.
  const seller = async (): Promise<void> => {
    while (next < SALES || restarting) {
      next += 1;
      await sell(next, { public: publicKey, private: privateKey });
      if (next < SALES) await wait(150);
    }
  };
  const restartAll = async (): Promise<void> => {
    for (const [port, child] of running) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await start(port === api1 || port === api2 ? 'api' : 'browser', port);
      // The proxy finds it healthy before the next one goes.
      await wait(DRAIN * 1000);
    }
    restarting = false;
  };
  await Promise.all([restartAll(), ...Array.from({ length: AT_ONCE }, seller)]);

  const listed = await ask(NAMES.api, 'HEAD', '/v2/invoices', {
    Authorization: `Basic ${Buffer.from(`${privateKey}:`).toString('base64')}`,
    Accept: 'application/xml',
    'X-Api-Version': '2.29',
  });
  failed = lost.length > 0 || sold < SALES || listed.status !== 200;
  console.log(`${proxyName}: ${requests} requests, ${sold} sales, ${running.size} restarts, lost ${lost.length}`);
  for (const each of lost.slice(0, 10)) console.log(`  ${each}`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  await redis.stop();
  await postgres.stop();
  if (failed && proxyName === 'nginx')
    console.log(readFileSync(join(folder, 'error.log'), 'utf8').split('\n').slice(-5).join('\n'));
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
