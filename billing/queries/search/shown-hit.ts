import type { IdentifiedRecord, SearchedKind, SearchedRecord } from '../../ports/search.ts';
import { amountText } from '../../values/money/money-text.ts';
import type { SearchHit, SearchLimits } from './result.ts';

/** Parts of a line; those without a text are left out. */
const line = (...parts: readonly (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ');

const amountOf = ({ cents, currency }: SearchedRecord): string =>
  cents === null || currency === null ? '' : amountText(cents, currency);

interface ShownHow extends Pick<SearchLimits, 'personal' | 'stateWord'> {
  readonly exact: boolean;
  /** The condition that found it. */
  readonly by?: string | undefined;
  /** The value that it was found by, where the record itself does not show it. */
  readonly matched?: string;
}

/** Returns a record as a search shows it, without personal data unless `personal`. */
export const shownHit = (
  kind: SearchedKind,
  record: SearchedRecord,
  { exact, personal, stateWord, by, matched }: ShownHow,
): SearchHit => {
  const { address, label, account_code, email, company_name } = record;
  const state = record.state && stateWord ? stateWord(kind, record.state) : record.state;
  const name = [record.first_name, record.last_name].filter(Boolean).join(' ');
  const who = personal ? name || company_name || email || account_code : account_code;
  // Found by any part of its customer's data.
  const owner = by === 'accounts' ? [company_name, email, account_code].filter((part) => part !== who) : [];
  const hit = (title: string | null | undefined, detail: string): SearchHit => ({
    kind,
    id: address,
    title: title || address,
    detail: line(detail, ...owner, matched),
    exact,
  });
  switch (kind) {
    case 'customer': {
      const own = personal ? [name && company_name, email, address] : [];
      return hit(who, line(...own.filter((part) => part !== who), state));
    }
    case 'subscription':
      return hit(label, line(who, state));
    case 'invoice':
      return hit(address, line(who, amountOf(record), state));
    case 'payment':
      return hit(amountOf(record), line(label, state, who, personal && record.reference));
    case 'coupon':
      return hit(label, address);
    case 'gift_card':
      return hit(amountOf(record), line(label, state, who));
  }
};

/** Returns a record that was found by an id alone as a search shows it: its own, or that of its notification. */
export const identifiedHit = ({ kind, id, label, state, account_code }: IdentifiedRecord, typed: string): SearchHit => {
  const words = label.replaceAll(/[._]/g, ' ');
  // The label of an endpoint is its address.
  const title = kind === 'endpoint' ? label : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return { kind, id, title, detail: line(state, account_code), exact: id === typed, account_code };
};
