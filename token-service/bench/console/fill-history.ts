import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import type { Size } from './fill.ts';
import { account, type Columns, EVERY, idOf, insert, oneOf, text } from './rows.ts';

/** Days for which sent mail is kept: only invoices of these days have a receipt. */
const MAIL_DAYS = 90;
/** An operator makes one of so many requests that change something, and a key of the API the others. */
const OPERATOR = 10;
/** One of so many invoices is sold by a request; the others are renewals, which leave no entry in the audit log. */
const SOLD = 3;

/** Returns the SQL of an id as the service makes them: the milliseconds of a moment, then the number of the row. */
const timedId = (engine: Database['engine'], seconds: string, n: string): string => {
  const hex = (value: string): string =>
    engine === 'postgres' ? `lpad(to_hex(${value}), 12, '0')` : `printf('%012x', ${value})`;
  return `${hex(`(${seconds}) * 1000`)} || '700000000000' || ${text(`10000000 + ${n}`)}`;
};

const email = (n: string): string => `'customer' || ${text(n)} || '@mail' || ${text(`(${n}) % 500`)} || '.example'`;

/** Returns the SQL of an event about an invoice: the parts that pages show, a third as long as the whole. */
const eventOf = (accounts: number): string =>
  `'{"type":"' || ${oneOf(['new_charge_invoice', 'paid_charge_invoice'], 'n')} || '","account":{"account_code":"customer-' || ` +
  `${text(`(n / 2) % ${accounts}`)} || '","email":"' || ${email(`(n / 2) % ${accounts}`)} || '","first_name":null,"last_name":null},` +
  `"invoice":{"uuid":"' || ${idOf(4, 'n / 2')} || '","invoice_number_prefix":"","invoice_number":' || ${text('1000 + n / 2')} || ` +
  `',"type":"charge","origin":"renewal","state":"paid","currency":"USD","total_in_cents":1999,"balance_in_cents":0,"net_terms":0,` +
  `"collection_method":"automatic","address":{"address1":"1 Market Street","city":"San Francisco","zip":"94105","country":"US"}},"subscription_ids":[]}'`;

/** The beginning and the end of each invoice. */
const events = (accounts: number, engine: Database['engine'], began: number): Columns => {
  const at = `${began} + n / 2 * ${EVERY}`;
  return {
    id: timedId(engine, at, 'n'),
    at,
    type: oneOf(['new_charge_invoice', 'paid_charge_invoice'], 'n'),
    account_id: account('n / 2', accounts),
    correlation: idOf(6, 'n / 2'),
    event: eventOf(accounts),
  };
};

/** The receipts of the last invoices: `first` is the number of the first one that has it. */
const receipts = (accounts: number, engine: Database['engine'], began: number, first: number): Columns => {
  const at = `${began} + (n + ${first}) * ${EVERY}`;
  return {
    id: timedId(engine, at, 'n'),
    kind: `CASE WHEN n % ${SOLD} = 0 THEN 'order_confirmation' ELSE 'receipt' END`,
    recipient: email(`(n + ${first}) % ${accounts}`),
    account_id: account(`n + ${first}`, accounts),
    correlation: idOf(6, `n + ${first}`),
    payload:
      `'{"invoice_id":"' || ${idOf(4, `n + ${first}`)} || '","invoice_number":"' || ${text(`1000 + n + ${first}`)} || ` +
      `'","amount_in_cents":1999,"currency":"USD","paid_at":' || ${text(at)} || ',"method":{"card_type":"Visa","last_four":"1111","type":"credit_card"}}'`,
    status: "CASE WHEN n % 1000 = 0 THEN 'bounced' ELSE 'delivered' END",
    attempts: '1',
    caused_at: at,
    queued_at_ms: `(${at}) * 1000`,
    give_up_at_ms: `(${at} + 259200) * 1000`,
    ended_at_ms: `(${at} + 2) * 1000`,
  };
};

const auditEntries = (accounts: number, engine: Database['engine'], began: number): Columns => {
  const at = `${began} + n * ${SOLD * EVERY}`;
  const byOperator = (one: string, other: string): string =>
    `CASE WHEN n % ${OPERATOR} = 0 THEN ${one} ELSE ${other} END`;
  return {
    id: timedId(engine, at, 'n'),
    at,
    actor: byOperator(`'operator:agent' || ${text('n % 7')} || '@example.com'`, `'key:' || ${idOf(7, 'n % 3')}`),
    action: byOperator(oneOf(['invoice.refunded', 'note.added', 'account.changed'], 'n / 10'), "'order.completed'"),
    subject: byOperator(text(`1000 + n * ${SOLD}`), `'customer-' || ${text(`(n * ${SOLD}) % ${accounts}`)}`),
    correlation: idOf(6, `n * ${SOLD}`),
    account_id: account(`n * ${SOLD}`, accounts),
    address: "'203.0.113.7'",
  };
};

/** Adds to a site that `fillConsole` has filled what its invoices leave behind: events, receipts and the audit log. */
export const fillHistory = async (config: StorageConfig, siteId: string, { accounts, invoices }: Size) => {
  const database = await openDatabase(config);
  try {
    const { engine } = database;
    const first = await database.get('SELECT min(created_at) AS began FROM invoices WHERE site_id = $1', [siteId]);
    const began = Number(first?.began);
    const mailed = Math.min(invoices, Math.floor((MAIL_DAYS * 86_400) / EVERY));
    await insert(database, 'events', events(accounts, engine, began), siteId, 2 * invoices);
    await insert(database, 'outbox', receipts(accounts, engine, began, invoices - mailed), siteId, mailed);
    await insert(database, 'audit_log', auditEntries(accounts, engine, began), siteId, Math.floor(invoices / SOLD));
    if (engine === 'postgres')
      for (const table of ['events', 'outbox', 'audit_log']) await database.run(`VACUUM ANALYZE ${table}`);
  } finally {
    await database.close();
  }
};
