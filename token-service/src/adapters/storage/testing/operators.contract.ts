import type { Operator, OperatorSession, Passkey } from '@service/billing/domain/operators/operator.ts';
import { describe, expect, test } from 'vitest';
import { digest } from '../../../runtime/digest.ts';
import type { Ground } from '../storage.contract.ts';
import { aSite, id, NOON } from './samples.ts';

const NOW = NOON * 1000;

const anOperator = (n: number, changes: Partial<Operator> = {}): Operator => ({
  id: id(n),
  email: `operator-${n}@example.com`,
  password: null,
  authenticator: null,
  authenticator_step: null,
  read_only: false,
  created_at_ms: NOW,
  disabled_at_ms: null,
  ...changes,
});

const aSession = (n: number, operator: string, changes: Partial<OperatorSession> = {}): OperatorSession => ({
  hash: digest(`operator session ${n}`),
  operator_id: operator,
  created_at_ms: NOW,
  used_at_ms: NOW,
  proved_at_ms: NOW,
  second_factor: false,
  address: '192.0.2.7',
  user_agent: 'Firefox',
  ...changes,
});

const aPasskey = (n: number, operator: string, changes: Partial<Passkey> = {}): Passkey => ({
  id: `passkey-${n}`,
  operator_id: operator,
  public_key: 'pQECAyYgASFY',
  counter: 0,
  transports: ['internal', 'hybrid'],
  name: 'Laptop',
  created_at_ms: NOW + n,
  used_at_ms: null,
  ...changes,
});

