import type {
  ExternalAccountRecord,
  ExternalInvoiceRecord,
  ExternalInvoiceRow,
  ExternalPhaseRecord,
  ExternalPhaseRow,
  ExternalProductRecord,
  ExternalProductRow,
  ExternalReferenceRecord,
  ExternalSubscriptionRecord,
  ExternalSubscriptionRow,
} from '@service/billing/domain/external/record.ts';
import type { ExternalName, ExternalRecords } from '@service/billing/ports/external.ts';
import type { Listing } from '@service/billing/ports/listing.ts';
import { externalAccount } from '@service/billing/resources/external-account.ts';
import { externalProductReference } from '@service/billing/resources/external-product.ts';
import { externalPaymentPhase } from '@service/billing/resources/external-subscription.ts';
import type { Queries, Value } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, type Table, table } from '../table.ts';
import { among } from './among.ts';
import { ACCOUNT_CODE } from './joined.ts';

const accounts = table<ExternalAccountRecord>({
  name: 'external_accounts',
  key: ['key'],
  columns: [...columns({ key: 'text', account_id: 'text' }), ...resourceColumns(externalAccount)],
});

const references = table<ExternalReferenceRecord>({
  name: 'external_product_references',
  key: ['key'],
  columns: [...columns({ key: 'text', product_key: 'text' }), ...resourceColumns(externalProductReference)],
});

type ProductRead = ExternalProductRow & { readonly plan_code: string | null; readonly plan_name: string | null };

const ofPlan = (column: string) =>
  ({
    holds: 'text',
    sql: `(SELECT p.${column} FROM plans p WHERE p.site_id = r.site_id AND p.id = r.plan_id AND p.state = 'active')`,
  }) as const;

const products = table<ProductRead, ExternalProductRow>({
  name: 'external_products',
  key: ['key'],
  columns: columns({
    key: 'text',
    id: 'text',
    plan_id: 'text',
    name: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  }),
  computed: { plan_code: ofPlan('plan_code'), plan_name: ofPlan('name') },
});

type SubscriptionRead = Omit<ExternalSubscriptionRecord, 'external_product_reference'>;

const subscriptions = table<SubscriptionRead, ExternalSubscriptionRow>({
  name: 'external_subscriptions',
  key: ['key'],
  columns: columns({
    key: 'text',
    uuid: 'text',
    account_id: 'text',
    reference_key: 'text',
    external_id: 'text',
    last_purchased: 'bigint',
    auto_renew: 'boolean',
    in_grace_period: 'boolean',
    app_identifier: 'text',
    quantity: 'bigint',
    state: 'text',
    activated_at: 'bigint',
    canceled_at: 'bigint',
    expires_at: 'bigint',
    trial_started_at: 'bigint',
    trial_ends_at: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
    test: 'boolean',
    imported: 'boolean',
  }),
  computed: { account_code: ACCOUNT_CODE },
});

const SUBSCRIPTION_UUID = {
  holds: 'text',
  sql: '(SELECT s.uuid FROM external_subscriptions s WHERE s.site_id = r.site_id AND s.key = r.subscription_key)',
} as const;

const PHASE_ID = {
  holds: 'text',
  sql: '(SELECT p.id FROM external_payment_phases p WHERE p.site_id = r.site_id AND p.key = r.phase_key)',
} as const;

const invoices = table<ExternalInvoiceRecord, ExternalInvoiceRow>({
  name: 'external_invoices',
  key: ['key'],
  columns: columns({
    key: 'text',
    id: 'text',
    account_id: 'text',
    subscription_key: 'text',
    phase_key: 'text',
    external_id: 'text',
    state: 'text',
    currency: 'text',
    total: 'text',
    line_items: 'json',
    purchased_at: 'bigint',
    created_at: 'bigint',
    updated_at: 'bigint',
  }),
  computed: { account_code: ACCOUNT_CODE, subscription_uuid: SUBSCRIPTION_UUID, phase_id: PHASE_ID },
});

const phases = table<ExternalPhaseRecord, ExternalPhaseRow>({
  name: 'external_payment_phases',
  key: ['key'],
  columns: [
    ...columns({ key: 'text', account_id: 'text', subscription_key: 'text' }),
    ...resourceColumns(externalPaymentPhase),
  ],
  computed: { subscription_uuid: SUBSCRIPTION_UUID },
});

const SORTS = { created_at: 'created_at', updated_at: 'updated_at' } as const;

/** Returns a list whose filters are columns that equal a value. */
const listedBy = <R>(of: Table<R, never>): ListedTable<R, Readonly<Record<string, string>>> => ({
  table: of,
  id: 'key',
  sorts: SORTS,
  conditions: (filter, bind) => Object.entries(filter).map(([column, value]) => `r.${column} = ${bind(value)}`),
});

const REMOVE_ACCOUNT = 'DELETE FROM external_accounts WHERE site_id = $1 AND key = $2';
const REMOVE_PRODUCT = 'DELETE FROM external_products WHERE site_id = $1 AND key = $2';
const REMOVE_REFERENCES = 'DELETE FROM external_product_references WHERE site_id = $1 AND product_key = $2';
const REMOVE_REFERENCE = 'DELETE FROM external_product_references WHERE site_id = $1 AND key = $2';
const FORGET_REFERENCES =
  'UPDATE external_subscriptions SET reference_key = NULL WHERE site_id = $1 AND reference_key IN ' +
  '(SELECT f.key FROM external_product_references f WHERE f.site_id = $1 AND f.product_key = $2)';
