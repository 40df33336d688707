import { readFileSync } from 'node:fs';
import { plainLettersOf } from '@service/billing/domain/search/fold.ts';
import { describe, expect, test } from 'vitest';
import type { Database, Row } from '../database.ts';
import { knownMigrations, type Migration, migrate } from '../migrate.ts';
import type { Ground } from '../storage.contract.ts';
import { openDatabase, openStorage, type StorageConfig } from '../storage.ts';
import { allRows, describeSchema, fingerprintOf } from './describe-schema.ts';
import { id, NOON } from './samples.ts';

const [FIRST, SECOND, ...OTHERS] = knownMigrations();
const NEXT: Migration = { version: 9000, name: '9000-later.sql', sql: 'CREATE TABLE later (site_id text);' };

/**
 * The contract of migrations: databases reach the present schema, or are refused. `configure` returns an empty
 * database.
 */
export const migrationsBehave = (ground: () => Ground, configure: () => Promise<StorageConfig>): void => {
  const known = knownMigrations();
  const newest = known.at(-1)?.version ?? 0;
  /** Runs `work` with an empty database, and closes it in any case. */
  const withEmpty = async <T>(work: (empty: Database) => Promise<T>): Promise<T> => {
    const empty = await openDatabase(await configure());
    try {
      return await work(empty);
    } finally {
      await empty.close();
    }
  };
  const refused = async (database: Database, migrations = known): Promise<string> => {
    const rows = await recorded(database);
    const message = await migrate(database, NOON, migrations).then(
      () => 'migrated',
      (error: Error) => error.message,
    );
    expect(await recorded(database)).toEqual(rows);
    expect(message).not.toMatch(/\n/);
    return message;
  };

  test('result in the schema of the fingerprint: a migration that was released is never edited', async () => {
    const { engine } = ground();
    const lines = Object.entries(fingerprintOf(await describeSchema(engine))).map((line) => line.join(' '));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`testing/schema-fingerprint.${engine.engine}.txt`);
  });

  test('run once, also when two processes start together', async () => {
    const config = await configure();
    const world = { clock: { now: () => NOON } };
    for (const open of await Promise.all([openStorage(config, world), openStorage(config, world)])) await open.close();
    const engine = await openDatabase(config);
    expect((await recorded(engine)).map(({ name }) => name)).toEqual(known.map(({ name }) => name));
    await engine.close();
  });

  test('of an empty database never collide, however many processes start at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const config = await configure();
      const engines = await Promise.all(Array.from({ length: 5 }, () => openDatabase(config)));
      const outcomes = await Promise.allSettled(engines.map((engine) => migrate(engine, NOON, [])));
      await Promise.all(engines.map((engine) => engine.close()));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
  });

  test('of a newer release that only expand are left as they are', () =>
    withEmpty(async (empty) => {
      await migrate(empty, NOON, [...known, { ...NEXT, version: newest + 1 }]);
      const rows = await recorded(empty);
      await migrate(empty, NOON + 1);
      expect(await recorded(empty)).toEqual(rows);
      await expect(empty.get('SELECT 1 FROM later')).resolves.toBeUndefined();
    }));

  test('of a newer release that remove what this one uses are refused, and nothing changes', () =>
    withEmpty(async (empty) => {
      const contract = {
        version: newest + 2,
        name: `0${newest + 2}-less.contract-0${newest + 1}.sql`,
        sql: 'CREATE TABLE less (site_id text);',
      };
      await migrate(empty, NOON, [...known, { ...NEXT, version: newest + 1 }, contract]);
      expect(await refused(empty)).toMatch(
        new RegExp(
          `^This database is at version ${newest + 2} .* versions up to ${newest}, too few .* Start the newer`,
        ),
      );
      await expect(empty.get('SELECT 1 FROM later')).resolves.toBeUndefined();
    }));

  test('that were applied and that this program does not know are refused', () =>
    withEmpty(async (empty) => {
      if (!FIRST || !SECOND) throw new Error('There are no migrations.');
      await migrate(empty, NOON, [FIRST, { ...NEXT, version: SECOND.version, name: '0102-other.sql' }]);
      expect(await refused(empty)).toMatch(/^This database has migration 0102-other\.sql, which this program does not/);
    }));

  test('that were applied without an earlier one are refused', () =>
    withEmpty(async (empty) => {
      await migrate(empty, NOON);
      await empty.run('DELETE FROM migrations WHERE version = $1', [SECOND?.version ?? 0]);
      expect(await refused(empty)).toMatch(/^This database lacks migration 0102-accounts\.sql, although 0103-/);
    }));

  test('with a gap between their numbers, or a number twice, are refused', () =>
    withEmpty(async (empty) => {
      if (!FIRST || !SECOND) throw new Error('There are no migrations.');
      expect(await refused(empty, [FIRST, ...OTHERS])).toMatch(
        /not numbered one after the other: 0103-.* follows 0101-/,
      );
      expect(await refused(empty, [FIRST, FIRST])).toMatch(/0101-sites\.sql follows 0101-sites\.sql/);
    }));

  test('carry the sign of a worker over to those of processes', () =>
    withEmpty(async (empty) => {
      await migrate(
        empty,
        NOON,
        known.filter(({ version }) => version < 580),
      );
      const sign = (table: string, holder: string, columns = '', values = '') =>
        empty.run(
          `INSERT INTO ${table} (holder, started_at_ms, seen_at_ms${columns}) VALUES ('${holder}', 1, 2${values})`,
        );
      await sign('worker_signs', 'earlier');
      await sign('worker_signs', 'both');
      await sign('process_signs', 'both', ', serves, version', ", 'all', '0.2.0'");
      await migrate(empty, NOON);
      expect(await empty.all('SELECT holder, serves, version FROM process_signs ORDER BY holder')).toEqual([
        { holder: 'both', serves: 'all', version: '0.2.0' },
        { holder: 'earlier', serves: 'worker', version: '' },
      ]);
    }));

  test('that fail are rolled back', () =>
    withEmpty(async (empty) => {
      const broken = { version: 101, name: '0101-broken.sql', sql: 'CREATE TABLE half (n bigint);\nCREATE GIBBERISH;' };
      await expect(migrate(empty, NOON, [broken])).rejects.toThrow();
      await expect(empty.get('SELECT 1 FROM half')).rejects.toThrow();
      await migrate(empty, NOON);
    }));

  describe('of a database from before release 0.1.0', () => {
    const old = async (engine: Database): Promise<void> => {
      const sql = ['schema', 'rows'].map((part) =>
        readFileSync(new URL(`adopt/${part}-0082.sql`, import.meta.url), 'utf8'),
      );
      await migrate(engine, NOON, [{ version: 82, name: '0082-card-types.sql', sql: sql.join('\n') }]);
    };

    test('are replaced by those of this release, and its schema becomes that of a new database', () =>
      withEmpty(async (engine) => {
        await old(engine);
        expect(await recorded(engine)).toHaveLength(55);
        // Some programs before the release had this one too.
        await engine.run(
          "INSERT INTO migrations (version, name, applied_at_ms) VALUES (83, '0083-outages-end.sql', 0)",
        );
        await migrate(engine, NOON + 1);
        expect(await describeSchema(engine)).toEqual(await describeSchema(ground().engine));
        const replaced = await recorded(engine);
        expect(replaced.map(({ name }) => name)).toEqual(['adopt/from-0082.sql', ...known.map(({ name }) => name)]);
        await migrate(engine, NOON + 2);
        expect(await recorded(engine)).toEqual(replaced);
        await migrate(engine, NOON + 3, [...known, { ...NEXT, version: newest + 1 }]);
        expect((await recorded(engine)).at(-1)?.name).toBe(NEXT.name);
      }));

    test('leave every row of every table, with the new names', () =>
      withEmpty(async (engine) => {
        await old(engine);
        const before = await allRows(engine);
        expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
        await migrate(engine, NOON);
        const expected = [...before].map(([table, rows]): [string, string[]] => [
          TABLES[table] ?? table,
          rows
            .map((row) => sortedText(adopted(table, row, engine.engine === 'sqlite' ? [0, 1] : [false, true])))
            .sort(),
        ]);
        const after = [...(await allRows(engine))].map(
          ([table, rows]) => [table, rows.map(sortedText).sort()] as const,
        );
        for (const table of NEW_TABLES) expected.push([table, []]);
        expect(new Map(after)).toEqual(new Map(expected));
      }));

    test('leave records that this release reads, and work that it does not repeat', async () => {
      const config = await configure();
      const engine = await openDatabase(config);
      await old(engine);
      await engine.close();
      // After the leases that the rows hold.
      const clock = { now: () => (NOON + 3600) * 1000 };
      const starting = [openStorage(config, { clock }), openStorage(config, { clock })] as const;
      const [open, other] = await Promise.all(starting);
      await other.close();
      const records = open.storage.of(id(1));
      const ada = await records.accounts.find('ada');
      expect(ada?.email).toBe('ada@example.com');
      expect((await records.coupons.find('spring'))?.coupon.redemption_count).toBe(1);
      expect((await records.gatewayOutages.find('main'))?.collections_resumed).toBe(true);
      expect((await records.webhookEndpoints.find(id(251)))?.pause_reason).toBe('failing');
      expect((await records.due.clockProgress())?.target_at).toBe(NOON + 30 * 86_400);
      expect(await records.invoices.forceCollection(ada?.id ?? '', NOON + 30, NOON - 30)).toBe(false);
      expect(await open.gatewayLog().about('ch_1')).toMatchObject([{ reference: 're_1' }]);
      // The one whose reminder is missing, of two each.
      const ids = (items: readonly { readonly id: string }[]): string[] => items.map((item) => item.id);
      const later = NOON + 30 * 86_400;
      expect(ids(await records.subscriptions.trialsToRemind(later, 9))).toEqual([]);
      expect(ids(await records.subscriptions.renewalsToRemind(later, 9))).toEqual([id(132)]);
      expect(ids(await records.paymentMethods.cardsToRemind(later + 10 * 365 * 86_400, 9))).toEqual([id(101)]);
      await open.close();
    });

    test('are refused unless they are those of its last program, and nothing changes', () =>
      withEmpty(async (engine) => {
        await old(engine);
        await engine.run("INSERT INTO migrations (version, name, applied_at_ms) VALUES (85, '0085-branch.sql', 0)");
        expect(await refused(engine)).toMatch(
          /has migration 0085-branch\.sql, which no program before that release has/,
        );
        await engine.run('DELETE FROM migrations WHERE version IN (79, 85)');
        expect(await refused(engine)).toMatch(
          /0\.1\.0, at version 82, and lacks 1 of the migrations up to 82\. Start the/,
        );
        await engine.run('DELETE FROM migrations WHERE version > 61');
        expect(await refused(engine)).toMatch(
          /at version 61, and lacks 11 of the .* \(git checkout 755267e1\), then this/,
        );
        await expect(engine.all('SELECT what FROM audit_log')).resolves.toHaveLength(7);
      }));
  });
};