/** Operators of the console, on every engine. */
export const operatorsBehave = (ground: () => Ground): void => {
  const operators = () => ground().open.operators;

  describe('operators', () => {
    test('come back as they were stored, by id and by email, and in order', async () => {
      const [first, second] = [anOperator(9801), anOperator(9802, { authenticator: 'sealed', read_only: true })];
      expect(await operators().exists()).toBe(false);
      await operators().add({ ...first, disabled_at_ms: NOW });
      expect(await operators().exists()).toBe(false);
      await operators().add(second);
      expect(await operators().exists()).toBe(true);
      await operators().save(first);
      expect(await operators().find(first.id)).toEqual(first);
      expect(await operators().byEmail(second.email)).toEqual(second);
      expect(await operators().byEmail('unknown@example.com')).toBeUndefined();
      expect(await operators().find(id(9899))).toBeUndefined();
      expect(await operators().all()).toEqual([first, second]);
      await expect(operators().add(anOperator(9803, { email: first.email }))).rejects.toThrow();
    });

    test('a code of an authenticator is accepted for one later time step after the other', async () => {
      const steps = [7, 7, 6, 8];
      const taken: boolean[] = [];
      for (const step of steps) taken.push(await operators().takeStep(id(9801), step));
      expect(taken).toEqual([true, false, false, true]);
      expect((await operators().find(id(9801)))?.authenticator_step).toBe(8);
    });

    test('have roles at sites, each once', async () => {
      const of = (site: number, operator: number, role: 'owner' | 'support') => ({
        ...{ site_id: ground().siteId(site), operator_id: id(operator), role },
      });
      for (const one of [of(2, 9801, 'owner'), of(1, 9801, 'owner'), of(1, 9801, 'support'), of(1, 9801, 'owner')])
        await operators().assign(one);
      await operators().assign(of(1, 9802, 'support'));
      expect(await operators().sites(id(9801))).toEqual([
        { site: aSite(1), roles: ['owner', 'support'] },
        { site: aSite(2), roles: ['owner'] },
      ]);
      await operators().unassign(of(1, 9801, 'owner'));
      await operators().unassign(of(3, 9801, 'owner'));
      expect(await operators().assignments(ground().siteId(1))).toHaveLength(2);
      expect(await operators().assignments()).toEqual(
        expect.arrayContaining([of(1, 9801, 'support'), of(1, 9802, 'support'), of(2, 9801, 'owner')]),
      );
      expect(await operators().sites(id(9802))).toEqual([{ site: aSite(1), roles: ['support'] }]);
    });

    test('a passkey counts upwards, unless it does not count', async () => {
      const [counting, constant] = [aPasskey(1, id(9801), { counter: 4 }), aPasskey(2, id(9801))];
      for (const one of [counting, constant]) await operators().addPasskey(one);
      expect(await operators().passkeys(id(9801))).toEqual([counting, constant]);
      expect(await operators().usePasskey(counting.id, 4, NOW)).toBe(false);
      expect(await operators().usePasskey(counting.id, 5, NOW)).toBe(true);
      expect(await operators().usePasskey(constant.id, 0, NOW)).toBe(true);
      expect(await operators().usePasskey('unknown', 9, NOW)).toBe(false);
      expect(await operators().findPasskey(counting.id)).toEqual({ ...counting, counter: 5, used_at_ms: NOW });
      await operators().removePasskey(id(9802), counting.id);
      await operators().removePasskey(id(9801), constant.id);
      expect((await operators().passkeys(id(9801))).map((one) => one.id)).toEqual([counting.id]);
    });

    test('a challenge can be used once, for its purpose, while it lasts', async () => {
      const challenge = { hash: digest('challenge'), purpose: 'sign in', valid_until_ms: NOW + 1000 };
      await operators().addChallenge(challenge);
      expect(await operators().takeChallenge(challenge.hash, 'register', NOW)).toBe(false);
      expect(await operators().takeChallenge(challenge.hash, 'sign in', NOW + 1000)).toBe(false);
      expect(await operators().takeChallenge(challenge.hash, 'sign in', NOW)).toBe(true);
      expect(await operators().takeChallenge(challenge.hash, 'sign in', NOW)).toBe(false);
    });

    test('an invitation replaces the one before, and is used once', async () => {
      const first = { hash: digest('first'), operator_id: id(9801), valid_until_ms: NOW };
      const second = { ...first, hash: digest('second') };
      await operators().invite(first);
      await operators().invite(second);
      expect(await operators().findInvitation(first.hash)).toBeUndefined();
      expect(await operators().findInvitation(second.hash)).toEqual(second);
      expect([await operators().invited(NOW - 1), await operators().invited(NOW)]).toEqual([[id(9801)], []]);
      expect(await operators().useInvitation(second.hash)).toBe(true);
      expect(await operators().useInvitation(second.hash)).toBe(false);
      await operators().invite(first);
      await operators().removeInvitation(id(9801));
      expect(await operators().findInvitation(first.hash)).toBeUndefined();
    });

    test('a session comes back with its operator until it ends', async () => {
      const operator = await operators().find(id(9801));
      const [session, ofDemo] = [aSession(1, id(9801)), aSession(2, 'demo-owner')];
      for (const one of [session, ofDemo]) await operators().addSession(one, 10);
      expect(await operators().findSession(session.hash)).toEqual({ session, operator });
      expect(await operators().findSession(ofDemo.hash)).toEqual({ session: ofDemo, operator: undefined });
      await operators().useSession(session.hash, NOW + 60_000);
      await operators().proveSession(session.hash, NOW + 90_000, true);
      await operators().proveSession(session.hash, NOW + 91_000, false);
      const moments = { used_at_ms: NOW + 91_000, proved_at_ms: NOW + 91_000 };
      expect(await operators().sessions(id(9801))).toEqual([{ ...session, ...moments, second_factor: true }]);
      await operators().removeSession(session.hash);
      expect(await operators().findSession(session.hash)).toBeUndefined();
    });

    test('the oldest sessions end beyond a number, and all of them at once, and those that were not used', async () => {
      const own = [1, 2, 3].map((n) => aSession(10 + n, id(9801), { created_at_ms: NOW + n }));
      const other = aSession(20, id(9802));
      for (const one of [...own, other]) await operators().addSession(one, 2);
      expect((await operators().sessions(id(9801))).map(({ hash }) => hash)).toEqual([own[2]?.hash, own[1]?.hash]);
      await operators().removeSessions(id(9801));
      expect(await operators().sessions(id(9801))).toEqual([]);
      await operators().sweepOperators(NOW);
      expect(await operators().sessions(id(9802))).toEqual([other]);
      await operators().sweepOperators(NOW + 1);
      expect(await operators().sessions(id(9802))).toEqual([]);
    });

    test('refunds of a day stay within the limit, also when they are simultaneous', async () => {
      const refund = { site_id: ground().siteId(1), operator_id: id(9801), day: '2026-11-26', currency: 'USD' };
      const spend = (amount_in_cents: number, changes = {}) =>
        operators().spend({ ...refund, ...changes, amount_in_cents }, 10_000);
      expect(await spend(10_001)).toEqual({ spent_in_cents: 0, added: false });
      const all = await Promise.all(Array.from({ length: 12 }, () => spend(1500)));
      expect(all.filter(({ added }) => added)).toHaveLength(6);
      expect(await spend(1001)).toEqual({ spent_in_cents: 9000, added: false });
      expect(await spend(1000)).toEqual({ spent_in_cents: 9000, added: true });
      await operators().unspend({ ...refund, amount_in_cents: 4000 });
      expect(await spend(4000)).toEqual({ spent_in_cents: 6000, added: true });
      expect([await operators().spent(refund), await operators().spent({ ...refund, day: '2026-11-28' })]).toEqual([
        10_000, 0,
      ]);
      for (const other of [{ day: '2026-11-27' }, { currency: 'EUR' }, { site_id: ground().siteId(2) }])
        expect(await spend(10_000, other)).toEqual({ spent_in_cents: 0, added: true });
    });

    test('change together with the audit log of a site, or not at all', async () => {
      const entry = { at: NOON, actor: 'command line:ada', correlation: id(1), action: 'operator.disabled' };
      const disable = (n: number, fails: boolean) =>
        operators().changeOperators(async (inside, of) => {
          await inside.save(anOperator(9801, { disabled_at_ms: NOW }));
          await of(ground().siteId(3)).auditLog.append({
            ...entry,
            id: id(n),
            subject: 'a',
            address: null,
            changes: null,
          });
          if (fails) throw new Error('no');
        });
      const entries = async () =>
        (await ground().of(3).auditLog.list({ action: 'operator.disabled' }, 9)).map((one) => one.id);
      await expect(disable(9890, true)).rejects.toThrow('no');
      expect([(await operators().find(id(9801)))?.disabled_at_ms, await entries()]).toEqual([null, []]);
      await disable(9891, false);
      expect([(await operators().find(id(9801)))?.disabled_at_ms, await entries()]).toEqual([NOW, [id(9891)]]);
    });
  });
};