const FORGET_REFERENCE =
  'UPDATE external_subscriptions SET reference_key = NULL WHERE site_id = $1 AND reference_key = $2';

/** Records of app stores, of one site. */
export const externalRecords = (queries: Queries, siteId: string): ExternalRecords => {
  const reader =
    <R>(of: Table<R, never>) =>
    async (columnsAndValues: Readonly<Record<string, Value>>): Promise<R | undefined> => {
      const named = Object.keys(columnsAndValues).map((column, place) => `r.${column} = $${place + 2}`);
      const sql = `${of.select} WHERE r.site_id = $1 AND ${named.join(' AND ')}`;
      const row = await queries.get(sql, [siteId, ...Object.values(columnsAndValues)]);
      return row && of.read(row);
    };
  const writer = <W>(of: Table<object, W>) => ({
    add: (record: W) => queries.write(of.insert, of.values(siteId, record)),
    save: (record: W) => queries.write(of.update, of.values(siteId, record)),
  });
  const listing = <R, C = R>(
    of: Table<R, never>,
    complete: (found: readonly R[]) => Promise<readonly C[]>,
  ): Listing<C, Readonly<Record<string, string>>> => ({
    async list(query) {
      const { records, more } = await listPage(queries, siteId, listedBy(of), query);
      return { records: await complete(records), more };
    },
    count: (query) => countList(queries, siteId, listedBy(of), query),
  });
  const unchanged = async <R>(found: readonly R[]): Promise<readonly R[]> => found;
  const first = async <R, C>(
    found: R | undefined,
    complete: (found: readonly R[]) => Promise<readonly C[]>,
  ): Promise<C | undefined> => found && (await complete([found]))[0];

  const referencesWhere = async (column: string, values: readonly string[]) => {
    if (values.length === 0) return [];
    const { sql, values: bound } = among(values, 2);
    const text = `${references.select} WHERE r.site_id = $1 AND r.${column} IN ${sql} ORDER BY r.created_at, r.key`;
    return (await queries.all(text, [siteId, ...bound])).map(references.read);
  };
  const withReferences = async (found: readonly ProductRead[]): Promise<readonly ExternalProductRecord[]> => {
    const held = await referencesWhere(
      'product_key',
      found.map(({ key }) => key),
    );
    const ofProduct = Map.groupBy(held, ({ product_key }) => product_key);
    return found.map(({ plan_code, plan_name, ...product }) => ({
      ...product,
      plan: plan_code === null ? null : { plan_code, name: plan_name ?? plan_code },
      external_product_references: ofProduct.get(product.key) ?? [],
    }));
  };
  const withReference = async (found: readonly SubscriptionRead[]): Promise<readonly ExternalSubscriptionRecord[]> => {
    const keys = found.flatMap(({ reference_key }) => reference_key ?? []);
    const held = new Map((await referencesWhere('key', keys)).map((one) => [one.key, one]));
    return found.map((one) => ({
      ...one,
      external_product_reference: (one.reference_key !== null && held.get(one.reference_key)) || null,
    }));
  };
  const named = (name: ExternalName, id: string): Readonly<Record<string, string>> =>
    'id' in name ? { [id]: name.id } : { external_id: name.external_id };

  // Made when they are used: every transaction has these records, and few use them.
  return {
    get accounts(): ExternalRecords['accounts'] {
      return {
        ...listing(accounts, unchanged),
        ...writer(accounts),
        find: (account_id, id) => reader(accounts)({ account_id, id }),
        named: (external_account_code, external_connection_type) =>
          reader(accounts)({ external_account_code, external_connection_type }),
        remove: (key) => queries.write(REMOVE_ACCOUNT, [siteId, key]),
      };
    },
    get products(): ExternalRecords['products'] {
      return {
        ...listing(products, withReferences),
        ...writer(products),
        find: async (id) => first(await reader(products)({ id }), withReferences),
        async byKey(key) {
          const found = await reader(products)({ key });
          if (!found) throw new RangeError(`There is no external product ${key}.`);
          return found;
        },
        async remove(key) {
          await queries.write(FORGET_REFERENCES, [siteId, key]);
          await queries.write(REMOVE_REFERENCES, [siteId, key]);
          await queries.write(REMOVE_PRODUCT, [siteId, key]);
        },
      };
    },
    get references(): ExternalRecords['references'] {
      return {
        ...listing(references, unchanged),
        add: writer(references).add,
        find: (id) => reader(references)({ id }),
        named: (reference_code, external_connection_type) =>
          reader(references)({ reference_code, external_connection_type }),
        async remove(key) {
          await queries.write(FORGET_REFERENCE, [siteId, key]);
          await queries.write(REMOVE_REFERENCE, [siteId, key]);
        },
      };
    },
    get subscriptions(): ExternalRecords['subscriptions'] {
      return {
        ...listing(subscriptions, withReference),
        ...writer(subscriptions),
        find: async (name) => first(await reader(subscriptions)(named(name, 'uuid')), withReference),
      };
    },
    get invoices(): ExternalRecords['invoices'] {
      return {
        ...listing(invoices, unchanged),
        ...writer(invoices),
        find: (name) => reader(invoices)(named(name, 'id')),
      };
    },
    get phases(): ExternalRecords['phases'] {
      return {
        ...listing(phases, unchanged),
        ...writer(phases),
        find: (id) => reader(phases)({ id }),
        beginning: (subscription_key, starting_billing_period_index) =>
          reader(phases)({ subscription_key, starting_billing_period_index }),
      };
    },
  };
};
