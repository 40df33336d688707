import { expect, test } from 'vitest';
import { migratedSqlite } from '../migrated.ts';
import { audit } from '../money/audit.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { effectsOn } from './effects.ts';
import { failingReads } from './failing-reads.ts';

/** Can be stored, and is declined at each payment. */
const DECLINED_LATER = '4000 0000 0000 9979';

const sell = async (service: TestService): Promise<string> => {
  const code = fresh('outage');
  const sold = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>ada@example.com</email>` +
      `<billing_info><token_id>${await service.token()}</token_id></billing_info></account><currency>USD</currency>` +
      `<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>`,
  );
  expect(sold.status, sold.text).toBe(200);
  return code;
};

const changeCard = async (service: TestService, code: string, number: string): Promise<void> => {
  const token = await service.token({ number });
  const body = `<billing_info><token_id>${token}</token_id></billing_info>`;
  const changed = await service.api('PUT', `/v2/accounts/${code}/billing_info`, body);
  expect(changed.status, changed.text).toBe(200);
};

const MAIL = 'SELECT kind FROM outbox ORDER BY kind';

/** Prepares a customer for whom work is due a month later. */
const DUE: Readonly<Record<string, (service: TestService) => Promise<string>>> = {
  'a renewal': (service) => sell(service),
  async 'a renewal that is declined'(service) {
    const code = await sell(service);
    await changeCard(service, code, DECLINED_LATER);
    return code;
  },
};

/** Services that run at a time: each waits for its worker, which rests after a failure. */
const AT_ONCE = 12;

const attempt = async (prepare: (service: TestService) => Promise<string>, read: number) => {
  const { database, failAt, recover } = failingReads(await migratedSqlite());
  const service = await startTestService({ database, env: { RATE_LIMIT: 'off' } });
  try {
    const code = await prepare(service);
    await service.dueWork();
    failAt(read);
    service.clock.advance({ hours: 31 * 24 });
    await service.dueWork();
    const reads = recover();
    // What failed is tried again after some minutes.
    service.clock.advance({ hours: 2 });
    await service.dueWork();
    const mail = (await database.all(MAIL)).map(({ kind }) => kind);
    return { reads, left: { ...(await effectsOn(database, code)), mail, found: await audit(database) } };
  } finally {
    await service.close();
  }
};

test.each(Object.entries(DUE))(
  '%s comes to the same, whichever read fails',
  { timeout: 120_000 },
  async (_, prepare) => {
    const { reads, left } = await attempt(prepare, Number.POSITIVE_INFINITY);
    expect(left.found).toEqual([]);
    const failing = Array.from({ length: reads }, (_, read) => read);
    const inTurn = async (): Promise<void> => {
      for (let read = failing.shift(); read !== undefined; read = failing.shift()) {
        expect((await attempt(prepare, read)).left, `after read ${read} of ${reads}`).toEqual(left);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  },
);
