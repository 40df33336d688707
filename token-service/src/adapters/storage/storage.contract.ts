import type { Records } from '@service/billing/ports/storage.ts';
import { resources } from '@service/billing/resources/index.ts';
import { columnsOf } from '@service/billing/resources/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { type OpenStorage, openDatabase, openStorage, type StorageConfig } from './storage.ts';
import { accountSessionsBehave } from './testing/account-sessions.contract.ts';
import { accountsBehave } from './testing/accounts.contract.ts';
import { approvalsBehave } from './testing/approvals.contract.ts';
import { belongingsBehave } from './testing/belongings.contract.ts';
import { figuresAddUp } from './testing/console-figures.contract.ts';
import { customFieldsBehave } from './testing/custom-fields.contract.ts';
import { discountsBehave } from './testing/discounts.contract.ts';
import { dueBehaves } from './testing/due.contract.ts';
import { dunningBehaves } from './testing/dunning.contract.ts';
import { exchangeRatesBehave } from './testing/exchange-rates.contract.ts';
import { exportsBehave } from './testing/exports.contract.ts';
import { externalRecordsBehave } from './testing/external.contract.ts';
import { familiesBehave } from './testing/families.contract.ts';
import { listsFilter } from './testing/filtered.contract.ts';
import { gatewayAccountsBehave } from './testing/gateway-accounts.contract.ts';
import { notificationsBehave } from './testing/gateway-notifications.contract.ts';
import { gatewayOperationsBehave } from './testing/gateway-operations.contract.ts';
import { gatewayOutagesBehave } from './testing/gateway-outages.contract.ts';
import { generalLedgerBehaves } from './testing/general-ledger.contract.ts';
import { importsBehave } from './testing/imports.contract.ts';
import { invoiceTemplatesBehave } from './testing/invoice-templates.contract.ts';
import { journalsBehave } from './testing/journals.contract.ts';
import { ledgerCheckBehaves } from './testing/ledger-check.contract.ts';
import { ledgerDaysBehave } from './testing/ledger-days.contract.ts';
import { listsPage } from './testing/lists.contract.ts';
import { migrationsBehave } from './testing/migrations.contract.ts';
import { observed, operationsOf } from './testing/observed.ts';
import { openAlertsBehave } from './testing/open-alerts.contract.ts';
import { operatorsBehave } from './testing/operators.contract.ts';
import { pagingBehaves } from './testing/paging.contract.ts';
import { paymentActionsBehave } from './testing/payment-actions.contract.ts';
import { payoutsBehave } from './testing/payouts.contract.ts';
import { periodsBehave } from './testing/periods.contract.ts';
import { permissionsBehave } from './testing/permissions.contract.ts';
import { plansBehave } from './testing/plans.contract.ts';
import { processSignsBehave } from './testing/process-signs.contract.ts';
import { processTroublesBehave } from './testing/process-troubles.contract.ts';
import { reportRunsBehave } from './testing/report-runs.contract.ts';
import { reportsBehave } from './testing/reports.contract.ts';
import { revenueBehaves } from './testing/revenue.contract.ts';
import { aSite, NOON } from './testing/samples.ts';
import { searchBehaves } from './testing/search.contract.ts';
import { sellingBehaves } from './testing/selling.contract.ts';
import { sitesBehave } from './testing/sites.contract.ts';
import { tenancyHolds } from './testing/tenancy.contract.ts';
import { timelineIsRead } from './testing/timeline.contract.ts';
import { usagesBehave } from './testing/usages.contract.ts';
import { webhooksBehave } from './testing/webhooks.contract.ts';
import { workBehaves } from './testing/work.contract.ts';

/** The setup of the contract suites: opened storage with three sites, a clock that they set, and the engine. */
export interface Ground {
  readonly open: OpenStorage;
  readonly engine: Database;
  /** The nth site's records; there are sites 1 to 3. */
  readonly of: (site: number) => Records;
  readonly siteId: (site: number) => string;
  /** Milliseconds of the system clock. */
  readonly clock: { at: number };
}

