import type { GatewayAccount } from '@service/billing/domain/gateway-accounts/account.ts';
import type { GatewayAccountRecords } from '@service/billing/ports/gateway-accounts.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const accounts = table<GatewayAccount>({
  name: 'gateway_accounts',
  key: ['code'],
  columns: columns({
    code: 'text',
    adapter: 'text',
    active: 'boolean',
    currencies: 'json',
    brands: 'json',
    countries: 'json',
    position: 'bigint',
    sealed_credentials: 'text',
    endpoint: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  }),
});

const ALL = `${accounts.select} WHERE r.site_id = $1 ORDER BY r.position, r.code`;
const BY_CODE = `${accounts.select} WHERE r.site_id = $1 AND r.code = $2`;
const REMOVE = 'DELETE FROM gateway_accounts WHERE site_id = $1 AND code = $2';

const count = (table: string, condition = ''): string =>
  `(SELECT count(*) FROM ${table} WHERE site_id = $1 AND gateway_code = $2${condition})`;
const USES =
  `SELECT ${count('payment_methods')} AS payment_methods, ${count('intents')} AS intents, ` +
  `${count('transactions', ' AND settlement_due_at IS NOT NULL')} AS settlements, ` +
  `${count('subscriptions', " AND state <> 'expired'")} AS subscriptions`;

export const gatewayAccountRecords = (queries: Queries, siteId: string): GatewayAccountRecords => ({
  all: async () => (await queries.all(ALL, [siteId])).map(accounts.read),
  async find(code) {
    const row = await queries.get(BY_CODE, [siteId, code]);
    return row && accounts.read(row);
  },
  async add(account) {
    await queries.write(accounts.insert, accounts.values(siteId, account));
  },
  async save(account) {
    await queries.write(accounts.update, accounts.values(siteId, account));
  },
  async remove(code) {
    await queries.write(REMOVE, [siteId, code]);
  },
  async uses(code) {
    const row = await queries.get(USES, [siteId, code]);
    return {
      payment_methods: Number(row?.payment_methods),
      intents: Number(row?.intents),
      settlements: Number(row?.settlements),
      subscriptions: Number(row?.subscriptions),
    };
  },
});
