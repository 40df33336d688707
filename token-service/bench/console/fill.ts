import { seedDemo } from '../../seed/demo.ts';
import { openDatabase, openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { account, type Columns, EVERY, idOf, insert, oneOf, text } from './rows.ts';

/** The size of a site. */
export interface Size {
  readonly accounts: number;
  readonly invoices: number;
}

const FIRST = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Leslie', 'Frances', 'Niklaus', 'Hedy'];
const LAST = ['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Lamport', 'Allen', 'Wirth'];
const COMPANIES = [
  'Analytical Engines',
  'Harbour Supplies',
  'Northern Tides',
  'Blue Lantern',
  'Oak & Copper',
  'Tideline',
];

const ACCOUNT: Columns = {
  id: idOf(1, 'n'),
  account_code: `'customer-' || ${text('n')}`,
  state: "CASE WHEN n % 10 = 0 THEN 'closed' ELSE 'active' END",
  email: `lower(${oneOf(FIRST, 'n')}) || '.' || lower(${oneOf(LAST, 'n / 11')}) || ${text('n')} || '@mail' || ${text('n % 500')} || '.example'`,
  first_name: oneOf(FIRST, 'n'),
  last_name: oneOf(LAST, 'n / 11'),
  company_name: `CASE WHEN n % 3 = 0 THEN ${oneOf(COMPANIES, 'n / 3')} || ' ' || ${text('n % 9973')} END`,
  address_address1: `${text('n % 200')} || ' Market Street'`,
  address_city: "'San Francisco'",
  address_country: "CASE WHEN n % 4 = 0 THEN 'DE' ELSE 'US' END",
  tax_exempt: 'false',
  custom_fields: "'[]'",
  hosted_login_token: idOf(9, 'n'),
};
const METHOD: Columns = {
  id: idOf(2, 'n'),
  account_id: idOf(1, 'n'),
  type: "'credit_card'",
  gateway_code: "'test'",
  reference: `'cus_' || ${text('n * 7919')} || '/pm_' || ${text('n * 104729')}`,
  card_type: "CASE WHEN n % 2 = 0 THEN 'Visa' ELSE 'MasterCard' END",
  last_four: `substr(${text('10000 + n % 10000')}, 2, 4)`,
  year: '2027 + n % 5',
  month: '1 + n % 12',
};
const SUBSCRIPTION: Columns = {
  uuid: idOf(3, 'n'),
  account_id: idOf(1, 'n'),
  state: "CASE WHEN n % 5 = 0 THEN 'expired' ELSE 'active' END",
  plan_id: "'plan'",
  plan_code: oneOf(['bronze', 'silver', 'gold'], 'n'),
  plan_name: "'Plan'",
  currency: "'USD'",
  unit_amount_in_cents: '1999',
  quantity: '1',
  setup_fee_in_cents: '0',
  add_ons: "'[]'",
  interval_unit: "'months'",
  interval_length: '1',
  collection_method: "'automatic'",
  net_terms: '0',
  auto_renew: 'true',
  tax_exempt: 'false',
  started_with_gift: 'false',
  imported_trial: 'false',
  custom_fields: "'[]'",
};
const CENTS = '(n * 7919) % 30000';
const invoiceOf = (accounts: number): Columns => ({
  uuid: idOf(4, 'n'),
  account_id: account('n', accounts),
  type: "'charge'",
  state: "CASE WHEN n % 50 = 0 THEN 'past_due' ELSE 'paid' END",
  origin: "CASE WHEN n % 3 = 0 THEN 'purchase' ELSE 'renewal' END",
  invoice_number_prefix: "''",
  invoice_number: '1000 + n',
  original_ids: "'[]'",
  currency: "'USD'",
  subtotal_before_discount_in_cents: CENTS,
  discount_in_cents: '0',
  subtotal_in_cents: CENTS,
  tax_in_cents: '0',
  total_in_cents: CENTS,
  balance_in_cents: `CASE WHEN n % 50 = 0 THEN ${CENTS} ELSE 0 END`,
  refundable_total_in_cents: CENTS,
  address: '\'{"address1":"1 Market Street","city":"San Francisco","zip":"94105","country":"US"}\'',
  po_number: `CASE WHEN n % 20 = 0 THEN 'PO-' || ${text('n')} END`,
  collection_method: "'automatic'",
  net_terms: '0',
});
const paymentOf = (accounts: number): Columns => ({
  uuid: idOf(5, 'n'),
  account_id: account('n', accounts),
  invoice_id: idOf(4, 'n'),
  type: "'credit_card'",
  action: "'purchase'",
  status: "'success'",
  origin: "'api'",
  source: "'billing_info'",
  recurring: 'false',
  test: 'true',
  voidable: 'false',
  refundable: 'true',
  gateway_code: "'test'",
  currency: "'USD'",
  amount_in_cents: CENTS,
  tax_in_cents: '0',
  payment_method: "'credit_card'",
  reference: `'pi_' || ${text('n * 104729')}`,
  // What the list shows of the payment method.
  details: '\'{"account":{"account_code":"","billing_info":{"card_type":"Visa","last_four":"1111"}}}\'',
});

/** Fills the demo site with accounts that have a card and a subscription, and with paid invoices. Returns its id. */
export const fillConsole = async (config: StorageConfig, { accounts, invoices }: Size): Promise<string> => {
  const world = openWorld(machineClock);
  const opened = await openStorage(config, world);
  await seedDemo(opened.administration, world);
  const site = await opened.sites.find('demo');
  await opened.close();
  if (!site) throw new Error('There is no demo site.');
  const database = await openDatabase(config);
  try {
    const began = Math.floor(machineClock.now() / 1000) - Math.max(accounts, invoices) * EVERY;
    const fill = (table: string, columns: Columns, rows: number) => {
      const created_at = `${began} + n * ${EVERY}`;
      return insert(database, table, { ...columns, created_at, updated_at: created_at }, site.id, rows);
    };
    await fill('accounts', ACCOUNT, accounts);
    await fill('payment_methods', METHOD, accounts);
    await fill('subscriptions', SUBSCRIPTION, accounts);
    await fill('invoices', invoiceOf(accounts), invoices);
    await fill('transactions', paymentOf(accounts), invoices);
    if (database.engine === 'postgres') {
      for (const table of ['accounts', 'payment_methods', 'subscriptions', 'invoices', 'transactions']) {
        await database.run(`VACUUM ANALYZE ${table}`);
      }
    }
  } finally {
    await database.close();
  }
  return site.id;
};
