import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testPostgres } from '../database.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../pgbouncer.ts';
import { startTestService, type TestService } from '../service.ts';
import { openShop } from './subscription-shop.ts';

describe.runIf(hasPgBouncer && !process.env.TEST_DATABASE_URL)('a service behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let service: TestService;
  beforeAll(async () => {
    database = await testPostgres();
    pooler = await startPgBouncer(database.url);
    service = await startTestService({
      databaseUrl: pooler.of(new URL(database.url).pathname.slice(1)),
      env: { RATE_LIMIT: 'off', DATABASE_DIRECT_URL: database.url },
    });
  });
  afterAll(async () => {
    await service.close();
    await pooler.stop();
    await database.close();
  });

  it('sells at the same time to many, with an invoice number for each, and renews them', async () => {
    const { travel, plan, account, subscribe, invoices, api } = await openShop(service);
    const gold = await plan();
    const codes = await Promise.all(Array.from({ length: 12 }, () => account()));
    await Promise.all(codes.map((code) => subscribe(code, gold)));
    await travel('2026-12-20T12:00:00Z');
    for (const code of codes) {
      expect(await invoices(code)).toEqual([
        '2026-11-20T12:00:00Z purchase paid 3000',
        '2026-12-20T12:00:00Z renewal paid 3000',
      ]);
    }
    const { text } = await api('GET', '/v2/invoices?per_page=200');
    const numbers = [...text.matchAll(/<invoice_number type="integer">(\d+)</g)].map(([, number]) => Number(number));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => 1000 + index));
    expect(numbers).toHaveLength(24);
  });
});
