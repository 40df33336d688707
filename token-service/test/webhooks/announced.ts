import type { Database, Row } from '../../src/adapters/storage/database.ts';

/** The facts in a document. */
export interface Announcement {
  readonly type: string;
  /** The identifier of its record. */
  readonly subject: string;
  readonly account: string;
  /** The amount of an invoice, a payment or a credit payment. */
  readonly cents: string;
  /** The state of a subscription, an invoice or a payment. */
  readonly state: string;
}

const SUBJECTS: Readonly<Record<string, string>> = { transaction: 'id', gift_card: 'id', usage: 'subscription_id' };

export const announcement = (type: string, body: string): Announcement => {
  const [of = ''] = /(?<=<\/account>\s*<)\w+|gift_card(?=>)/.exec(body) ?? [];
  const record = body.slice(of ? body.indexOf(`<${of}>`) : 0);
  const text = (name: string, within = record): string => new RegExp(`<${name}[^>]*>([^<]*)`).exec(within)?.[1] ?? '';
  const account = text('account_code', body);
  const own = text(SUBJECTS[of] ?? 'uuid');
  return {
    type,
    subject: of === 'shipping_address' ? `${account}/${text('id')}` : of ? own : account,
    account,
    cents: text(of === 'invoice' ? 'total_in_cents' : 'amount_in_cents'),
    state: text(of === 'transaction' ? 'status' : 'state'),
  };
};

/** Types whose documents are compared one by one, each with how its line is written. */
const LINES: Readonly<Record<string, (one: Announcement) => string>> = {
  ...Object.fromEntries(
    [
      ...['new_account', 'canceled_account', 'billing_info_update_failed'],
      ...['new_shipping_address', 'updated_shipping_address', 'deleted_shipping_address'],
      ...['new_subscription', 'expired_subscription', 'reactivated_account', 'new_usage', 'new_dunning_event'],
      ...['purchased_gift_card', 'redeemed_gift_card', 'canceled_gift_card'],
    ].map((type) => [type, ({ subject }: Announcement) => `${type} ${subject}`]),
  ),
  ...Object.fromEntries(
    [
      ...['new_charge_invoice', 'new_credit_invoice', 'new_credit_payment', 'voided_credit_payment'],
      ...['successful_payment', 'failed_payment', 'void_payment', 'successful_refund'],
    ].map((type) => [type, ({ subject, cents }: Announcement) => `${type} ${subject} ${cents}`]),
  ),
  // A paused subscription resumes with the period that it renews for, or at once.
  renewed_subscription: ({ account }) => `renewal of ${account}`,
  subscription_resumed: ({ account }) => `renewal of ${account}`,
};

const lines = (documents: readonly Announcement[]): string[] =>
  documents.flatMap((one) => LINES[one.type]?.(one) ?? []);

/**
 * Compares what a receiver accepted, in the order of the events, with the records and the ledger: each account,
 * subscription, invoice, payment, refund, credit payment and gift card. Returns one line for each discrepancy.
 */
export const discrepancies = async (
  documents: readonly Announcement[],
  database: Database,
  seeds: Seeds,
): Promise<string[]> => {
  const happened = await recorded(database, seeds);
  return [
    ...differing(lines(documents), happened),
    ...(await outdated(documents, database)),
    ...(await unannounced(database)),
  ];
};

/** The records that exist before the endpoint does. */
export interface Seeds {
  /** Its accounts and gift cards, as the lines that would announce them. */
  readonly lines: ReadonlySet<string>;
  /** The id of the last event. */
  readonly lastEvent: string;
}

export const existing = async (database: Database): Promise<Seeds> => {
  const accounts = await database.all('SELECT account_code FROM accounts');
  const cards = await database.all('SELECT id FROM gift_cards');
  return {
    lines: new Set([
      ...accounts.map(({ account_code }) => `new_account ${account_code}`),
      ...cards.map(({ id }) => `purchased_gift_card ${id}`),
    ]),
    lastEvent: String((await database.get('SELECT max(id) AS id FROM events'))?.id ?? ''),
  };
};

const differing = (said: readonly string[], happened: readonly string[]): string[] => {
  const counted = (some: readonly string[]) =>
    new Map([...Map.groupBy(some, (one) => one)].map(([one, all]) => [one, all.length]));
  const [sent, due] = [counted(said), counted(happened)];
  return [...new Set([...said, ...happened])].flatMap((one) => {
    const [times, wanted] = [sent.get(one) ?? 0, due.get(one) ?? 0];
    return times === wanted ? [] : [`${one}: announced ${times} times, happened ${wanted} times`];
  });
};

const outdated = async (documents: readonly Announcement[], database: Database): Promise<string[]> => {
  const last = new Map(documents.filter(({ state }) => state !== '').map((one) => [one.subject, one]));
  const rows = [
    ...(await database.all('SELECT uuid, state FROM subscriptions')),
    ...(await database.all('SELECT uuid, state FROM invoices')),
    // An awaited payment is announced once it is made, a refund once it is accepted.
    ...(await database.all(
      `SELECT uuid, status AS state FROM transactions WHERE action IN ('purchase', 'authorization') AND status <> 'pending'`,
    )),
  ];
  return rows.flatMap(({ uuid, state }) => {
    const said = last.get(String(uuid));
    return said?.state === state ? [] : [`${uuid} is ${state}; its last document ${said?.type} says ${said?.state}`];
  });
};

/** The event types that each operation of the audit log announces. */
const ANNOUNCED: Readonly<Record<string, string>> = {
  'account.reopened': 'updated_account',
  'billing_info.stored': 'billing_info_updated',
  'invoice.edited': 'updated_charge_invoice updated_credit_invoice',
  'subscription.changed': 'updated_subscription',
  'subscription.change_scheduled': 'scheduled_subscription_update',
  'subscription.canceled': 'canceled_subscription',
  'subscription.paused':
    'scheduled_subscription_pause subscription_pause_modified subscription_pause_canceled subscription_paused ' +
    'paused_subscription_renewal',
  'subscription.postponed': 'updated_subscription',
  'subscription.terminated': 'expired_subscription',
};

