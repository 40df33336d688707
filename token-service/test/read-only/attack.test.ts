import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer } from '../account-pages/customer.ts';
import { testPostgres } from '../database.ts';
import { filled } from '../malformed/defects.ts';
import { GOOD_CARD, startTestService, type TestService, textOf } from '../service.ts';
import { type Surface, surfacesOf } from '../surfaces.ts';

const WRITES = ['POST', 'PUT', 'DELETE', 'PATCH'];
const READS = ['GET', 'HEAD'];

/** A database that a service has filled, and everything in it. */
interface Ground {
  readonly env: Readonly<Record<string, string>>;
  /** A digest of every row. */
  content(): Promise<string>;
  close(): Promise<void>;
}

const digestOf = (tables: readonly (readonly [string, readonly object[]])[]): string =>
  createHash('sha256').update(JSON.stringify(tables)).digest('hex');

const onFiles = async (): Promise<Ground> => {
  const folder = mkdtempSync(join(tmpdir(), 'read-only-'));
  return {
    env: { DATA_DIR: folder },
    async content() {
      const reader = new DatabaseSync(join(folder, 'billing.sqlite'), { readOnly: true });
      const names = reader.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
      const tables = names.map(({ name }) => [String(name), reader.prepare(`SELECT * FROM "${name}"`).all()] as const);
      reader.close();
      return digestOf(tables);
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
};

const onPostgres = async (): Promise<Ground> => {
  const database = await testPostgres();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    env: { DATABASE_URL: database.url },
    async content() {
      const names = await client.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1",
      );
      const tables: [string, object[]][] = [];
      for (const { name } of names.rows) {
        tables.push([name, (await client.query(`SELECT * FROM "${name}" t ORDER BY t::text`)).rows]);
      }
      return digestOf(tables);
    },
    async close() {
      await client.end();
      await database.close();
    },
  };
};

describe.each([
  ['SQLite', onFiles],
  ['PostgreSQL', onPostgres],
] as const)('a read-only service on %s', (_, open) => {
  let ground: Ground;
  let service: TestService;
  let origins: readonly (readonly Surface[])[];
  let headers: Record<string, string>;
  let before: string;

  const start = (more: Readonly<Record<string, string>>) => {
    const { DATABASE_URL: databaseUrl, ...env } = ground.env;
    return startTestService({ ...(databaseUrl ? { databaseUrl } : {}), env: { RATE_LIMIT: 'off', ...env, ...more } });
  };

  beforeAll(async () => {
    ground = await open();
    const filling = await start({});
    const customer = await newCustomer(filling);
    headers = {
      Cookie: customer.cookie(),
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
      Accept: 'application/xml',
      'X-Api-Version': '2.19',
    };
    await filling.dueWork();
    await filling.close();
    before = await ground.content();
    const attacked = await surfacesOf(() => start({ READ_ONLY: '1' }));
    service = attacked.opened;
    origins = attacked.origins;
  });
  afterAll(async () => {
    await service.close();
    await ground.close();
  });

  it('changes nothing, whatever is sent to the routes of its tables, and refuses each write with 503', async () => {
    const [api, browser] = origins.map((surfaces) => surfaces.flatMap(({ paths }) => paths));
    const unexpected: string[] = [];
    let writes = 0;
    for (const [url, paths] of [
      [service.apiUrl, api],
      [service.browserUrl, browser],
    ] as const) {
      for (const path of new Set(paths?.map((one) => filled(one)))) {
        for (const method of [...WRITES, ...READS]) {
          const response = await fetch(url + path, { method, headers, redirect: 'manual' });
          await response.arrayBuffer();
          const isWrite = WRITES.includes(method);
          if (isWrite) writes += 1;
          // Paths that serve files only answer a write like any other path without it.
          const expected = isWrite ? [503, 404, 405] : [200, 301, 302, 303, 304, 400, 401, 403, 404, 405, 406, 503];
          if (!expected.includes(response.status)) unexpected.push(`${method} ${path}: ${response.status}`);
        }
      }
    }
    expect(unexpected).toEqual([]);
    expect(writes).toBeGreaterThan(300);
    expect(await ground.content()).toBe(before);
    expect(service.gatewayCalls).toEqual([]);
  });

  it('says why: in XML, in JSON for browsers, and on pages', async () => {
    const created = await service.api('POST', '/v2/accounts', '<account><account_code>ada</account_code></account>');
    expect([created.status, textOf(created.xml, 'symbol'), created.headers.get('retry-after')]).toEqual([
      503,
      'read_only',
      null,
    ]);
    const token = await fetch(new URL('/js/v1/token', service.browserUrl), {
      method: 'POST',
      body: new URLSearchParams({ key: 'demo-public-key', version: '0.1.0', ...GOOD_CARD }),
    });
    expect([token.status, await token.json()]).toEqual([
      503,
      {
        error: {
          code: 'api-error',
          message: 'The service is read-only at the moment: it takes no payment details.',
        },
      },
    ]);
    const page = await fetch(new URL('/account/sign-out', service.apiUrl), { method: 'POST', headers });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('nothing can be changed')]);
  });

  it('answers what was recorded, and says in /health that it only reads', async () => {
    expect((await service.api('GET', '/v2/accounts')).status).toBe(200);
    const health = await (await fetch(new URL('/health', service.apiUrl))).json();
    expect(health).toMatchObject({ status: 'degraded', degraded: expect.arrayContaining(['read_only']) });
    expect([service.service.worker, service.service.mail, service.service.webhooks]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is refused by storage too: nothing gets past the steps of requests', async () => {
    const { storage, sites, administration } = service.service.opened;
    const site = await sites.find('demo');
    const id = site?.id ?? '';
    await expect(storage.of(id).next('invoice')).rejects.toMatchObject({ symbol: 'read_only' });
    const any = { id: 'any', account_id: 'any', uuid: 'any' };
    const removing = storage.transaction(id, (records) => records.paymentMethods.remove(any));
    await expect(removing).rejects.toMatchObject({ symbol: 'read_only' });
    const saving = administration.transaction(id, (inside) => (site ? inside.save(site) : Promise.resolve()));
    await expect(saving).rejects.toMatchObject({ symbol: 'read_only' });
    expect(await ground.content()).toBe(before);
  });
});
