import type { AuditChanges } from '@service/billing/domain/audit-log/entry.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { type ConsoleVisit, seesPersonalData } from '../visit.ts';
import { consoleTable, type TableColumn } from './table.ts';

/** Returns a value of a change as text: a list with commas, nothing as `none`. */
export const changedValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(changedValue).join(', ');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** `status: parked → dismissed, reason: none → Done by hand`. */
export const changesInWords = (changes: AuditChanges | null): string =>
  Object.entries(changes ?? {})
    .map(([name, { from, to }]) => `${name.replaceAll('_', ' ')}: ${changedValue(from)} → ${changedValue(to)}`)
    .join(', ');

const UNSEEN = '(not shown)';

/**
 * Returns the changes of an entry as the operator may see them: those of an account are personal data, of which others
 * see the names alone.
 */
export const changesSeen = (visit: ConsoleVisit, action: string, changes: AuditChanges | null): AuditChanges | null =>
  changes === null || !action.startsWith('account.') || seesPersonalData(visit)
    ? changes
    : Object.fromEntries(Object.keys(changes).map((name) => [name, { from: UNSEEN, to: UNSEEN }]));

interface Change {
  readonly name: string;
  readonly from: unknown;
  readonly to: unknown;
}

const COLUMNS: readonly TableColumn<Change>[] = [
  { name: 'name', label: 'What', cell: ({ name }) => name.replaceAll('_', ' ') },
  { name: 'from', label: 'Before', cell: ({ from }) => changedValue(from) },
  { name: 'to', label: 'After', cell: ({ to }) => changedValue(to) },
];

/** A table of changes, with the value before and after each. */
export const changesTable = (changes: AuditChanges | null): Markup =>
  html`${consoleTable<Change>({
    caption: 'Changes',
    columns: COLUMNS,
    rows: Object.entries(changes ?? {}).map(([name, { from, to }]) => ({ name, from, to })),
    empty: 'This entry has no values before and after.',
  })}`;
