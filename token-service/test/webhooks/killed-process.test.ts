import { expect, onTestFinished, test } from 'vitest';
import { webhookTool } from '../../src/cli/webhook.ts';
import { openRestarted, type Restarted } from '../crash/restarted.ts';
import { ENGINES } from '../money/ground.ts';
import { fresh } from '../service.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { openReceiver, type Received } from './receiver.ts';

const KILLS = 2;
const BUYERS = 4;

/** A real process is killed while a receiver has its request and has not answered. */
test.each(ENGINES)(
  'every event reaches the receiver, under one webhook-id, although the process on $name is killed during deliveries',
  { timeout: 120_000 },
  async (engine) => {
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    const service = await openRestarted(engine);
    onTestFinished(() => service.close());
    const first = await newestEvent(service);
    await service.run(webhookTool, 'add', 'demo', receiver.url);

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = receiver.received.length;
      const killed = Promise.withResolvers<void>();
      receiver.answer(() => {
        if (receiver.received.length < before + kill) return 204;
        killed.resolve(service.kill());
        return undefined;
      });
      await Promise.allSettled([killed.promise, ...Array.from({ length: BUYERS }, () => buy(service))]);
      await killed.promise;
      receiver.answer(() => 204);
      await service.start();
    }

    const events = await service.inspect((database) =>
      database.all('SELECT id FROM events WHERE id > $1 ORDER BY id', [first]),
    );
    const wanted = events.map(({ id }) => String(id));
    // A loaded machine may have recorded no other purchase before it was killed.
    expect(wanted.length).toBeGreaterThan(KILLS);
    const delivered = () => [...new Set(receiver.received.map(idOf))].toSorted();
    await expect.poll(delivered, { timeout: 60_000, interval: 100 }).toEqual(wanted);
    // A repeated delivery has the id and the body of the first one.
    const repeated = Map.groupBy(receiver.received, idOf);
    for (const [id, all] of repeated) expect(new Set(all.map(({ body }) => body)).size, id).toBe(1);
    expect(receiver.received.length).toBeGreaterThan(repeated.size);
  },
);

const idOf = ({ headers }: Received): string => String(headers['webhook-id']);

const newestEvent = (service: Restarted): Promise<string> =>
  service.inspect(async (database) => String((await database.get('SELECT max(id) AS id FROM events'))?.id ?? ''));

/** Rejects when the process is killed meanwhile. */
const buy = ({ visitor }: Restarted) =>
  visitor.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${fresh('buyer')}</account_code>${cardInfo()}</account><currency>USD</currency>` +
      '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>',
  );
