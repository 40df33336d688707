import type { Records } from '../../ports/storage.ts';
import type { LedgerReferences } from '../../resources/ledger-references.ts';
import { obligationsOf } from '../books/general-ledger.ts';

type LedgerRecords = Pick<Records, 'generalLedgerAccounts' | 'performanceObligations'>;
type Reference = `${'' | 'setup_fee_'}${keyof LedgerReferences}`;
type HeldReferences = Partial<Readonly<Record<Reference, string | null>>>;

const NAMES: readonly Reference[] = (['', 'setup_fee_'] as const).flatMap((prefix) => [
  `${prefix}liability_gl_account_id` as const,
  `${prefix}revenue_gl_account_id` as const,
  `${prefix}performance_obligation_id` as const,
]);

/**
 * Returns a record with the references of the general ledger that it has at another site, where accounts have the same
 * code and obligations the same name. What the other site does not have stays as `held` has it.
 */
export const translatedReferences = async <R extends HeldReferences>(
  source: LedgerRecords,
  target: LedgerRecords,
  record: R,
  held: HeldReferences | undefined,
): Promise<R> => {
  const translated: { [name in Reference]?: string | null } = {};
  for (const name of NAMES.filter((one) => record[one] !== undefined)) {
    const id = record[name] ?? null;
    const translate = name.endsWith('performance_obligation_id') ? obligationAt : accountAt;
    translated[name] = id === null ? null : ((await translate(source, target, id)) ?? held?.[name] ?? null);
  }
  return { ...record, ...translated };
};

const accountAt = async (source: LedgerRecords, target: LedgerRecords, id: string): Promise<string | undefined> => {
  const own = await source.generalLedgerAccounts.find(id);
  const there = own && (await target.generalLedgerAccounts.coded(own.code));
  return there?.account_type === own?.account_type ? there?.id : undefined;
};

const obligationAt = async (source: LedgerRecords, target: LedgerRecords, id: string): Promise<string | undefined> => {
  const own = (await obligationsOf(source)).find((one) => one.id === id);
  return own && (await obligationsOf(target)).find(({ name }) => name === own.name)?.id;
};
