import { timingSafeEqual } from 'node:crypto';
import type { Key } from '@service/billing/domain/sites/key.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { SettingKind } from '@service/billing/resources/setting.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { SETTING_NAMES, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { digest } from '../../../runtime/digest.ts';
import type { Queries } from '../database.ts';
import { columns, recordReader, table } from '../table.ts';
import { keyUses } from './key-uses.ts';
import { keyTable } from './keys.ts';
import { siteLogos } from './site-logos.ts';

/** The column type of each kind of setting. */
const HOLDS: Readonly<Record<SettingKind, 'text' | 'json' | 'boolean' | 'bigint'>> = {
  choice: 'text',
  choices: 'json',
  flag: 'boolean',
  count: 'bigint',
  cents: 'bigint',
  text: 'text',
  long_text: 'text',
  lines: 'json',
  email: 'text',
  picture: 'text',
  logo: 'json',
  page: 'text',
  origins: 'json',
  color: 'text',
  country: 'text',
  language: 'text',
  time_zone: 'text',
  currencies: 'json',
  tax_places: 'json',
  field_names: 'json',
  plan_codes: 'json',
  mail_kinds: 'json',
  gift_card_offers: 'json',
  texts: 'json',
};

/** A site is itself the tenant: its own id is the site id. */
export const siteTable = table<Site>({
  name: 'sites',
  site: 'id',
  key: [],
  columns: [
    ...columns({ subdomain: 'text' }),
    ...SETTING_NAMES.flatMap((name) => columns({ [name]: HOLDS[SITE_SETTINGS[name].kind] })),
    ...columns({ clock_offset: 'bigint', gateways_version: 'bigint' }),
  ],
  computed: {
    id: { holds: 'text', sql: 'r.id' },
    books_closed_until: { holds: 'bigint', sql: 'r.books_closed_until' },
  },
});

/** Site and key in one statement, because every request of the XML API needs both. */
const ownKey = [...keyTable.columns, ...columns({ site_id: 'text' })].map((column) => ({
  ...column,
  name: `key_${column.name}`,
}));
const readKey = recordReader(ownKey) as (row: Readonly<Record<string, unknown>>) => Key;
const keyed = siteTable.select.replace(
  ' FROM ',
  `, ${ownKey.map(({ name }) => `k.${name.slice('key_'.length)} AS ${name}`).join(', ')} FROM `,
);

const ALL = `${siteTable.select} ORDER BY r.subdomain`;
const WITH_WEBHOOKS = `${siteTable.select} WHERE EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.site_id = r.id) ORDER BY r.subdomain`;
const BY_SUBDOMAIN = `${siteTable.select} WHERE r.subdomain = $1`;
const BY_PRIVATE_KEY =
  `${keyed} JOIN api_keys k ON k.site_id = r.id WHERE k.hash = $1 AND k.kind = 'private' ` +
  'AND (k.valid_until_ms IS NULL OR k.valid_until_ms > $2)';
const BY_PUBLIC_KEY = `${siteTable.select} JOIN api_keys k ON k.site_id = r.id WHERE k.hash = $1 AND k.kind = 'public'`;
const KEYS = `${keyTable.select} WHERE r.site_id = $1 ORDER BY r.created_at_ms, r.id`;
const REMOVE_KEY_USE = 'DELETE FROM api_key_uses WHERE site_id = $1 AND key_id = $2';
const REMOVE_KEY = 'DELETE FROM api_keys WHERE site_id = $1 AND id = $2';

/** Sites and keys. */
export const siteRecords = (queries: Queries): SiteRecords => ({
  async all() {
    return (await queries.all(ALL)).map(siteTable.read);
  },
  async withWebhooks() {
    return (await queries.all(WITH_WEBHOOKS)).map(siteTable.read);
  },
  async find(subdomain) {
    const row = await queries.get(BY_SUBDOMAIN, [subdomain]);
    return row && siteTable.read(row);
  },
  async byPrivateKey(presented, now) {
    const hash = digest(presented);
    const row = await queries.get(BY_PRIVATE_KEY, [hash, now]);
    if (!row) return undefined;
    const key = readKey(row);
    // The index is searched by digest, which a caller cannot control; the final comparison takes constant time.
    return timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash)) ? { site: siteTable.read(row), key } : undefined;
  },
  async byPublicKey(presented) {
    const row = await queries.get(BY_PUBLIC_KEY, [digest(presented)]);
    return row && siteTable.read(row);
  },
  async add(site) {
    await queries.write(siteTable.insert, siteTable.values(site.id, site));
  },
  async save(site) {
    await queries.write(siteTable.update, siteTable.values(site.id, site));
  },
  ...siteLogos(queries),
  ...keyUses(queries),
  async keys(siteId) {
    return (await queries.all(KEYS, [siteId])).map(keyTable.read);
  },
  async addKey(key) {
    await queries.write(keyTable.insert, keyTable.values(key.site_id, key));
  },
  async saveKey(key) {
    await queries.write(keyTable.update, keyTable.values(key.site_id, key));
  },
  async removeKey(siteId, id) {
    await queries.write(REMOVE_KEY_USE, [siteId, id]);
    await queries.write(REMOVE_KEY, [siteId, id]);
  },
});
