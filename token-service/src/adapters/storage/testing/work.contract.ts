import type { MessageStatus } from '@service/billing/domain/outbox/message.ts';
import type { MessageFilter, MessagePage } from '@service/billing/ports/outbox.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { describe, expect, test } from 'vitest';
import type { IdempotencyKeys } from '../../../http/idempotency.ts';
import type { GatewayLog } from '../../gateway/gateway-log.ts';
import { behavesLikeGatewayOperations } from '../../gateway/stripe/operations.contract.ts';
import type { Ground } from '../storage.contract.ts';
import { aMessage, anAccount, anIntent, aSite, id } from './samples.ts';

const MINUTE = 60_000;
const KEPT = { keptFor: 24 * 60 * MINUTE, lease: MINUTE };

/**
 * Transactions, sequences, intents, the outbox, idempotency keys and the gateway's log: what keeps concurrent requests
 * apart.
 */
export const workBehaves = (ground: () => Ground): void => {
  /** Adds a site, and returns its records. */
  const siteOf = async (site: number): Promise<Records> => {
    await ground().open.sites.add(aSite(site));
    return ground().of(site);
  };

  describe('a transaction of a site', () => {
    test('keeps everything or nothing', async () => {
      const { storage } = ground().open;
      const [account, series] = [anAccount(300), 'undone'];
      const work = storage.transaction(ground().siteId(1), async (records) => {
        await records.accounts.add(account);
        await records.outbox.queue(aMessage(300, 'undone'));
        await records.next(series);
        await records.accounts.add(account);
      });
      await expect(work).rejects.toThrow();
      expect(await ground().of(1).accounts.find(account.account_code)).toBeUndefined();
      expect(await ground().engine.get("SELECT 1 FROM outbox WHERE kind = 'undone'")).toBeUndefined();
      expect(await ground().of(1).next(series)).toBe(1);
    });

    test('gets its turn in a crowd: a hundred that all meet each other all come through', async () => {
      const series = 'crowd';
      const account = anAccount(350);
      await ground().of(1).accounts.add(account);
      const work = (n: number) =>
        ground().open.storage.transaction(ground().siteId(1), async (records) => {
          const found = await records.accounts.find(account.account_code);
          const number = await records.next(series);
          await records.accounts.save({ ...account, ...found, username: `writer ${n}` });
          return number;
        });
      const numbers = await Promise.all(Array.from({ length: 100 }, (_, n) => work(n)));
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    });

    test('two writers on one account: neither loses what the other wrote', async () => {
      const account = anAccount(301, { custom_fields: [] });
      await ground().of(1).accounts.add(account);
      const note = (name: string) =>
        ground().open.storage.transaction(ground().siteId(1), async ({ accounts }) => {
          const found = await accounts.find(account.account_code);
          if (!found) throw new Error('it was just added');
          await accounts.save({ ...found, custom_fields: [...found.custom_fields, { name, value: name }] });
        });
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      await Promise.all(names.map(note));
      const { custom_fields } = (await ground().of(1).accounts.find(account.account_code)) ?? account;
      expect(custom_fields.map(({ name }) => name).sort()).toEqual(names);
    });

    test('two who open an account by one code: one does, the other finds it', async () => {
      const open = (n: number) =>
        ground().open.storage.transaction(ground().siteId(1), async ({ accounts }) => {
          if (await accounts.find('wanted')) return 'found';
          await accounts.add(anAccount(n, { account_code: 'wanted' }));
          return 'opened';
        });
      expect((await Promise.all([open(302), open(303)])).sort()).toEqual(['found', 'opened']);
    });
  });

  describe('a series of numbers', () => {
    test('begins at 1, and each series and site counts for itself', async () => {
      const { of } = ground();
      expect([await of(1).next('invoice'), await of(1).next('invoice'), await of(1).next('address')]).toEqual([
        1, 2, 1,
      ]);
      expect(await of(2).next('invoice')).toBe(1);
    });

    test('shows the number that comes next without taking it', async () => {
      const { of } = ground();
      expect([await of(3).upcoming('shown'), await of(3).upcoming('shown')]).toEqual([1, 1]);
      await of(3).next('shown', 5);
      expect([await of(3).upcoming('shown'), await of(4).upcoming('shown')]).toEqual([6, 1]);
    });

    test('twenty callers at once, some of whom change their mind: no gap, no number twice', async () => {
      const take = (n: number) =>
        ground().open.storage.transaction(ground().siteId(1), async (records) => {
          const number = await records.next('tickets');
          if (n % 4 === 0) throw new Error('changed my mind');
          return number;
        });
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => take(n)));
      const taken = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1));
    });
  });

  describe('an intent', () => {
    test('has its subject to itself until it is closed', async () => {
      const { intents } = ground().of(1);
      const { at: now } = ground().clock;
      expect(await intents.open(anIntent(310, 'ada', now + MINUTE))).toBe(true);
      expect(await intents.open(anIntent(311, 'ada', now + MINUTE))).toBe(false);
      expect(await intents.open(anIntent(312, 'bob', now + MINUTE))).toBe(true);
      expect(
        await ground()
          .of(2)
          .intents.open(anIntent(313, 'ada', now + MINUTE)),
      ).toBe(true);
      expect([
        await intents.close({ id: id(310), correlation: '' }),
        await intents.close({ id: id(310), correlation: '' }),
      ]).toEqual([true, false]);
      expect(await intents.open(anIntent(311, 'ada', now + MINUTE))).toBe(true);
    });

    test('is found by its idempotency key, at its site', async () => {
      const { intents } = ground().of(1);
      const intent = { ...anIntent(317, 'keyed', 1), gateway_key: 'key-of-317' };
      await intents.open(intent);
      expect(await intents.byKey('key-of-317')).toEqual(intent);
      expect(await ground().of(2).intents.byKey('key-of-317')).toBeUndefined();
      await intents.close(intent);
      expect(await intents.byKey('key-of-317')).toBeUndefined();
    });

    test('is found by its subject, as it was changed', async () => {
      const { intents } = ground().of(1);
      const intent = anIntent(316, 'changing', 1);
      await intents.open(intent);
      await intents.save({ ...intent, leased_until_ms: 2, gateway_code: 'other' });
      expect(await intents.of('changing')).toEqual({ ...intent, leased_until_ms: 2, gateway_code: 'other' });
      expect(await ground().of(2).intents.of('changing')).toBeUndefined();
      await intents.close(intent);
      expect(await intents.of('changing')).toBeUndefined();
    });

    test('is completed once, and not while its operation is reversed', async () => {
      const { intents } = ground().of(1);
      await intents.open(anIntent(314, 'eve', 1));
      expect([
        await intents.complete({ id: id(314), correlation: '' }),
        await intents.complete({ id: id(314), correlation: '' }),
      ]).toEqual([true, false]);
      const reversed = { ...anIntent(315, 'eve', 1), reversing: true };
      await intents.open(reversed);
      expect(await intents.complete({ id: id(315), correlation: '' })).toBe(false);
      expect(await intents.find(id(315))).toEqual(reversed);
      expect(await intents.close({ id: id(315), correlation: '' })).toBe(true);
    });

    test('of many who want one subject at once exactly one gets it', async () => {
      const open = (n: number) =>
        ground().open.storage.transaction(ground().siteId(1), ({ intents }) => intents.open(anIntent(n, 'wanted', 1)));
      const got = await Promise.all([320, 321, 322, 323, 324, 325].map(open));
      expect(got.filter(Boolean)).toHaveLength(1);
    });

    test('whose lease has run out is listed as expired, and keeps its subject until it is ended', async () => {
      const { intents } = ground().of(3);
      const [early, late] = [anIntent(330, 'early', 1000), anIntent(331, 'late', 2000)];
      await intents.open(late);
      await intents.open(early);
      expect(await intents.expired(999, 999)).toEqual([]);
      expect(await intents.expired(1000, 1000)).toEqual([early]);
      expect(await intents.expired(5000, 5000)).toEqual([early, late]);
      expect(await intents.open(anIntent(332, 'early', 9000))).toBe(false);
      await intents.close(early);
      expect(await intents.expired(5000, 5000)).toEqual([late]);
    });

    test('runs out by the clock of the system, and an authorization by that of its site', async () => {
      const { intents } = ground().of(2);
      const call = anIntent(340, 'call', 1000);
      const kept = { ...anIntent(341, 'kept', 1000), kind: 'authorization' } as const;
      await intents.open(call);
      await intents.open(kept);
      expect(await intents.expired(1000, 999)).toEqual([call]);
      expect(await intents.expired(999, 1000)).toEqual([kept]);
    });
  });

  describe('the outbox', () => {
    test('sends urgent messages before those that wait, also before those that are attempted again', async () => {
      const { clock } = ground();
      const { outbox } = await siteOf(529);
      await outbox.queueAll([aMessage(390, 'receipt'), aMessage(391, 'receipt')]);
      const [deferred] = await outbox.due(clock.at, 1);
      if (!deferred) throw new Error('No message is due.');
      await outbox.save({ ...deferred, attempts: 1, next_attempt_at_ms: clock.at - 60_000 });
      await outbox.queue({ ...aMessage(392, 'outage'), is_urgent: true });
      await outbox.queueOnceIn(60, { ...aMessage(393, 'alert'), is_urgent: true });
      const due = (await outbox.due(clock.at, 9)).map(({ kind }) => kind);
      expect(due).toEqual(['outage', 'alert', 'receipt', 'receipt']);
    });

    test('takes a message once in a while, by kind, recipient and site', async () => {
      const { clock, of } = ground();
      const start = clock.at;
      const threeHours = 3 * 60 * 60;
      const tell = (n: number, kind = 'limit', site = 1) => of(site).outbox.queueOnceIn(threeHours, aMessage(n, kind));
      expect([await tell(340), await tell(341), await tell(342, 'other'), await tell(340, 'limit', 2)]).toEqual([
        true,
        false,
        true,
        true,
      ]);
      clock.at = start + threeHours * 1000 - 1;
      expect(await tell(343)).toBe(false);
      clock.at = start + threeHours * 1000;
      expect(await tell(344)).toBe(true);
      clock.at = start;
    });

    test('takes the next message in time when the clock was set forward and back', async () => {
      const { clock, of } = ground();
      const start = clock.at;
      const day = 24 * 60 * 60 * 1000;
      const tell = (n: number) => of(1).outbox.queueOnceIn(60, aMessage(n, 'jump'));
      clock.at = start + day;
      expect(await tell(346)).toBe(true);
      clock.at = start;
      expect([await tell(347), await tell(348)]).toEqual([true, false]);
    });

    test('of many at once exactly one is taken', async () => {
      const tell = (n: number) => ground().of(1).outbox.queueOnceIn(60, aMessage(n, 'together'));
      expect((await Promise.all([350, 351, 352, 353].map(tell))).filter(Boolean)).toHaveLength(1);
    });

    test('knows what is to be sent, and what became of each attempt', async () => {
      const { clock, of } = ground();
      const { outbox } = of(3);
      await outbox.queue(aMessage(370, 'first'));
      clock.at += 1000;
      await outbox.queue(aMessage(371, 'second'));
      expect((await outbox.due(clock.at - 1, 9)).map(({ kind }) => kind)).toEqual(['first']);
      const [first, second] = await outbox.due(clock.at, 9);
      if (!first || !second) throw new Error('Two messages were queued.');
      expect(second).toMatchObject({
        status: 'queued',
        attempts: 0,
        next_attempt_at_ms: clock.at,
        payload: { limit: 400 },
      });
      await outbox.save({ ...first, attempts: 1, next_attempt_at_ms: clock.at + 60_000 });
      await outbox.save({ ...second, attempts: 1, status: 'delivered', next_attempt_at_ms: null });
      expect(await outbox.due(clock.at + 59_999, 9)).toEqual([]);
      expect(await outbox.due(clock.at + 60_000, 9)).toEqual([
        { ...first, attempts: 1, next_attempt_at_ms: clock.at + 60_000 },
      ]);
      expect(await of(1).outbox.due(0, 9)).toEqual([]);
    });

    test('knows when the next attempt is due, and queues a message again that had ended', async () => {
      const { clock, of } = ground();
      const { outbox } = await siteOf(520);
      expect(await outbox.nextAttempt()).toBeUndefined();
      await outbox.queueAll([aMessage(380, 'first'), aMessage(381, 'second')]);
      expect(await outbox.nextAttempt()).toBe(clock.at);
      const message = await outbox.find(id(380));
      if (!message) throw new Error('It was just queued.');
      const ended = {
        ...message,
        status: 'failed',
        next_attempt_at_ms: null,
        ended_at_ms: clock.at,
        error: 'No.',
      } as const;
      await outbox.save(ended);
      expect(await outbox.find(id(380))).toEqual(ended);
      await outbox.requeue({ ...ended, status: 'queued', next_attempt_at_ms: clock.at - 1, ended_at_ms: null });
      expect(await outbox.nextAttempt()).toBe(clock.at - 1);
      expect(await of(1).outbox.find(id(380))).toBeUndefined();
    });

    test('lists and counts messages that were not delivered, failed or bounced, newest first', async () => {
      const { clock } = ground();
      const { outbox } = await siteOf(545);
      const ends = ['failed', 'bounced', 'kept', 'failed', 'bounced'] as const;
      await outbox.queueAll(ends.map((_, place) => aMessage(9400 + place, `m${place}`)));
      for (const [place, status] of ends.entries()) {
        const message = await outbox.find(id(9400 + place));
        if (message) await outbox.save({ ...message, status, next_attempt_at_ms: null, ended_at_ms: clock.at });
      }
      const undelivered = { status: 'undelivered' } as const;
      const kinds = async (page: MessagePage, limit = 9) => (await outbox.list(page, limit)).map(({ kind }) => kind);
      expect(await kinds(undelivered)).toEqual(['m4', 'm3', 'm1', 'm0']);
      expect(await kinds({ ...undelivered, before: id(9403) }, 1)).toEqual(['m1']);
      expect(await outbox.count(undelivered)).toBe(4);
      expect(await outbox.count({ ...undelivered, since: id(9403) })).toBe(2);
      expect(await outbox.count(undelivered, 3)).toBe(3);
    });

    test('lists messages newest first, by status and by account', async () => {
      const { outbox } = await siteOf(521);
      const account_id = id(390);
      await outbox.queueAll([aMessage(391, 'a'), { ...aMessage(392, 'b'), account_id }, aMessage(393, 'c')]);
      const [c] = await outbox.list({}, 1);
      expect(c).toMatchObject({ id: id(393), kind: 'c' });
      if (c) await outbox.save({ ...c, account_id, status: 'kept', next_attempt_at_ms: null });
      const listed = async (filter: MessageFilter) => (await outbox.list(filter, 9)).map(({ kind }) => kind);
      expect(await listed({})).toEqual(['c', 'b', 'a']);
      expect(await listed({ status: 'queued' })).toEqual(['b', 'a']);
      expect(await listed({ account_id })).toEqual(['c', 'b']);
      expect(await listed({ status: 'kept', account_id })).toEqual(['c']);
      expect((await outbox.list({ before: id(393) }, 1)).map(({ kind }) => kind)).toEqual(['b']);
      expect((await outbox.list({ status: 'queued', before: id(392) }, 9)).map(({ kind }) => kind)).toEqual(['a']);
      expect(await outbox.count({})).toBe(3);
      expect([await outbox.count({}, 2), await outbox.count({}, 9)]).toEqual([2, 3]);
      expect([await listed({ status: 'bounced' }), await outbox.count({ status: 'failed' }, 9)]).toEqual([[], 0]);
      expect(await outbox.count({ status: 'kept', account_id })).toBe(1);
      expect(await listed({ kind: 'b' })).toEqual(['b']);
      expect(await listed({ kind: 'b', status: 'delivered' })).toEqual([]);
      await outbox.queue({ ...aMessage(394, 'd'), recipient: 'Ada_50%@shop.example' });
      expect(await listed({ recipient: 'ada_50%@SHOP' })).toEqual(['d']);
      expect(await listed({ recipient: 'ada%shop' })).toEqual([]);
    });

    test('counts what was delivered to an address, and removes what ended long ago', async () => {
      const { outbox } = await siteOf(522);
      await outbox.queueAll([395, 396, 397, 398].map((n) => aMessage(n, 'counted')));
      const messages = await outbox.list({}, 9);
      const end = async (index: number, status: MessageStatus, ended_at_ms: number) => {
        const message = messages[index];
        if (message) await outbox.save({ ...message, status, next_attempt_at_ms: null, ended_at_ms });
      };
      await end(0, 'delivered', 3000);
      await end(1, 'delivered', 2000);
      await end(2, 'bounced', 1000);
      const [recipient = ''] = messages.map((message) => message.recipient);
      expect(await outbox.deliveredTo(recipient, 1999, 9)).toBe(2);
      expect(await outbox.deliveredTo(recipient, 2000, 9)).toBe(1);
      expect(await outbox.deliveredTo(recipient, 0, 1)).toBe(1);
      expect(await outbox.deliveredTo('another@example.com', 0, 9)).toBe(0);
      expect(await ground().of(1).outbox.deliveredTo(recipient, 0, 9)).toBe(0);
      expect(await outbox.removeEnded(3000, 1)).toBe(1);
      expect((await outbox.list({}, 9)).map(({ id }) => id)).toEqual([id(398), id(397), id(395)]);
      expect(await outbox.removeEnded(3000, 9)).toBe(1);
      expect((await outbox.list({}, 9)).map(({ id }) => id)).toEqual([id(398), id(395)]);
    });

    test('keeps what was queued', async () => {
      await ground().of(1).outbox.queue(aMessage(360, 'plain'));
      await ground().of(1).outbox.queue(aMessage(361, 'plain'));
      const rows = await ground().engine.all("SELECT id, payload FROM outbox WHERE kind = 'plain' ORDER BY id");
      expect(rows).toEqual([
        { id: id(360), payload: '{"limit":400}' },
        { id: id(361), payload: '{"limit":400}' },
      ]);
    });
  });

  test('the audit log has what was appended', async () => {
    const entry = {
      id: id(399),
      at: 1,
      actor: 'key',
      correlation: 'request-1',
      action: 'account.close',
      subject: 'ada',
      address: '203.0.113.7',
      changes: { limit: { from: null, to: 400 } },
    };
    const { auditLog } = ground().of(1);
    await auditLog.append(entry);
    const page = { before: id(400), since: id(399) };
    expect(await auditLog.list(page, 9)).toEqual([entry]);
    expect(await auditLog.list({ ...page, actor: 'key', action: 'account', subject: 'ada' }, 9)).toEqual([entry]);
    expect(await auditLog.list({ ...page, correlation: 'request-1' }, 9)).toEqual([entry]);
    expect(await auditLog.list({ ...page, correlation: 'request' }, 9)).toEqual([]);
    expect(await auditLog.count({ ...page, action: 'acc' })).toBe(0);
    expect(await auditLog.count({ correlation: 'request-2' })).toBe(0);
    await auditLog.append({ ...entry, id: `${id(399)}1`, action: 'key.revoked' });
    await auditLog.append({ ...entry, id: `${id(399)}2`, action: 'keys.none' });
    expect(await auditLog.list({ ...page, action: 'key', subject: 'ada' }, 9)).toMatchObject([
      { action: 'key.revoked' },
    ]);
    expect([await auditLog.count({ ...page }, 2), await auditLog.count({ ...page, action: 'key' }, 2)]).toEqual([2, 1]);
    expect(await ground().of(2).auditLog.list(page, 9)).toEqual([]);
  });

  test('old entries of the audit log and old events are deleted by their ids, of one site, in parts', async () => {
    const { open } = ground();
    const [site, other] = [aSite(77), aSite(78)];
    for (const each of [site, other]) await open.sites.add(each);
    const { auditLog, retention } = open.storage.of(site.id);
    const entry = {
      actor: 'key:1',
      correlation: 'c',
      action: 'account.closed',
      subject: 'ada',
      address: null,
      changes: null,
    };
    for (const n of [7001, 7002, 7003]) await auditLog.append({ ...entry, id: id(n), at: 5 });
    await open.storage.of(other.id).auditLog.append({ ...entry, id: id(7004), at: 5 });
    const event = { type: 'new_account', account: { ...anAccount(1), phone: null } } as const;
    const events = [7001, 7002].map((n) => ({
      id: id(n),
      at: 5,
      type: 'new_account' as const,
      account_id: id(1),
      correlation: null,
      event,
    }));
    await open.storage.transaction(site.id, (records) => records.events.appendAll(events));
    expect(await retention.remove('audit', id(7003), 1)).toBe(1);
    expect(await retention.remove('audit', id(7003), 9)).toBe(1);
    expect((await auditLog.list({}, 9)).map((each) => each.id)).toEqual([id(7003)]);
    expect(await open.storage.of(other.id).auditLog.list({}, 9)).toHaveLength(1);
    expect(await retention.remove('events', id(7002), 9)).toBe(1);
    expect(await retention.remove('events', id(7002), 9)).toBe(0);
    expect(await retention.remove('events', id(7003), 9)).toBe(1);
  });

  describe('an idempotency key', () => {
    const start = 1_772_366_400_000;
    const answer = { status: 201, headers: { location: '/v2/accounts/ada' }, body: '<account/>' };
    const held = { takenAt: start };

    test('is taken once, in progress until it is completed, and then gives its answer again', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const begin = (hash: string, now = start) => keys.begin(ground().siteId(1), 'k1', hash, now);
      expect(await begin('h')).toEqual(held);
      expect(await begin('h')).toBe('in_progress');
      expect(await begin('other')).toBe('mismatch');
      await keys.complete(ground().siteId(1), 'k1', held, answer);
      expect(await begin('h')).toEqual(answer);
      expect(await begin('other')).toBe('mismatch');
      expect(await begin('h', start + KEPT.keptFor)).toEqual(answer);
      expect(await begin('other', start + KEPT.keptFor + 1)).toEqual({ takenAt: start + KEPT.keptFor + 1 });
    });

    test('can be released, and is taken over from a process that died', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const begin = (now: number) => keys.begin(ground().siteId(1), 'k2', 'h', now);
      expect(await begin(start)).toEqual(held);
      await keys.release(ground().siteId(1), 'k2', held);
      expect(await begin(start)).toEqual(held);
      expect(await begin(start + KEPT.lease - 1)).toBe('in_progress');
      expect(await begin(start + KEPT.lease)).toEqual({ takenAt: start + KEPT.lease, isTakenOver: true });
    });

    test('stays with the repetition of a request that ends after its lease', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const site = ground().siteId(1);
      const begin = (now: number) => keys.begin(site, 'k6', 'h', now);
      const repeatedAt = start + KEPT.lease;
      const repetition = { takenAt: repeatedAt, isTakenOver: true };
      await begin(start);
      expect(await begin(repeatedAt)).toEqual(repetition);

      await keys.release(site, 'k6', held);
      expect(await begin(repeatedAt)).toBe('in_progress');
      await keys.complete(site, 'k6', held, { ...answer, status: 422 });
      expect(await begin(repeatedAt)).toBe('in_progress');

      await keys.complete(site, 'k6', repetition, answer);
      await keys.complete(site, 'k6', held, { ...answer, status: 422 });
      await keys.release(site, 'k6', held);
      expect(await begin(repeatedAt)).toEqual(answer);
    });

    test('gets one outcome: of a request that outlived its lease and its repetition, the first to record wins', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const site = ground().siteId(1);
      const record = (invoice: number) =>
        ground().open.storage.transaction(site, ({ outcomes }) => outcomes.record('k5', { invoice }));
      await keys.begin(site, 'k5', 'h', start);
      await keys.begin(site, 'k5', 'h', start + KEPT.lease);
      await record(1000);
      await expect(record(1001)).rejects.toMatchObject({ symbol: 'simultaneous_request' });
      expect(await ground().of(1).outcomes.find('k5')).toEqual({ invoice: 1000 });
    });

    test('keeps the outcome of its request for a repetition that comes before the answer was stored', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const site = ground().siteId(1);
      const { outcomes } = ground().of(1);
      const begin = (hash: string, now = start) => keys.begin(site, 'k4', hash, now);
      await begin('h');
      expect(await outcomes.find('k4')).toBeUndefined();
      await outcomes.record('k4', { invoice: 1000 });
      await ground().of(2).outcomes.record('k4', { invoice: 2000 });
      expect(await outcomes.find('k4')).toEqual({ invoice: 1000 });
      expect([await begin('h'), await begin('other')]).toEqual([held, 'mismatch']);
      await keys.release(site, 'k4', held);
      expect(await begin('h', start + KEPT.keptFor)).toEqual(held);
      expect(await outcomes.find('k4')).toEqual({ invoice: 1000 });
      await keys.complete(site, 'k4', held, answer);
      expect(await begin('h')).toEqual(answer);
      expect(await begin('other', start + KEPT.keptFor + 1)).toEqual({ takenAt: start + KEPT.keptFor + 1 });
      expect(await outcomes.find('k4')).toBeUndefined();
    });

    test('stays with its request while an intent of it may still be completed', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const site = ground().siteId(1);
      const begin = (now = start) => keys.begin(site, 'k9', 'h', now);
      const intent = { ...anIntent(960, id(960), start + MINUTE), idempotency_key: 'k9' };
      await ground().of(1).intents.open(intent);
      expect(await begin()).toEqual(held);
      await keys.release(site, 'k9', held);
      expect(await begin()).toBe('in_progress');
      await ground().of(1).intents.close(intent);
      await keys.release(site, 'k9', held);
      expect(await begin(start + 1)).toEqual({ takenAt: start + 1 });
    });

    test('is each site’s own, and of many at once exactly one is told so', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      const begin = (site: number) => keys.begin(ground().siteId(site), 'k3', 'h', start);
      const answers = await Promise.all([1, 1, 1, 1, 1, 2].map(begin));
      expect(answers.filter((each) => each === 'in_progress')).toHaveLength(4);
      expect(answers.filter((each) => each !== 'in_progress')).toEqual([held, held]);
    });

    test('is gone after a day', async () => {
      const keys: IdempotencyKeys = ground().open.idempotency(KEPT);
      await keys.begin(ground().siteId(2), 'old', 'h', start);
      await keys.begin(ground().siteId(2), 'fresh', 'h', start + KEPT.keptFor + 60 * MINUTE);
      const rows = await ground().engine.all('SELECT key FROM idempotency_keys WHERE site_id = $1', [
        ground().siteId(2),
      ]);
      expect(rows).toEqual([{ key: 'fresh' }]);
    });
  });

  describe('the log of the test gateway', () => {
    const call = (key: string, correlation: string): Parameters<GatewayLog['append']>[0] => ({
      key,
      action: 'verify',
      scenario: 'approved',
      currency: 'USD',
      movements: ['authorize', 'void'],
      answer: {
        outcome: 'declined',
        error_code: 'declined',
        error_category: 'soft',
        network_advice: null,
        gateway_error_code: null,
        reference: '1',
        message: null,
        cvv: null,
        avs: null,
        avs_street: null,
        avs_postal: null,
        amount_in_cents: 0,
        gateway_type: 'test',
        test: true,
      },
      reference: '1',
      correlation,
      at: 1_772_366_400_000,
    });

    test('keeps the first call of a key, and only that', async () => {
      const log: GatewayLog = ground().open.gatewayLog();
      expect(await log.find('g1')).toBeUndefined();
      const answers = await Promise.all(['first', 'second', 'third'].map((one) => log.append(call('g1', one))));
      expect(answers.filter(Boolean)).toHaveLength(1);
      const kept = ['first', 'second', 'third'][answers.indexOf(true)] ?? '';
      expect(await log.find('g1')).toEqual(call('g1', kept));
    });

    test('knows a call by its reference, and what came of it', async () => {
      const log: GatewayLog = ground().open.gatewayLog();
      const charge = { ...call('g2', 'charge'), reference: 'charge-1' };
      const refunds = ['g3', 'g4'].map((key, n) => ({ ...call(key, 'refund'), about: 'charge-1', at: charge.at + n }));
      for (const one of [charge, ...refunds]) await log.append(one);
      expect(await log.byReference('charge-1')).toEqual(charge);
      expect(await log.byReference('charge-2')).toBeUndefined();
      expect(await log.about('charge-1')).toEqual(refunds);
    });

    test('lists the calls of a site by key, page by page', async () => {
      const log: GatewayLog = ground().open.gatewayLog();
      for (const key of ['site-a/1', 'site-a/2', 'site-a/3', 'site-aa/1', 'site-b/1']) await log.append(call(key, key));
      const keys = async (after: string, limit: number) =>
        (await log.ofSite('site-a/', after, limit)).map(({ key }) => key);
      expect(await keys('site-a/', 2)).toEqual(['site-a/1', 'site-a/2']);
      expect(await keys('site-a/2', 2)).toEqual(['site-a/3']);
    });
  });

  behavesLikeGatewayOperations(() => ({
    operations: ground().open.gatewayOperations(),
    sites: [ground().siteId(1), ground().siteId(2)],
  }));
};
