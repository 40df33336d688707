import { timingSafeEqual } from 'node:crypto';
import type { AccountSession } from '@service/billing/domain/accounts/session.ts';
import type { AccountSessionRecords } from '@service/billing/ports/account-sessions.ts';
import { digest } from '../../../runtime/digest.ts';
import type { Queries } from '../database.ts';
import { columns, recordReader, table } from '../table.ts';
import { siteTable } from './sites.ts';

const sessionTable = table<AccountSession>({
  name: 'account_sessions',
  key: ['hash'],
  columns: [
    ...columns({
      hash: 'text',
      account_id: 'text',
      login_token_hash: 'text',
      created_at_ms: 'bigint',
      used_at_ms: 'bigint',
      viewer: 'text',
      link_until_ms: 'bigint',
    }),
  ],
});

const own = sessionTable.columns.map((column) => ({ ...column, name: `session_${column.name}` }));
const readSession = recordReader(own) as (row: Readonly<Record<string, unknown>>) => AccountSession;
const siteWith = (more: string): string => siteTable.select.replace(' FROM ', `, ${more} FROM `);

/** Characters of a token that are indexed. The time of a search reveals nothing about the other twenty. */
const INDEXED = 12;
const BY_LOGIN_TOKEN =
  `${siteWith('a.id AS account_id, a.hosted_login_token AS login_token')} JOIN accounts a ON a.site_id = r.id ` +
  `WHERE substr(a.hosted_login_token, 1, ${INDEXED}) = $1`;
const FIND =
  `${siteWith(own.map(({ name }) => `s.${name.slice('session_'.length)} AS ${name}`).join(', '))} ` +
  'JOIN account_sessions s ON s.site_id = r.id WHERE s.site_id = $1 AND s.hash = $2';
const USE = 'UPDATE account_sessions SET used_at_ms = $3 WHERE site_id = $1 AND hash = $2';
const REMOVE = 'DELETE FROM account_sessions WHERE site_id = $1 AND hash = $2';
const TAKE_LINK = 'DELETE FROM account_sessions WHERE site_id = $1 AND hash = $2 AND link_until_ms > $3';
const latest = (whose: string): string =>
  `(SELECT hash FROM account_sessions WHERE site_id = $1 AND account_id = $2 AND ${whose} ` +
  'ORDER BY created_at_ms DESC, hash LIMIT $3)';
const KEEP_LATEST =
  'DELETE FROM account_sessions WHERE site_id = $1 AND account_id = $2 ' +
  `AND hash NOT IN ${latest('viewer IS NULL')} AND hash NOT IN ${latest('viewer IS NOT NULL')}`;
const SITE = `${siteTable.select} WHERE r.id = $1`;
const SWEEP = 'DELETE FROM account_sessions WHERE site_id = $1 AND used_at_ms < $2';

/** Sessions of the account pages. */
export const accountSessionRecords = (queries: Queries): AccountSessionRecords => ({
  async byLoginToken(presented) {
    const sought = Buffer.from(digest(presented));
    const rows = await queries.all(BY_LOGIN_TOKEN, [presented.slice(0, INDEXED)]);
    const row = rows.find(({ login_token }) => timingSafeEqual(Buffer.from(digest(String(login_token))), sought));
    return row && { site: siteTable.read(row), account_id: String(row.account_id) };
  },
  async site(siteId) {
    const row = await queries.get(SITE, [siteId]);
    return row && siteTable.read(row);
  },
  async find(siteId, hash) {
    const row = await queries.get(FIND, [siteId, hash]);
    return row && { site: siteTable.read(row), session: readSession(row) };
  },
  async add(siteId, session) {
    await queries.write(sessionTable.insert, sessionTable.values(siteId, session));
  },
  async use(siteId, hash, now) {
    await queries.write(USE, [siteId, hash, now]);
  },
  async remove(siteId, hash) {
    await queries.write(REMOVE, [siteId, hash]);
  },
  async takeLink(siteId, hash, now) {
    return (await queries.run(TAKE_LINK, [siteId, hash, now])) === 1;
  },
  async keepLatest(siteId, accountId, most) {
    await queries.write(KEEP_LATEST, [siteId, accountId, most]);
  },
  async sweep(siteId, before) {
    await queries.write(SWEEP, [siteId, before]);
  },
});