/** The table that holds the records of a resource; null: they are computed on request. */
const TABLES: Readonly<Record<string, string | null>> = {
  account: 'accounts',
  account_balance: null,
  clock: null,
  mailbox: null,
  // Its schedules are columns of their own.
  custom_field_definition: 'custom_field_definitions',
  dunning_campaign: null,
  export_date: null,
  export_file: null,
  account_acquisition: 'account_acquisitions',
  note: 'account_notes',
  shipping_address: 'shipping_addresses',
  entitlement: null,
  permissions: null,
  report: null,
  report_run: null,
  journal_file: null,
  journals: null,
  external_account: 'external_accounts',
  external_product: null,
  external_product_reference: 'external_product_references',
  external_subscription: null,
  external_invoice: null,
  external_payment_phase: 'external_payment_phases',
  billing_info: 'payment_methods',
  subscription: 'subscriptions',
  adjustment: 'adjustments',
  invoice: 'invoices',
  invoice_collection: null,
  credit_payment: 'credit_payments',
  transaction: 'transactions',
  plan: 'plans',
  add_on: 'plan_add_ons',
  measured_unit: 'measured_units',
  item: 'items',
  business_entity: 'business_entities',
  invoice_template: 'invoice_templates',
  general_ledger_account: 'general_ledger_accounts',
  performance_obligation: 'performance_obligations',
  shipping_method: 'shipping_methods',
  usage: 'usages',
  coupon: 'coupons',
  redemption: 'redemptions',
  gift_card: 'gift_cards',
};

/**
 * The contract of the storage ports, for every engine. `configure` returns an empty database, and `decorate` may record
 * what the operations ask of it.
 */
