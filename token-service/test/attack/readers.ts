import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../../bench/accounts/servers.ts';
import { DEMO_KEYS } from '../../seed/demo.ts';

export interface Readers {
  readonly readers: number;
  readonly path: string;
  /** Each request names another host. */
  readonly freshHosts?: boolean;
  /** Milliseconds between the requests of a reader; by default each repeats as soon as it is answered. */
  readonly every?: number;
  /** Disables the limits of the service. */
  readonly unlimited?: boolean;
}

/** Request durations in milliseconds, sorted, by response status. */
export type Taken = ReadonlyMap<number, readonly number[]>;

export interface Measured {
  /** Purchases without and with readers. */
  readonly alone: Taken;
  readonly bought: Taken;
  readonly viewed: Taken;
  /** CPU time of the server in milliseconds, all threads. */
  readonly perPurchase: number;
  readonly perView: number;
}

export const SECONDS = 5;
const BUYERS = 4;

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

/**
 * Measures the effect of anonymous readers on the purchases of four buyers: five seconds of purchases alone, then five
 * with readers. The service runs in a separate process.
 */
export const measureReaders = async ({
  readers,
  path,
  freshHosts,
  every = 0,
  unlimited,
}: Readers): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true });
  const service = await startService('service', { DATA_DIR: ':memory:', RATE_LIMIT: unlimited ? 'off' : '1000000' });
  const ask = asking(agent);
  const buy = () => ask(`${service.url}/v2/purchases`, BUYING, purchase());
  let views = 0;
  const view = () => {
    views += 1;
    const headers = { 'accept-encoding': 'br, gzip', ...(freshHosts && { host: `address-${views}.example` }) };
    return ask(service.url + path, headers);
  };
  const cpu = async (): Promise<number> => (await service.ask('usage')).cpu / 1000;
  const soon = (seconds: number): number => performance.now() + seconds * 1000;

  try {
    await crowd(BUYERS, soon(1.5), buy);
    const idle = await cpu();
    const alone = await crowd(BUYERS, soon(SECONDS), buy);
    const loaded = await cpu();
    const until = soon(SECONDS);
    const [bought, viewed] = await Promise.all([crowd(BUYERS, until, buy), crowd(readers, until, view, every)]);
    const perPurchase = (loaded - idle) / countOf(alone);
    const perView = ((await cpu()) - loaded - perPurchase * countOf(bought)) / countOf(viewed);
    return { alone, bought, viewed, perPurchase, perView };
  } finally {
    agent.destroy();
    await service.stop();
  }
};

export const countOf = (taken: Taken): number => [...taken.values()].reduce((sum, { length }) => sum + length, 0);

export const quantile = (times: readonly number[] = [], q: number): number => times[Math.floor(times.length * q)] ?? 0;

const asking =
  (agent: Agent) =>
  (url: string, headers: IncomingHttpHeaders, body?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const exchange = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      exchange.once('error', reject);
      exchange.end(body);
    });

/** Runs the given number of clients, each repeating its request until the time is up. */
const crowd = async (size: number, until: number, once: () => Promise<number>, every = 0): Promise<Taken> => {
  const taken = new Map<number, number[]>();
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      const status = await once();
      const times = taken.get(status) ?? [];
      const time = performance.now() - began;
      times.push(time);
      taken.set(status, times);
      if (time < every) await wait(every - time);
    }
  };
  await Promise.all(Array.from({ length: size }, client));
  for (const times of taken.values()) times.sort((a, b) => a - b);
  return taken;
};
