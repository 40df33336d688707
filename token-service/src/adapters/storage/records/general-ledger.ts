import type {
  GeneralLedgerAccountRecord,
  PerformanceObligationRecord,
} from '@service/billing/domain/general-ledger/record.ts';
import type {
  GeneralLedgerAccountFilter,
  GeneralLedgerAccountRecords,
  PerformanceObligationRecords,
} from '@service/billing/ports/general-ledger.ts';
import { generalLedgerAccount } from '@service/billing/resources/general-ledger-account.ts';
import { performanceObligation } from '@service/billing/resources/performance-obligation.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';

const accounts = table<GeneralLedgerAccountRecord>({
  name: 'general_ledger_accounts',
  key: ['key'],
  columns: [...columns({ key: 'text' }), ...resourceColumns(generalLedgerAccount)],
});

const listed: ListedTable<GeneralLedgerAccountRecord, GeneralLedgerAccountFilter> = {
  table: accounts,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_type }, bind) => (account_type ? [`r.account_type = ${bind(account_type)}`] : []),
};

const BY_ID = `${accounts.select} WHERE r.site_id = $1 AND r.id = $2`;
const BY_CODE = `${accounts.select} WHERE r.site_id = $1 AND r.code = $2`;
const byIds = (ids: string): string => `${accounts.select} WHERE r.site_id = $1 AND r.id IN ${ids}`;

export const generalLedgerAccountRecords = (queries: Queries, siteId: string): GeneralLedgerAccountRecords => {
  const one = async (sql: string, value: string): Promise<GeneralLedgerAccountRecord | undefined> => {
    const row = await queries.get(sql, [siteId, value]);
    return row && accounts.read(row);
  };
  return {
    list: (query) => listPage(queries, siteId, listed, query),
    count: (query) => countList(queries, siteId, listed, query),
    find: (id) => one(BY_ID, id),
    coded: (code) => one(BY_CODE, code),
    async byIds(ids) {
      if (ids.length === 0) return [];
      const { sql, values } = among(ids, 2);
      return (await queries.all(byIds(sql), [siteId, ...values])).map(accounts.read);
    },
    async add(record) {
      await queries.write(accounts.insert, accounts.values(siteId, record));
    },
    async save(record) {
      await queries.write(accounts.update, accounts.values(siteId, record));
    },
  };
};

const obligations = table<PerformanceObligationRecord>({
  name: 'performance_obligations',
  key: ['key'],
  columns: [...columns({ key: 'text', state: 'text' }), ...resourceColumns(performanceObligation)],
});

const ALL_OBLIGATIONS = `${obligations.select} WHERE r.site_id = $1 AND r.state = 'active' ORDER BY r.created_at, r.key`;

export const performanceObligationRecords = (queries: Queries, siteId: string): PerformanceObligationRecords => ({
  async all() {
    return (await queries.all(ALL_OBLIGATIONS, [siteId])).map(obligations.read);
  },
  async add(record) {
    await queries.write(obligations.insert, obligations.values(siteId, record));
  },
  async save(record) {
    await queries.write(obligations.update, obligations.values(siteId, record));
  },
});