export const behavesLikeStorage = (
  configure: () => Promise<StorageConfig>,
  decorate?: (engine: Database) => Database,
): void => {
  const clock = { at: NOON * 1000 };
  const world = { clock: { now: () => clock.at } };
  let config: StorageConfig;
  let opened: Ground;
  const called = new Set<string>();

  beforeAll(async () => {
    config = await configure();
    const open = observedStorage(await openStorage(config, world, undefined, decorate), called);
    const engine = await openDatabase(config);
    const siteId = (site: number): string => aSite(site).id;
    opened = { open, engine, siteId, of: (site) => open.storage.of(siteId(site)), clock };
    for (const site of [1, 2, 3]) await open.sites.add(aSite(site));
  });
  afterAll(async () => {
    await opened.engine.close();
    await opened.open.close();
  });
  const ground = (): Ground => opened;

  describe('the schema', () => {
    test.each(resources.map((resource) => [resource.name, resource] as const))(
      'has a column for every stored field of %s',
      async (name, resource) => {
        const table = TABLES[name];
        expect(table, `say in TABLES where ${name} is kept`).not.toBeUndefined();
        if (!table) return;
        const names = columnsOf(resource).map((column) => column.name);
        expect(await ground().engine.all(`SELECT ${names.join(', ')} FROM ${table} WHERE 1 = 0`)).toEqual([]);
      },
    );

    test('begins every unique key and index with the site', async () => {
      const tables = (await ground().engine.all(TABLE_NAMES[ground().engine.engine])).map((row) => String(row.name));
      expect(tables).toContain('accounts');
      const strays: string[] = [];
      for (const name of tables.filter(
        (table) =>
          ![
            'sites',
            'migrations',
            'gateway_log',
            'worker_signs',
            'process_signs',
            'process_troubles',
            ...OPERATOR_TABLES,
          ].includes(table),
      )) {
        for (const index of await indexesOf(ground().engine, name)) {
          if (index.columns[0] !== 'site_id') strays.push(`${name} (${index.columns})`);
        }
      }
      // A key is found by its own id and by its digest, an account by part of its login token, before the site is
      // known; an operator has roles at several sites.
      expect(strays.sort()).toEqual([
        'accounts (expression)',
        'api_keys (hash)',
        'api_keys (id)',
        'backups (id)',
        'operator_roles (operator_id)',
      ]);
    });
  });

  describe('migrations', () => migrationsBehave(ground, configure));

  test('has no trouble with its disk', async () => {
    await expect(ground().open.health()).resolves.toBeUndefined();
  });

  sitesBehave(ground);
  accountsBehave(ground);
  accountSessionsBehave(ground);
  processSignsBehave(ground);
  processTroublesBehave(ground);
  operatorsBehave(ground);
  ledgerCheckBehaves(ground);
  belongingsBehave(ground);
  plansBehave(ground);
  generalLedgerBehaves(ground);
  invoiceTemplatesBehave(ground);
  sellingBehaves(ground);
  familiesBehave(ground);
  searchBehaves(ground);
  usagesBehave(ground);
  dueBehaves(ground);
  customFieldsBehave(ground);
  dunningBehaves(ground);
  approvalsBehave(ground);
  importsBehave(ground);
  journalsBehave(ground);
  exchangeRatesBehave(ground);
  exportsBehave(ground);
  permissionsBehave(ground);
  reportsBehave(ground);
  ledgerDaysBehave(ground);
  reportRunsBehave(ground);
  revenueBehaves(ground);
  periodsBehave(ground);
  externalRecordsBehave(ground);
  gatewayAccountsBehave(ground);
  notificationsBehave(ground);
  paymentActionsBehave(ground);
  gatewayOperationsBehave(ground);
  gatewayOutagesBehave(ground);
  openAlertsBehave(ground);
  webhooksBehave(ground);
  discountsBehave(ground);
  describe('paging', () => pagingBehaves(ground));
  listsPage(ground);
  listsFilter(ground);
  timelineIsRead(ground);
  figuresAddUp(ground);
  workBehaves(ground);
  payoutsBehave(ground);
  tenancyHolds(ground);

  // The engines accept different SQL: what the contract does not call may work on one of them only.
  test('is called completely by this contract', () => {
    // To list the operations is to look at each of them, which would count as a call.
    const before = new Set(called);
    const operations = [...operationsOf(ground().of(1)), ...operationsOf({ operators: ground().open.operators })];
    expect(operations.filter((operation) => !before.has(operation))).toEqual([]);
  });
};

/** Operators belong to the deployment: their roles and refunds alone are those of a site. */
const OPERATOR_TABLES = [
  'operators',
  'operator_passkeys',
  'operator_challenges',
  'operator_invitations',
  'operator_sessions',
];

const observedStorage = (open: OpenStorage, called: Set<string>): OpenStorage => ({
  ...open,
  ...observed({ operators: open.operators }, called),
  storage: {
    ...open.storage,
    of: (siteId) => observed(open.storage.of(siteId), called),
    transaction: (siteId, work, how) =>
      open.storage.transaction(siteId, (records) => work(observed(records, called)), how),
  },
});

const TABLE_NAMES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
} as const;

const indexesOf = async (engine: Database, table: string): Promise<{ readonly columns: readonly string[] }[]> => {
  const rows = await engine.all(INDEXES[engine.engine], [table]);
  return [...Map.groupBy(rows, (row) => row.name).values()].map((group) => ({
    columns: group.map(({ column_name }) => (isExpression(column_name) ? 'expression' : String(column_name))),
  }));
};

/** SQLite names no column of an expression, PostgreSQL its function. */
const isExpression = (column: unknown): boolean => column === null || column === 'substr';

const INDEXES = {
  sqlite:
    'SELECT l.name, i.name AS column_name FROM pragma_index_list($1) l, pragma_index_info(l.name) i ORDER BY l.name, i.seqno',
  postgres:
    'SELECT c.relname AS name, a.attname AS column_name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid ' +
    'JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid ' +
    'WHERE t.relname = $1 AND t.relnamespace = current_schema()::regnamespace ORDER BY c.relname, a.attnum',
} as const;
