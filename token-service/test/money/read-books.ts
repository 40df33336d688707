import type { GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';
import type { Database, Row } from '../../src/adapters/storage/database.ts';

/** Every financial record of a deployment. */
export interface Books {
  readonly invoices: readonly Row[];
  readonly lines: readonly Row[];
  readonly transactions: readonly Row[];
  readonly creditPayments: readonly Row[];
  readonly movements: readonly Row[];
  readonly entries: readonly Row[];
  readonly calls: readonly GatewayLogEntry[];
  readonly giftCards: readonly Row[];
  readonly subscriptions: readonly Row[];
  readonly coupons: readonly Row[];
  readonly redemptions: readonly Row[];
  readonly intents: readonly Row[];
  readonly disputes: readonly Row[];
  readonly payouts: readonly Row[];
  readonly payoutLines: readonly Row[];
  readonly payoutAcceptances: readonly Row[];
}

export const readBooks = async (database: Database): Promise<Books> => {
  const all = (sql: string): Promise<Row[]> => database.all(sql);
  return {
    invoices: await all('SELECT * FROM invoices ORDER BY invoice_number'),
    lines: await all('SELECT * FROM adjustments ORDER BY invoice_id, position'),
    transactions: await all('SELECT * FROM transactions ORDER BY uuid'),
    creditPayments: await all('SELECT * FROM credit_payments ORDER BY uuid'),
    movements: await all('SELECT * FROM ledger_movements ORDER BY id'),
    entries: await all('SELECT * FROM ledger_entries ORDER BY movement_id, line'),
    calls: (await all('SELECT entry FROM gateway_log ORDER BY at_ms, key')).map(({ entry }) =>
      JSON.parse(String(entry)),
    ),
    giftCards: await all('SELECT * FROM gift_cards'),
    subscriptions: await all('SELECT uuid, state, expires_at FROM subscriptions ORDER BY uuid'),
    coupons: await all('SELECT * FROM coupons'),
    redemptions: await all('SELECT * FROM redemptions'),
    intents: await all('SELECT * FROM intents'),
    disputes: await all('SELECT * FROM disputes'),
    payouts: await all('SELECT * FROM payouts'),
    payoutLines: await all('SELECT * FROM payout_lines'),
    payoutAcceptances: await all('SELECT * FROM payout_acceptances'),
  };
};