const recorded = (engine: Database): Promise<readonly Row[]> =>
  engine.all('SELECT * FROM migrations ORDER BY version').catch(() => []);

/** The references to the general ledger that products have, and the codes of lines. */
const REFERENCES: Row = {
  liability_gl_account_id: null,
  revenue_gl_account_id: null,
  performance_obligation_id: null,
};
const withPrefix = (prefix: string): Row =>
  Object.fromEntries(Object.entries(REFERENCES).map(([name, value]) => [`${prefix}${name}`, value]));

/** New names of tables, columns and values. */
const TABLES: Readonly<Record<string, string>> = {
  forced_collections: 'manual_collections',
  billing_infos: 'payment_methods',
};
const COLUMNS: Readonly<Record<string, string>> = {
  'sites.mail_color': 'brand_color',
  'audit_log.what': 'action',
  'ledger_movements.what': 'kind',
  'subscriptions.trial_told_at': 'trial_reminder_for',
  'subscriptions.renewal_told_at': 'renewal_reminder_for',
  'billing_infos.expiry_told': 'expiry_reminder_for',
  'coupons.redeemed': 'redemption_count',
  'forced_collections.at': 'collected_at',
  'gateway_outages.hastened': 'collections_resumed',
  'gateway_log.about': 'original_reference',
  'clock_progress.to_at': 'target_at',
  'webhook_endpoints.paused_for': 'pause_reason',
};
const VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'audit_log.what': {
    'billing_info.code_checked': 'billing_info.cvv_verified',
    'payment.entered': 'payment.recorded',
    'sale.made': 'order.completed',
    'site.journey_cancelled': 'site.travel_canceled',
  },
  'ledger_movements.what': {
    'payment.returned': 'credit.paid_out',
    'payment.came_back': 'refund.failed',
    'payment.lost': 'payment.charged_back',
  },
  'gateway_outages.check_at': { null: NOON + 4 * 86_400 },
};
/** Columns since, with the values that earlier rows get. */
const ADDED: Readonly<Record<string, Row>> = {
  account_sessions: { viewer: null, link_until_ms: null },
  accounts: {
    override_business_entity_id: null,
    invoice_template_uuid: null,
    preferred_time_zone: null,
    bill_to: 'self',
  },
  billing_infos: { mandate_reference: null, card_network_preference: null, cc_bin_country: null },
  intents: { idempotency_key: null },
  invoices: {
    business_entity_id: null,
    look: null,
    billing_info_uuid: null,
    net_terms_type: 'net',
    taxes: null,
    tax_evidence: null,
    tax_conversion: null,
    used_tax_service: null,
  },
  plans: {
    custom_fields: '[]',
    pricing_model: 'fixed',
    ramp_intervals: '[]',
    ...REFERENCES,
    ...withPrefix('setup_fee_'),
  },
  plan_add_ons: {
    ...REFERENCES,
    item_code: null,
    external_sku: null,
    percentage_tiers: '[]',
    usage_timeframe: null,
    usage_calculation_type: null,
  },
  gift_cards: { ...REFERENCES, breakage_at: null },
  dunning_campaigns: { name: null, description: null },
  adjustments: {
    custom_fields: '[]',
    add_on_source: null,
    item_code: null,
    external_sku: null,
    printed_text: null,
    quantity_decimal_remaining: null,
    price_of_unit_in_cents: null,
    liability_gl_account_code: null,
    revenue_gl_account_code: null,
    performance_obligation_id: null,
    tax_inclusive: false,
    discount_tax_in_cents: 0,
    origin_tax_address_source: null,
    destination_tax_address_source: null,
  },
  sites: {
    ...withPrefix('gift_card_'),
    gift_card_breakage_days: null,
    bank_debits: '["bank_account"]',
    logo: null,
    brand_font: 'inter',
    shop_url: null,
    return_origins: '[]',
    privacy_url: null,
    terms_url: null,
    gateway_patience: 24,
    operator_refund_limit_in_cents: 10_000,
    finance_refund_limit_in_cents: null,
    admin_refund_limit_in_cents: null,
    operator_approval_limit_in_cents: null,
    books_closed_until: 0,
    company_city: null,
    company_zip: null,
    company_contact: null,
    company_phone: null,
    company_email: null,
    company_iban: null,
    e_invoices: 'off',
    texts: '{}',
    cancel_reasons: '[]',
    keep_events: null,
    keep_mail: null,
    keep_audit: null,
  },
  account_notes: { actor: null },
  coupons: { item_codes: '[]' },
  audit_log: { changes: null, address: null },
  disputes: { evidence: null, accepted_at: null },
  transactions: { method_reference: null, initiator: null, merchant_reason_code: null },
  subscriptions: {
    mrr: null,
    mrr_in_cents: null,
    billing_info_uuid: null,
    cancel_reason: null,
    cancel_comment: null,
    shipping_method_code: null,
    shipping_amount_in_cents: null,
    net_terms_type: 'net',
    ramp_intervals: '[]',
    ramp_cycle: 0,
    ramp_started: '{}',
    price_changes_at: null,
    price_reminder_for: null,
    tax_inclusive: false,
  },
  usages: { percentage_tiers: null, usage_calculation_type: null },
};
/** The account `ada`. */
const ADA = id(100);
/** Tables since. */
const NEW_TABLES = [
  ...['site_logos', 'backups', 'operators', 'operator_roles', 'operator_passkeys'],
  ...['operator_challenges', 'operator_invitations', 'operator_sessions', 'operator_refunds'],
  ...['api_key_uses', 'items', 'shipping_methods'],
  ...['general_ledger_accounts', 'performance_obligations', 'business_entities', 'custom_field_definitions'],
  ...['invoice_templates', 'invoice_pictures'],
  ...['permissions', 'permission_grants', 'approvals', 'mrr_movements'],
  ...['journal_charts', 'journal_batches', 'journal_movements', 'export_schedules', 'exports', 'export_files'],
  ...['exchange_rates', 'payouts', 'payout_lines', 'payout_acceptances'],
  ...['report_runs', 'report_run_parts'],
  ...['accounting_periods', 'period_reports', 'period_report_parts', 'due_date_changes'],
  ...['external_accounts', 'external_products', 'external_product_references'],
  ...['external_subscriptions', 'external_payment_phases', 'external_invoices'],
  ...['alerts', 'ledger_days', 'payout_fetches', 'process_troubles', 'process_signs'],
];
/** Kinds and payloads of intents, by id. */
const INTENTS: Readonly<Record<string, { readonly kind: string; readonly payload: string }>> = {
  [id(230)]: { kind: 'verification', payload: '{"kind":"verification","version":1}' },
  [id(231)]: {
    kind: 'collection',
    payload: `{"action":"purchase","authorization":null,"uuid":"${id(200)}","reason":"automatic","at":${NOON},"idempotency_key":null,"kind":"collection","version":1}`,
  },
  [id(232)]: { kind: 'order', payload: '{"kind":"order","version":1}' },
  [id(233)]: {
    kind: 'capture',
    payload: `{"action":"capture","authorization":"auth-1","transaction":"${id(206)}","at":${NOON},"actor":"key:1","idempotency_key":"order-8","kind":"capture","version":1}`,
  },
};

