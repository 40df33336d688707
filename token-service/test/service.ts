import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Key } from '@service/billing/domain/sites/key.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { DEMO_KEYS, demoSite } from '../seed/demo.ts';
import type { GatewayLogEntry } from '../src/adapters/gateway/gateway-log.ts';
import type { Database } from '../src/adapters/storage/database.ts';
import { readConfig } from '../src/config.ts';
import type { Element } from '../src/documents/xml/codec/element.ts';
import { parse } from '../src/documents/xml/codec/parse.ts';
import { type OpenService, openService } from '../src/main.ts';
import { digest } from '../src/runtime/digest.ts';
import { openWorld } from '../src/runtime/world.ts';
import { type TestClock, testClock } from './clock.ts';
import { comparedEvents } from './events/compared.ts';
import { migratedSqlite } from './migrated.ts';

/** A complete service in this process: real sockets, a real database, a clock that the test moves. */
export interface TestService {
  readonly apiUrl: string;
  readonly browserUrl: string;
  readonly consoleUrl: string;
  readonly clock: TestClock;
  readonly service: OpenService;
  /** Every logged line. */
  readonly logged: readonly string[];
  /** The gateway calls since the start. */
  readonly gatewayCalls: readonly GatewayLogEntry[];
  /** Runs during a gateway call. */
  whileAsked(wait: (call: GatewayLogEntry) => Promise<void>): void;
  /** Sends a request to the XML API with the demo site’s private key. */
  api(method: string, path: string, body?: string, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  /** Changes settings of the demo site. */
  changeDemoSite(changes: Partial<Site>): Promise<void>;
  /** Opens another site of the same service, with its own keys. */
  openSite(changes?: Partial<Site>): Promise<OtherSite>;
  /** Exchanges a card for a token, as the hosted fields do; the given fields replace those of a valid card. */
  token(fields?: Readonly<Record<string, string>>): Promise<string>;
  /** Approves payments with the sandbox wallet, as the agreement page does. Returns the response. */
  agree(buyer: string, key?: string): Promise<{ readonly id?: string; readonly error?: { readonly code: string } }>;
  /** Resolves once all due work has run. */
  dueWork(): Promise<void>;
  close(): Promise<void>;
}

export interface OtherSite {
  readonly site: Site;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly api: TestService['api'];
  /** Direct access to the site’s records, to create those that no request creates yet, or to inspect them. */
  readonly records: () => Records;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if there is none. */
  readonly xml: Element | undefined;
}

export interface TestServiceOptions {
  /** `postgres://…`; default: the embedded database, in memory. */
  readonly databaseUrl?: string;
  /** Replaces the connections to `databaseUrl`, or the embedded database. */
  readonly database?: Database;
  readonly now?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Waits; by default, it advances the test’s clock. */
  readonly pause?: World['pause'];
  /** Milliseconds that a command of Redis may take: on a loaded machine, a test of shared limits waits for it. */
  readonly redisTimeout?: number;
}

export const GOOD_CARD = {
  number: '4111 1111 1111 1111',
  month: '12',
  year: '2030',
  cvv: '123',
  first_name: 'Ada',
  last_name: 'Lovelace',
};

export const startTestService = async ({
  databaseUrl,
  database,
  now = '2026-11-20T12:00:00Z',
  env = {},
  pause,
  redisTimeout,
}: TestServiceOptions = {}): Promise<TestService> => {
  const clock = testClock(now);
  const logged: string[] = [];
  const gatewayCalls: GatewayLogEntry[] = [];
  const differences: string[] = [];
  let whileAsked = async (_call: GatewayLogEntry): Promise<void> => {};

  const config = readConfig({
    PORT: '0',
    BROWSER_PORT: '0',
    CONSOLE_PORT: '0',
    DATA_DIR: ':memory:',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  });
  const world = {
    ...openWorld(clock),
    // Waiting advances the test’s clock and lets other tasks run.
    pause:
      pause ??
      (async (milliseconds: number) => {
        clock.advance({ seconds: milliseconds / 1000 });
        await setImmediate();
      }),
  };
  const service = await openService(config, {
    world,
    ...(database && { database }),
    ...(!database && config.dataDir === ':memory:' && !config.databaseUrl && { database: await migratedSqlite() }),
    logTo: { write: (line: string) => void logged.push(line) },
    ...(redisTimeout === undefined ? {} : { redisTimeout }),
    serverTime: () => Date.parse(now) + clock.elapsed(),
    watchStorage: (storage) => comparedEvents(storage, (how) => differences.push(how)),
    gatewayLatency: async (call) => {
      gatewayCalls.push(call);
      await whileAsked(call);
    },
  });

  const apiWith =
    (key: string): TestService['api'] =>
    async (method, path, body, headers = {}) => {
      const response = await fetch(new URL(path, service.api?.url), {
        method,
        redirect: 'manual',
        headers: {
          Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
          Accept: 'application/xml',
          'X-Api-Version': '2.19',
          ...(body === undefined ? {} : { 'Content-Type': 'application/xml; charset=utf-8' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      refuseRepeats(text);
      return {
        status: response.status,
        headers: response.headers,
        text,
        // Parsed on first access: some responses are larger than a request may be.
        get xml() {
          return text ? parse(Buffer.from(text)) : undefined;
        },
      };
    };

  const changeDemoSite: TestService['changeDemoSite'] = async (changes) => {
    const demo = (await service.opened.sites.find('demo')) as Site;
    await service.opened.administration.transaction(demo.id, (sites) => sites.save({ ...demo, ...changes }));
  };

  const openSite: TestService['openSite'] = async (changes = {}) => {
    const id = world.ids.uuid();
    const site: Site = {
      // A service that other machines can reach has no demo site.
      ...((await service.opened.sites.find('demo')) ?? demoSite(id)),
      id,
      subdomain: `other-${world.ids.secret(8).toLowerCase()}`,
      ...changes,
    };
    const [publicKey, privateKey] = [world.ids.secret(32), world.ids.secret(32)];
    const key = (kind: Key['kind'], value: string): Key => ({
      id: world.ids.uuid(),
      site_id: site.id,
      kind,
      name: kind,
      hash: digest(value),
      value: kind === 'public' ? value : null,
      read_only: false,
      created_at_ms: clock.now(),
      valid_until_ms: null,
    });
    await service.opened.administration.transaction(site.id, async (sites) => {
      await sites.add(site);
      await sites.addKey(key('public', publicKey));
      await sites.addKey(key('private', privateKey));
    });
    return { site, publicKey, privateKey, api: apiWith(privateKey), records: () => service.opened.storage.of(site.id) };
  };

  const token: TestService['token'] = async (fields = {}) => {
    const response = await fetch(new URL('/js/v1/token', service.browser?.url), {
      method: 'POST',
      body: new URLSearchParams({ key: DEMO_KEYS.public, version: '0.1.0', ...GOOD_CARD, ...fields }),
    });
    const answer = (await response.json()) as { id?: string };
    if (!answer.id) throw new Error(`No token: ${JSON.stringify(answer)}`);
    return answer.id;
  };

  const agree: TestService['agree'] = async (buyer, key = DEMO_KEYS.public) => {
    const response = await fetch(new URL('/js/v1/wallet/agreements', service.browser?.url), {
      method: 'POST',
      body: new URLSearchParams({ key, buyer }),
    });
    return response.json() as ReturnType<TestService['agree']>;
  };

  return {
    apiUrl: service.api?.url ?? '',
    browserUrl: service.browser?.url ?? '',
    consoleUrl: service.console?.url ?? '',
    clock,
    service,
    logged,
    gatewayCalls,
    whileAsked: (wait) => {
      whileAsked = wait;
    },
    api: apiWith(DEMO_KEYS.private),
    changeDemoSite,
    openSite,
    token,
    agree,
    dueWork: async () => service.worker?.idle(),
    async close() {
      await service.close();
      // A change of records without its event, or an event without a change.
      if (differences.length > 0) throw new Error(`Events differ from records:\n${differences.join('\n')}`);
    },
  };
};

/** Returns a name that is not in use yet. */
export const fresh = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

/** Returns the text of a nested element, by path: `textOf(account, 'address', 'city')`. */
export const textOf = (element: Element | undefined, ...path: readonly string[]): string | undefined =>
  within(element, ...path)?.text;

export const within = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((inside, name) => inside?.children.find((child) => child.name === name), element);

const FINDING = /<error field="([^"]*)" symbol="([^"]*)"/g;

/** Throws if an answer has the same symbol of the same field twice, whatever the request was. */
const refuseRepeats = (answer: string): void => {
  const found = [...answer.matchAll(FINDING)].map(([, field, symbol]) => `${field} ${symbol}`);
  const repeated = found.filter((finding, at) => found.indexOf(finding) < at);
  if (repeated.length > 0) throw new Error(`An answer repeats ${repeated.join(', ')}.`);
};

/** Returns the validation errors of a 422: `account.email invalid_email`. */
export const findings = (element: Element | undefined): string[] =>
  (element?.children ?? []).map(({ attributes }) => `${attributes.get('field')} ${attributes.get('symbol')}`);
