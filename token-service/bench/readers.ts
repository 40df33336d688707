/**
 * What 16 anonymous readers of a page do to the purchases of four buyers: purchases alone, then with readers who ask again as soon as they are
 * answered. Each phase lasts five seconds. CPU is that of the server for each request. `--readers 16`, `--path /docs`, `--fresh-hosts` (each view names
 * another address) and `--unlimited` change the readers.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { DEMO_KEYS } from '../seed/demo.ts';
import { startService } from './accounts/servers.ts';

const BUYERS = 4;
const SECONDS = 5;

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '16' },
    path: { type: 'string', default: '/docs' },
    'fresh-hosts': { type: 'boolean', default: false },
    unlimited: { type: 'boolean', default: false },
  },
});
const readers = Number(values.readers);

const agent = new Agent({ keepAlive: true });

const ask = (url: string, headers: IncomingHttpHeaders, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end(body);
  });

const BUYING = {
  authorization: `Basic ${Buffer.from(`${DEMO_KEYS.private}:`).toString('base64')}`,
  accept: 'application/xml',
  'content-type': 'application/xml; charset=utf-8',
  'x-api-version': '2.19',
};

const purchase = (): string =>
  `<purchase><account><account_code>${crypto.randomUUID()}</account_code><billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name>` +
  '<number>4111111111111111</number><month>12</month><year>2040</year></billing_info></account><currency>USD</currency>' +
  '<adjustments><adjustment><unit_amount_in_cents>1250</unit_amount_in_cents></adjustment></adjustments></purchase>';

/** Does it again and again until the time is up. Answers how long each took, in milliseconds, by status. */
const again = async (until: number, once: () => Promise<number>): Promise<Map<number, number[]>> => {
  const taken = new Map<number, number[]>();
  while (performance.now() < until) {
    const began = performance.now();
    const status = await once();
    taken.set(status, [...(taken.get(status) ?? []), performance.now() - began]);
  }
  return taken;
};

const merged = (all: readonly Map<number, number[]>[]): Map<number, number[]> => {
  const sum = new Map<number, number[]>();
  for (const each of all) for (const [status, times] of each) sum.set(status, [...(sum.get(status) ?? []), ...times]);
  return sum;
};

const show = (name: string, taken: Map<number, number[]>): void => {
  for (const [status, times] of taken) {
    times.sort((a, b) => a - b);
    const quantile = (q: number) => `${(times[Math.floor(times.length * q)] ?? 0).toFixed(1)} ms`.padStart(11);
    const rate = (times.length / SECONDS).toFixed(1).padStart(9);
    console.log(`${name.padEnd(24)}${String(status).padStart(5)}${rate}/s${quantile(0.5)}${quantile(0.99)}`);
  }
};

const service = await startService('service', {
  DATA_DIR: ':memory:',
  RATE_LIMIT: values.unlimited ? 'off' : '1000000',
});
let views = 0;
const buy = () => ask(`${service.url}/v2/purchases`, BUYING, purchase());
const view = () => {
  views += 1;
  const headers: IncomingHttpHeaders = { 'accept-encoding': 'br, gzip' };
  if (values['fresh-hosts']) headers.host = `address-${views}.example`;
  return ask(`${service.url}${values.path}`, headers);
};
const cpu = async (): Promise<number> => (await service.ask('usage')).cpu / 1000;
const countOf = (taken: Map<number, number[]>): number =>
  [...taken.values()].reduce((sum, { length }) => sum + length, 0);
const crowd = async (size: number, until: number, once: () => Promise<number>) =>
  merged(await Promise.all(Array.from({ length: size }, () => again(until, once))));

try {
  await crowd(BUYERS, performance.now() + 1500, buy);
  console.log('who                    status      rate        p50        p99');
  const idle = await cpu();
  const alone = await crowd(BUYERS, performance.now() + SECONDS * 1000, buy);
  const loaded = await cpu();
  show('buyers alone', alone);
  const until = performance.now() + SECONDS * 1000;
  const [bought, viewed] = await Promise.all([crowd(BUYERS, until, buy), crowd(readers, until, view)]);
  show(`buyers, ${readers} readers`, bought);
  show(`readers of ${values.path}`, viewed);
  const purchaseCost = (loaded - idle) / countOf(alone);
  const viewCost = ((await cpu()) - loaded - purchaseCost * countOf(bought)) / countOf(viewed);
  console.log(`CPU: ${purchaseCost.toFixed(2)} ms a purchase, ${viewCost.toFixed(2)} ms a view`);
  console.log(`load average: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  agent.destroy();
  await service.stop();
}
