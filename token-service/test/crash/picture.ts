import type { Database } from '../../src/adapters/storage/database.ts';
import { textOf } from '../service.ts';
import type { Visitor } from './visitor.ts';

/**
 * Every property of one account that the writes of this suite can change. Undefined means that the account does not
 * exist.
 */
export interface Picture {
  readonly state: string;
  readonly first_name: string;
  /** Last four digits and city of the card on file. */
  readonly card: string | null;
  /** Nicknames, sorted alphabetically like all lists here. */
  readonly addresses: readonly string[];
  /** The outcome of each card verification, and the card’s last four digits. */
  readonly checks: readonly string[];
  readonly events: readonly string[];
}

export const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted();

/** Reads the account’s properties through the API; those found only in the audit log come from `events`. */
export const takePicture = async (
  { api }: Pick<Visitor, 'api'>,
  code: string,
  events: readonly string[],
): Promise<Picture | undefined> => {
  const path = `/v2/accounts/${code}`;
  const account = await api('GET', path);
  if (account.status === 404) return undefined;
  const [billing, addresses, transactions] = await Promise.all([
    api('GET', `${path}/billing_info`),
    api('GET', `${path}/shipping_addresses?per_page=200`),
    api('GET', `${path}/transactions?per_page=200`),
  ]);
  return {
    state: textOf(account.xml, 'state') ?? '',
    first_name: textOf(account.xml, 'first_name') ?? '',
    card: billing.status === 404 ? null : `${textOf(billing.xml, 'last_four')} in ${textOf(billing.xml, 'city')}`,
    addresses: sorted((addresses.xml?.children ?? []).map((one) => textOf(one, 'nickname') ?? '')),
    checks: sorted((transactions.xml?.children ?? []).map((one) => `${textOf(one, 'status')} ${lastFour(one)}`)),
    events: sorted(events),
  };
};

const lastFour = (transaction: Parameters<typeof textOf>[0]) =>
  textOf(transaction, 'details', 'account', 'billing_info', 'last_four');

/** Returns the entries of the audit log, by account. */
export const eventsByAccount = async (database: Database): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await database.all('SELECT action, subject FROM audit_log');
  const groups = Map.groupBy(rows, ({ subject }) => String(subject).split('/')[0] ?? '');
  return new Map([...groups].map(([code, events]) => [code, events.map(({ action }) => String(action))]));
};