/** The operations of requests in the audit log whose event is missing. */
const unannounced = async (database: Database): Promise<string[]> => {
  const events = await database.all('SELECT type, correlation FROM events');
  const caused = new Set(events.map(({ type, correlation }) => `${correlation} ${type}`));
  const operations = await database.all('SELECT action, subject, correlation FROM audit_log');
  return operations.flatMap(({ action, subject, correlation }) => {
    const types = ANNOUNCED[String(action)]?.split(' ') ?? [];
    const isMissing = types.length > 0 && !types.some((type) => caused.has(`${correlation} ${type}`));
    return isMissing ? [`${action} of ${subject} announced none of ${types}`] : [];
  });
};

const recorded = async (database: Database, { lines: before }: Seeds): Promise<string[]> => {
  const all = async (sql: string, line: (row: Row) => string) => (await database.all(sql)).map(line);
  const audited = (action: string, type: string) =>
    all(`SELECT subject FROM audit_log WHERE action = '${action}'`, ({ subject }) => `${type} ${subject}`);
  const moved = (kind: string, type: string) =>
    all(
      `SELECT subject, abs(amount) AS cents FROM ledger_movements m JOIN ledger_entries e ON e.movement_id = m.id
       WHERE kind = '${kind}' AND account = 'cash'`,
      ({ subject, cents }) => `${type} ${subject} ${cents}`,
    );
  const found = await Promise.all([
    all('SELECT account_code FROM accounts', ({ account_code }) => `new_account ${account_code}`),
    audited('account.closed', 'canceled_account'),
    // An order adds addresses too: each one that there was is there still, or was removed.
    all(
      'SELECT account_code, s.id FROM shipping_addresses s JOIN accounts a ON a.id = s.account_id',
      ({ account_code, id }) => `new_shipping_address ${account_code}/${id}`,
    ),
    audited('shipping_address.removed', 'new_shipping_address'),
    audited('shipping_address.updated', 'updated_shipping_address'),
    audited('shipping_address.removed', 'deleted_shipping_address'),
    all(
      `SELECT account_code FROM transactions t JOIN accounts a ON a.id = t.account_id
       WHERE t.action = 'verify' AND t.status = 'failed'`,
      ({ account_code }) => `billing_info_update_failed ${account_code}`,
    ),
    all('SELECT uuid FROM subscriptions', ({ uuid }) => `new_subscription ${uuid}`),
    all("SELECT uuid FROM subscriptions WHERE state = 'expired'", ({ uuid }) => `expired_subscription ${uuid}`),
    all(
      `SELECT coalesce(account_code, subject) AS code FROM audit_log
       LEFT JOIN subscriptions s ON s.uuid = subject LEFT JOIN accounts a ON a.id = s.account_id
       WHERE action IN ('subscription.renewed', 'subscription.resumed')`,
      ({ code }) => `renewal of ${code}`,
    ),
    audited('subscription.reactivated', 'reactivated_account'),
    all("SELECT subscription_id FROM usages WHERE origin <> 'client'", (row) => `new_usage ${row.subscription_id}`),
    all(
      `SELECT type, uuid, total_in_cents FROM ledger_movements m JOIN invoices i ON i.uuid = m.subject
       WHERE kind = 'invoice.posted'`,
      ({ type, uuid, total_in_cents }) => `new_${type}_invoice ${uuid} ${total_in_cents}`,
    ),
    all(
      'SELECT uuid, amount_in_cents FROM credit_payments',
      (row) => `new_credit_payment ${row.uuid} ${row.amount_in_cents}`,
    ),
    all(
      'SELECT uuid, amount_in_cents FROM credit_payments WHERE voided_at IS NOT NULL',
      (row) => `voided_credit_payment ${row.uuid} ${row.amount_in_cents}`,
    ),
    moved('payment.received', 'successful_payment'),
    all(
      `SELECT uuid, amount_in_cents FROM transactions WHERE action NOT IN ('refund', 'verify') AND status = 'failed'
       AND uuid NOT IN (SELECT subject FROM ledger_movements WHERE kind = 'payment.received')`,
      (row) => `failed_payment ${row.uuid} ${row.amount_in_cents}`,
    ),
    all(
      "SELECT uuid, amount_in_cents FROM transactions WHERE action NOT IN ('refund', 'verify') AND status = 'void'",
      (row) => `void_payment ${row.uuid} ${row.amount_in_cents}`,
    ),
    moved('credit.paid_out', 'successful_refund'),
    // The bank returned a debit whose invoice is credited already.
    moved('payment.charged_back', 'successful_refund'),
    all('SELECT id FROM gift_cards', ({ id }) => `purchased_gift_card ${id}`),
    all('SELECT id FROM gift_cards WHERE redemption_invoice_id IS NOT NULL', ({ id }) => `redeemed_gift_card ${id}`),
    all('SELECT id FROM gift_cards WHERE canceled_at IS NOT NULL', ({ id }) => `canceled_gift_card ${id}`),
    (await database.all('SELECT uuid, dunning FROM invoices WHERE dunning IS NOT NULL')).flatMap(({ uuid, dunning }) =>
      Array.from({ length: eventsOf(dunning) }, () => `new_dunning_event ${uuid}`),
    ),
  ]);
  return found.flat().filter((line) => !before.has(line));
};

const eventsOf = (dunning: unknown): number =>
  (typeof dunning === 'string' ? JSON.parse(dunning) : dunning).events_count;
