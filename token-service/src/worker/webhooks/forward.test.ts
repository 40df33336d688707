import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { migratedSqlite } from '../../../test/migrated.ts';
import { openReceiver } from '../../../test/webhooks/receiver.ts';
import { openStorage } from '../../adapters/storage/storage.ts';
import { aSite } from '../../adapters/storage/testing/samples.ts';
import { renderNotification } from '../../documents/webhooks/document.ts';
import { openWorld } from '../../runtime/world.ts';
import { type Forwarded, forwardEvents } from './forward.ts';
import { openPoster } from './post.ts';

const SECRET = `whsec_${Buffer.from('a secret of one run').toString('base64')}`;

const openForwarding = async () => {
  const clock = testClock('2026-03-15T12:00:00Z');
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, { clock }, await migratedSqlite());
  const site = aSite(1, { mode: 'sandbox' });
  await opened.sites.add(site);
  const receiver = await openReceiver();
  const poster = openPoster();
  onTestFinished(async () => {
    poster.close();
    await receiver.close();
    await opened.close();
  });
  const world = openWorld(clock);
  /** Records events of this moment, which may commit late. */
  const record = async (
    count: number,
    ids = Array.from({ length: count }, () => world.ids.uuid()),
  ): Promise<string[]> => {
    const event = { type: 'new_account', account: sampleAccount } as const;
    await opened.storage.transaction(site.id, ({ events }) =>
      events.appendAll(
        ids.map((id) => ({ id, at: 0, type: 'new_account', account_id: null, correlation: null, event })),
      ),
    );
    return ids;
  };
  const forwarded: Forwarded[] = [];
  /** Forwards for this many turns; `between` runs while the forwarder waits. */
  const forward = (turns: number, between: (turn: number) => Promise<unknown> = async () => {}) => {
    let turn = 0;
    const pause = async (milliseconds: number): Promise<void> => {
      clock.advance({ seconds: milliseconds / 1000 });
      await between(turn);
    };
    return forwardEvents({
      storage: opened.storage,
      world: { ...world, pause },
      poster,
      render: renderNotification,
      onForwarded: (one) => void forwarded.push(one),
    })(site, { url: receiver.url, signing_secret: SECRET }, () => turn++ < turns);
  };
  return { clock, world, receiver, record, forward, forwarded };
};

test('events from the start on are forwarded in order, once, and signed', async () => {
  const { clock, receiver, record, forward, forwarded } = await openForwarding();
  await record(2);
  clock.advance({ seconds: 10 });
  const recorded: string[] = [];
  await forward(8, async (turn) => {
    if (turn < 4) recorded.push(...(await record(2)));
  });
  expect(recorded.length).toBeGreaterThan(2);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(recorded);
  expect(receiver.received.map(({ headers }) => headers['x-notification-sequence'])).toEqual(
    recorded.map((_, n) => String(n + 1)),
  );
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
  expect(forwarded.every(({ status, error }) => status === 204 && error === null)).toBe(true);
});

test('an event that commits after later ones is forwarded too', async () => {
  const { world, receiver, record, forward } = await openForwarding();
  const [late, later] = [world.ids.uuid(), world.ids.uuid()];
  await forward(8, async (turn) => {
    if (turn === 1) await record(1, [later]);
    if (turn === 3) await record(1, [late]);
  });
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([later, late]);
});

test('a request that fails is reported and not repeated', async () => {
  const { receiver, record, forward, forwarded } = await openForwarding();
  receiver.answer(() => 500);
  await forward(5, async (turn) => {
    if (turn === 1) await record(1);
  });
  expect(receiver.received).toHaveLength(1);
  expect(forwarded).toMatchObject([{ type: 'new_account', status: 500, error: null }]);
});
