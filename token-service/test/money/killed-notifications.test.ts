import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { expect, onTestFinished, test } from 'vitest';
import { testNotification } from '../../src/adapters/gateway/test/test-notifications.ts';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { openRestarted, type Restarted } from '../crash/restarted.ts';
import { fresh, textOf, within } from '../service.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { audit } from './audit.ts';
import { ENGINES } from './ground.ts';

const PURCHASES = 2;
const SIGNING = 'a secret that signs notifications';
/**
 * The process is killed between the receipt of messages and their processing, and while it processes them. Its starts
 * are most of the time that this takes.
 */
test.each(ENGINES)(
  'what a gateway was told is received is processed once, however the process on $name dies',
  { timeout: 120_000 },
  async (engine) => {
    const service = await openRestarted(engine);
    onTestFinished(() => service.close());
    await addGateway(service);
    const bought: string[] = [];
    for (let n = 0; n < PURCHASES; n += 1) bought.push(await buy(service));
    const messages = bought.flatMap((reference) => reportsOn(reference));

    for (let killedAfter = 1; killedAfter <= 2; killedAfter += 1) {
      const acknowledged = new Set<string>();
      const enough = Promise.withResolvers<void>();
      const sent = messages.map(async (message) => {
        if (!(await sendUntilAccepted(service, message))) return;
        acknowledged.add(message.id);
        if (acknowledged.size >= killedAfter) enough.resolve();
      });
      await enough.promise;
      await service.kill();
      await Promise.all(sent);
      const recorded = await service.inspect((database) =>
        database.all('SELECT message_id FROM gateway_notifications'),
      );
      const ids = new Set(recorded.map(({ message_id }) => message_id));
      expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
      await service.start();
    }

    // The gateway sends again what was not acknowledged, or what it believes was not.
    for (const message of messages) expect(await sendUntilAccepted(service, message)).toBe(true);
    await service.inspect(async (database) => {
      const waiting = async () => {
        const row = await database.get('SELECT count(*) AS number FROM gateway_notifications WHERE due_at IS NOT NULL');
        return Number(row?.number);
      };
      await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0);
      expect(await audit(database)).toEqual([]);
      const credits = await database.all("SELECT total_in_cents FROM invoices WHERE origin = 'external_refund'");
      expect(credits.map(({ total_in_cents }) => Number(total_in_cents))).toEqual(bought.map(() => -900));
      const states = await database.all('SELECT state FROM disputes');
      expect(states.map(({ state }) => state)).toEqual(bought.map(() => 'lost'));
      const outcomes = await database.all('SELECT outcome FROM gateway_notifications');
      expect(outcomes).toHaveLength(messages.length);
    });
  },
);

/**
 * Sends a message until it is accepted, as a gateway does: a busy process may answer 503. Returns false when the
 * process ended before.
 */
const sendUntilAccepted = async (service: Restarted, message: GatewayNotification): Promise<boolean> => {
  for (;;) {
    const status = await post(service, message);
    if (status === undefined || status === 200) return status === 200;
  }
};

const addGateway = async (service: Restarted): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'credentials-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'test.json');
  await writeFile(file, JSON.stringify({ notification_secret: SIGNING }));
  await service.run(gatewayTool, 'add', 'demo', 'main', '--adapter', 'test', '--credentials-file', file);
};

/** Returns the reference of the payment. */
const buy = async ({ visitor }: Restarted): Promise<string> => {
  const sold = await visitor.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${fresh('buyer')}</account_code>${cardInfo()}</account><currency>USD</currency>` +
      '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>',
  );
  expect(sold.status, sold.text).toBe(200);
  return textOf(within(sold.xml, 'charge_invoice', 'transactions', 'transaction'), 'reference') ?? '';
};

const reportsOn = (reference: string): GatewayNotification[] => {
  const at = Math.floor(Date.now() / 1000);
  const about = {
    dispute: `dispute of ${reference}`,
    reference,
    amount_in_cents: 900,
    currency: 'USD',
    reason: 'fraudulent',
    fee: null,
  };
  return [
    { ...about, kind: 'dispute_opened', id: `${reference} opened`, at, withdrawn: true, evidence_due_at: null },
    { ...about, kind: 'dispute_closed', id: `${reference} closed`, at: at + 1, outcome: 'lost' },
  ];
};

/** Sends a message; undefined when the process ended before it answered. */
const post = async ({ apiUrl }: Restarted, notification: GatewayNotification): Promise<number | undefined> => {
  const { headers, body } = testNotification(notification, new Secret(SIGNING));
  return fetch(`${apiUrl}/gateways/demo/main`, {
    method: 'POST',
    body,
    headers: headers as Record<string, string>,
  }).then(
    ({ status }) => status,
    () => undefined,
  );
};
