import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtherSite, startTestService, type TestService } from '../service.ts';

const DAY = 86_400;

let service: TestService;
let site: OtherSite;
beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T12:00:00Z', env: { RATE_LIMIT: 'off' } });
  site = await service.openSite({ keep_mail: 5, keep_audit: 10, keep_events: 30 });
});
afterAll(() => service.close());

const open = (code: string) =>
  site.api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);

/** Returns what the worker leaves after it has looked at the site. */
const kept = async () => {
  await service.service.mail?.idle();
  const { auditLog, outbox, events } = site.records();
  return {
    mail: (await outbox.list({}, 9)).length,
    audit: (await auditLog.list({ action: 'account.created' }, 9)).length,
    events: (await events.after(undefined, 9)).filter(({ type }) => type === 'new_account').length,
  };
};

test('a sandbox clock that is moved by a year deletes nothing', async () => {
  await open('ada');
  await site.records().outbox.queue({
    ...{ id: '0'.repeat(32), kind: 'receipt', recipient: 'ada@example.com', correlation: 'c', account_id: null },
    payload: {},
  });
  expect(await kept()).toEqual({ mail: 1, audit: 1, events: 1 });
  const moved = await site.api(
    'PUT',
    '/v2/sandbox/clock',
    `<clock><advance_in_seconds>${365 * DAY}</advance_in_seconds></clock>`,
  );
  expect(moved.status, moved.text).toBe(200);
  service.clock.advance({ seconds: DAY });
  expect(await kept()).toEqual({ mail: 1, audit: 1, events: 1 });
});

test('mail, the audit log and events are each deleted once they are older than the site keeps them', async () => {
  service.clock.advance({ seconds: 4 * DAY + 3600 });
  expect(await kept()).toEqual({ mail: 0, audit: 1, events: 1 });
  service.clock.advance({ seconds: 5 * DAY });
  await open('bob');
  expect(await kept()).toEqual({ mail: 0, audit: 1, events: 2 });
  service.clock.advance({ seconds: 20 * DAY });
  expect(await kept()).toEqual({ mail: 0, audit: 0, events: 1 });
});
