import type { Database } from '../../src/adapters/storage/database.ts';

const EFFECTS = {
  invoices: 'SELECT r.type, r.total_in_cents FROM invoices r',
  lines: 'SELECT r.unit_amount_in_cents, r.quantity, r.state FROM adjustments r',
  payments: 'SELECT r.action, r.status, r.amount_in_cents FROM transactions r',
  subscriptions: 'SELECT r.state, r.quantity FROM subscriptions r',
  coupons: 'SELECT r.ended_at FROM redemptions r',
  addresses: 'SELECT r.first_name FROM shipping_addresses r',
  usage: 'SELECT r.amount FROM usages r',
};

/** The records of an account in the end. A payment that was reversed, because the rest failed, is among them. */
export const effectsOn = async (database: Database, code: string) => {
  const rows = async (select: string): Promise<string[]> => {
    const of = `${select} JOIN accounts a ON a.site_id = r.site_id AND a.id = r.account_id WHERE a.account_code = $1`;
    return (await database.all(of, [code])).map((row) => JSON.stringify(row)).toSorted();
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(EFFECTS).map(async ([name, select]) => [name, await rows(select)] as const)),
  );
};
