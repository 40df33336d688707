import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const CARD = {
  number: '4111 1111 1111 1111',
  month: '12',
  year: '2030',
  cvv: '123',
  first_name: 'Ada',
  last_name: 'L',
};

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'token-limits-'));
  service = await startTestService({ env: { DATA_DIR: folder } });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const messages = () => {
  const database = new DatabaseSync(join(folder, 'billing.sqlite'), { readOnly: true });
  const rows = database.prepare("SELECT recipient, payload FROM outbox WHERE kind = 'card_testing'").all();
  database.close();
  return rows.map(({ recipient, payload }) => ({ recipient, ...JSON.parse(String(payload)) }));
};
const alerts = () => service.logged.map((line) => JSON.parse(line)).filter(({ alert }) => alert === 'card_testing');

test('too many cards with a site’s keys alert its technical contact, at most once in three hours', async () => {
  const { site, publicKey } = await service.openSite({
    tokens_per_minute: 2,
    tokens_per_address: null,
    technical_contact: 'ops@shop.example',
  });
  const post = async (fields: Record<string, string> = CARD) => {
    const body = new URLSearchParams({ key: publicKey, ...fields });
    return (await fetch(new URL('/js/v1/token', service.browserUrl), { method: 'POST', body })).status;
  };
  for (let n = 0; n < 20; n += 1) expect(await post({})).toBe(422);
  expect([await post(), await post(), await post(), await post()]).toEqual([200, 200, 429, 429]);
  expect(messages()).toEqual([
    { recipient: 'ops@shop.example', site: site.subdomain, setting: 'tokens_per_minute', limit: 2 },
  ]);
  // 40 is pino’s level warn.
  expect(alerts()).toMatchObject([{ level: 40, site: site.subdomain, setting: 'tokens_per_minute', limit: 2 }]);

  service.clock.advance({ hours: 3 });
  expect([await post(), await post(), await post()]).toEqual([200, 200, 429]);
  expect([messages().length, alerts().length]).toEqual([2, 2]);
});
