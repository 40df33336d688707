import type { AccountSession } from '@service/billing/domain/accounts/session.ts';
import { describe, expect, test } from 'vitest';
import { digest } from '../../../runtime/digest.ts';
import type { Ground } from '../storage.contract.ts';
import { anAccount, aSite, id, NOON } from './samples.ts';

const NOW = NOON * 1000;
const aSession = (n: number, changes: Partial<AccountSession> = {}): AccountSession => ({
  hash: digest(`session ${n}`),
  account_id: id(n),
  login_token_hash: digest(`token ${n}`),
  created_at_ms: NOW,
  used_at_ms: NOW,
  viewer: null,
  link_until_ms: null,
  ...changes,
});

/** Sessions of the account pages, on every engine. */
export const accountSessionsBehave = (ground: () => Ground): void => {
  describe('sessions of the account pages', () => {
    test('an account is found by its whole login token, on every site', async () => {
      const { accountSessions } = ground().open;
      const tokens = ['AbcdefghijklMnopqrstuvwxyz012345', 'AbcdefghijklMnopqrstuvwxyz012346'] as const;
      await ground()
        .of(1)
        .accounts.add(anAccount(9701, { hosted_login_token: tokens[0] }));
      await ground()
        .of(2)
        .accounts.add(anAccount(9702, { hosted_login_token: tokens[1] }));
      expect(await accountSessions.byLoginToken(tokens[0])).toEqual({ site: aSite(1), account_id: id(9701) });
      expect(await accountSessions.byLoginToken(tokens[1])).toEqual({ site: aSite(2), account_id: id(9702) });
      for (const wrong of [
        '',
        tokens[0].slice(0, 12),
        tokens[0].slice(0, 31),
        tokens[0].toUpperCase(),
        `${tokens[0]} `,
      ]) {
        expect(await accountSessions.byLoginToken(wrong)).toBeUndefined();
      }
    });

    test('a session comes back with its site until it is removed, at its own site only', async () => {
      const { accountSessions } = ground().open;
      const session = aSession(9703);
      await accountSessions.add(ground().siteId(1), session);
      const find = (site = 1) => accountSessions.find(ground().siteId(site), session.hash);
      expect(await find()).toEqual({ site: aSite(1), session });
      expect(await find(2)).toBeUndefined();
      await accountSessions.use(ground().siteId(2), session.hash, NOW + 1);
      await accountSessions.remove(ground().siteId(2), session.hash);
      expect((await find())?.session).toEqual(session);
      await accountSessions.use(ground().siteId(1), session.hash, NOW + 60_000);
      expect((await find())?.session).toEqual({ ...session, used_at_ms: NOW + 60_000 });
      await accountSessions.remove(ground().siteId(1), session.hash);
      expect(await find()).toBeUndefined();
    });

    test('the oldest sessions of an account end beyond a number, and those of others stay', async () => {
      const { accountSessions } = ground().open;
      const site = ground().siteId(1);
      const own = [1, 2, 3].map((n) => aSession(9710 + n, { account_id: id(9710), created_at_ms: NOW + n }));
      const other = aSession(9720);
      for (const session of [...own, other]) await accountSessions.add(site, session);
      await accountSessions.keepLatest(ground().siteId(2), id(9710), 0);
      await accountSessions.keepLatest(site, id(9710), 2);
      const found = await Promise.all([...own, other].map(({ hash }) => accountSessions.find(site, hash)));
      expect(found.map((one) => one?.session.hash)).toEqual([undefined, own[1]?.hash, own[2]?.hash, other.hash]);
    });

    test('a link opens a session of an operator once, and while it is valid', async () => {
      const { accountSessions } = ground().open;
      const [site, other] = [ground().siteId(1), ground().siteId(2)];
      const link = aSession(9730, { viewer: 'ada@example.com', link_until_ms: NOW + 5 });
      await accountSessions.add(site, link);
      expect((await accountSessions.find(site, link.hash))?.session).toEqual(link);
      expect(await accountSessions.takeLink(other, link.hash, NOW)).toBe(false);
      expect(await accountSessions.takeLink(site, link.hash, NOW + 5)).toBe(false);
      expect(await accountSessions.takeLink(site, link.hash, NOW + 4)).toBe(true);
      expect(await accountSessions.takeLink(site, link.hash, NOW + 4)).toBe(false);
      const open = aSession(9731, { viewer: 'ada@example.com' });
      await accountSessions.add(site, open);
      expect(await accountSessions.takeLink(site, open.hash, NOW)).toBe(false);
    });

    test('operators who look at the pages of an account end no session of its customer', async () => {
      const { accountSessions } = ground().open;
      const site = ground().siteId(1);
      const sessions = [null, 'ada', 'ada', 'bob'].map((viewer, n) =>
        aSession(9741 + n, { account_id: id(9740), viewer, created_at_ms: NOW + n }),
      );
      for (const session of sessions) await accountSessions.add(site, session);
      await accountSessions.keepLatest(site, id(9740), 2);
      const found = await Promise.all(sessions.map(({ hash }) => accountSessions.find(site, hash)));
      expect(found.map((one) => one?.session.viewer)).toEqual([null, undefined, 'ada', 'bob']);
    });

    test('a site is found by its id', async () => {
      const { accountSessions } = ground().open;
      expect(await accountSessions.site(ground().siteId(1))).toEqual(aSite(1));
      expect(await accountSessions.site(id(9799))).toBeUndefined();
    });

    test('sessions that were not used for long are swept, at their site only', async () => {
      const { accountSessions } = ground().open;
      const [old, recent, elsewhere] = [aSession(9704), aSession(9705, { used_at_ms: NOW + 1000 }), aSession(9706)];
      await accountSessions.add(ground().siteId(1), old);
      await accountSessions.add(ground().siteId(1), recent);
      await accountSessions.add(ground().siteId(2), elsewhere);
      await accountSessions.sweep(ground().siteId(1), NOW + 1000);
      expect(await accountSessions.find(ground().siteId(1), old.hash)).toBeUndefined();
      expect(await accountSessions.find(ground().siteId(1), recent.hash)).toBeDefined();
      expect(await accountSessions.find(ground().siteId(2), elsewhere.hash)).toBeDefined();
    });
  });
};
