import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageToQueue } from '@service/billing/domain/outbox/message.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { resources } from '@service/billing/resources/index.ts';
import type { Logger } from 'pino';
import { calendar } from '../../src/apis/xml/versions/calendar.ts';
import { BODY, type XmlApiDeps, xmlApi } from '../../src/apis/xml/xml-api.ts';
import { application, type Kernel } from '../../src/http/application.ts';
import { anonymousLimits } from '../../src/http/limits/anonymous.ts';
import { memoryLimiter } from '../../src/http/limits/memory-limiter.ts';
import { clientOrigin } from '../../src/http/origin.ts';
import { docs } from '../../src/reference/docs.ts';
import type { Library } from '../../src/reference/prepared-files.ts';
import { turns } from '../../src/runtime/turns.ts';
import { randomIds } from '../../src/runtime/world.ts';
import { testClock } from '../clock.ts';
import { fakeAccounts } from './fake-accounts.ts';
import { memoryIdempotency } from './memory-idempotency.ts';
import { memorySites } from './memory-sites.ts';
import type { OpenHearted, SiteKeys } from './target.ts';

export interface FakeService extends OpenHearted {
  /** Every logged line. */
  readonly logged: readonly Record<string, unknown>[];
  /** Times out every request body that is still being received. */
  expireBodies(): void;
  close(): Promise<void>;
}

/** Replacements of what the service is composed of. */
export interface FakeParts
  extends Partial<XmlApiDeps>,
    Partial<Pick<Kernel, 'trustProxy' | 'loggedAddress' | 'probes'>> {
  /** The browser library, for the reference. */
  readonly library?: Library;
  /** The key in the examples of the reference. */
  readonly exampleKey?: string;
  /** The origin of the example shop, which the documents name. */
  readonly exampleShop?: string;
  /** The last token of the site of that key. */
  readonly lastToken?: () => string | undefined;
}

/** Opens the XML API and its reference on a real port, with endpoints and ports that store in maps. */
export const openFakeService = async (overrides: FakeParts = {}): Promise<FakeService> => {
  const clock = testClock('2026-11-20T12:00:00Z');
  const sites = memorySites();
  const outbox = memoryOutbox(clock);
  const logged: Record<string, unknown>[] = [];
  const log = {
    info: (line: object) => logged.push({ ...line }),
    error: (line: object) => logged.push({ ...line }),
  } as unknown as Logger;
  const waiting = new Set<AbortController>();
  const siteOf = new Map<SiteKeys, string>();

  const deps = {
    ...fakeAccounts(clock),
    sites: sites.sites,
    storage: outbox.storage,
    idempotency: memoryIdempotency(),
    requests: memoryLimiter(clock),
    anonymous: anonymousLimits(memoryLimiter(clock)),
    clock,
    ids: randomIds(clock),
    turn: turns(),
    log,
    settings: { calendar: calendar() },
    deadline() {
      const controller = new AbortController();
      waiting.add(controller);
      return controller.signal;
    },
    ...overrides,
  };
  const { trustProxy = false, loggedAddress, probes = [] } = overrides;
  const app = application({ log, clock, ids: deps.ids, trustProxy, loggedAddress, probes }, [
    docs({
      ...deps,
      calendar: deps.settings.calendar,
      body: deps.settings.body ?? BODY,
      resources,
      origin: clientOrigin(deps.settings.publicUrl),
    }),
    ...xmlApi(deps),
  ]);
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    logged,
    async openSite(settings) {
      const { site, ...keys } = sites.open(settings);
      siteOf.set(keys, site.id);
      return keys;
    },
    setClock(at) {
      clock.travelTo(new Date(at).toISOString());
    },
    async outbox(keys) {
      return outbox.of(siteOf.get(keys) ?? '');
    },
    expireBodies() {
      for (const controller of waiting) controller.abort();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const memoryOutbox = (clock: { now(): number }) => {
  const queued: { siteId: string; at: number; message: MessageToQueue }[] = [];
  const of = (siteId: string) =>
    queued.filter((each) => each.siteId === siteId).map(({ message }) => `${message.kind} to ${message.recipient}`);
  const storage = {
    transaction: (siteId: string, work: (records: unknown) => Promise<unknown>) =>
      work({
        outbox: {
          async queueOnceIn(seconds: number, message: MessageToQueue) {
            const at = clock.now();
            const again = queued.some(
              (each) =>
                each.siteId === siteId &&
                each.message.kind === message.kind &&
                each.message.recipient === message.recipient &&
                at - each.at < seconds * 1000,
            );
            if (!again) queued.push({ siteId, at, message });
            return !again;
          },
        },
      }),
  } as unknown as Pick<Storage, 'transaction'>;
  return { storage, of };
};