const NO_SOURCES = { origin_tax_address_source: null, destination_tax_address_source: null };

const adopted = (table: string, row: Row, [no, yes]: readonly [unknown, unknown]): Row => ({
  ...Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const place = `${table}.${column}`;
      return [COLUMNS[place] ?? column, VALUES[place]?.[String(value)] ?? value];
    }),
  ),
  ...ADDED[table],
  // An engine's own false: no site and no coupon of these rows has that setting.
  ...(table === 'coupons' ? { applies_to_all_items: row.applies_to_all_plans } : {}),
  ...(table === 'sites' ? { cancel_comment: row.tax_account_address } : {}),
  // Entries about an account, by its code.
  ...(table === 'audit_log'
    ? { account_id: /^(account|billing_info|sale)\./.test(String(row.what)) ? ADA : null }
    : {}),
  ...(table === 'intents' ? INTENTS[String(row.id)] : {}),
  ...(table === 'subscriptions'
    ? { revision: 1, tax_inclusive: falseOf(row.tax_exempt), on_hold: falseOf(row.tax_exempt) }
    : {}),
  ...(table === 'disputes' ? { answered: no } : {}),
  ...(table === 'plans' ? { allow_any_item_on_subscriptions: falseOf(row.tax_exempt) } : {}),
  ...(table === 'adjustments'
    ? { tax_inclusive: falseOf(row.tax_exempt), discount_tax_in_cents: 0, ...NO_SOURCES }
    : {}),
  ...(table === 'invoices' ? { taxes: null, used_tax_service: null, on_hold: no } : {}),
  ...(table === 'transactions' ? { backup_payment_method_used: no, charge_reference: null, three_d_secure: null } : {}),
  ...(table === 'billing_infos'
    ? { id: row.account_id ?? null, primary_payment_method: yes, backup_payment_method: no }
    : {}),
  ...(table === 'dunning_campaigns' ? { public_id: String(row.id).slice(-12) } : {}),
  ...(table === 'accounts' ? folded(row) : {}),
});

/** The engine's own false, by another value of its kind. */
const falseOf = (value: unknown): unknown => (typeof value === 'boolean' ? false : 0);

/** The columns that the database computes for the search. */
const folded = ({ email, first_name, last_name, company_name, account_code }: Row): Row => {
  const [named, company, code] = [`${first_name ?? ''} ${last_name ?? ''}`, company_name ?? '', account_code];
  return {
    folded_email: email === null ? null : String(email).toLowerCase(),
    folded_text: [email ?? '', named, company, code].join('|').toLowerCase(),
    plain_text: plainLettersOf([email ?? '', named, company, code].join('|')),
  };
};

const sortedText = (row: Row): string => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
