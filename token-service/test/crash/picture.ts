import type { Database } from '../../src/storage/database.ts';
import { textOf } from '../service.ts';
import type { Visitor } from './visitor.ts';

/**
 * Everything that writes of this suite can change about one account. Undefined stands for an account that is not there.
 */
export interface Picture {
  readonly state: string;
  readonly first_name: string;
  /** Last four digits and city of the card on file. */
  readonly card: string | null;
  /** Nicknames, in alphabetical order like all lists here. */
  readonly addresses: readonly string[];
  /** What became of each check of a card, and its last four digits. */
  readonly checks: readonly string[];
  readonly events: readonly string[];
}

export const sorted = (texts: readonly string[]): readonly string[] => texts.toSorted();

/** Takes the picture of an account through the API; what only the audit log knows comes from `events`. */
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

/** What the audit log says happened, by account. */
export const eventsByAccount = async (database: Database): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await database.all('SELECT what, subject FROM audit_log');
  const groups = Map.groupBy(rows, ({ subject }) => String(subject).split('/')[0] ?? '');
  return new Map([...groups].map(([code, events]) => [code, events.map(({ what }) => String(what))]));
};
