import type { GatewayPayout, PayoutLine } from '@service/billing/domain/payouts/payout.ts';
import { parse } from 'csv-parse/sync';
import { PAYOUT_FORMATS, type PayoutFormat, type PayoutRow } from './columns.ts';

/** The lines that one file may have: they are recorded in one transaction. */
export const MOST_PAYOUT_LINES = 100_000;

/** Problems that are reported, at most. */
const MOST_PROBLEMS = 20;

/** The payouts that a file describes, or its problems, one sentence each. */
export type ReadPayouts = { readonly payouts: readonly GatewayPayout[] } | { readonly problems: readonly string[] };

/**
 * Reads a CSV file (RFC 4180, UTF-8) of payouts: one row for each line, in this service's own form or as Stripe's
 * itemized payout reconciliation report has them. Returns every problem, with the number of its row; row 1 has the
 * names of the columns.
 */
export const readPayoutFile = (text: string): ReadPayouts => {
  const separator = otherSeparator(text);
  if (separator !== undefined) {
    return { problems: [`The columns of the file are separated by ${separator}: separate them by commas.`] };
  }
  const rows = parsedRows(text);
  if (typeof rows === 'string') return { problems: [rows] };
  const [first] = rows;
  if (!first) return { problems: ['The file has no rows below the names of its columns.'] };
  if (rows.length > MOST_PAYOUT_LINES) {
    return {
      problems: [`The file has ${rows.length} rows; at most ${MOST_PAYOUT_LINES} are read together. Split it.`],
    };
  }
  const format = formatOf(first);
  if (!format) return { problems: [unknownForm(first)] };
  return payoutsOf(format, rows);
};

/** Returns what separates the names of the columns, where it is no comma. */
const otherSeparator = (text: string): string | undefined => {
  const [names = ''] = text.split(/\r?\n/, 1);
  if (names.includes(',')) return undefined;
  if (names.includes(';')) return 'semicolons';
  return names.includes('\t') ? 'tabs' : undefined;
};

const parsedRows = (text: string): readonly PayoutRow[] | string => {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true }) as PayoutRow[];
  } catch (error) {
    return `The file is no CSV: ${(error as Error).message}.`;
  }
};

const missingOf = ({ needs }: PayoutFormat, row: PayoutRow): readonly string[] =>
  needs.filter((column) => !Object.hasOwn(row, column));

const formatOf = (row: PayoutRow): PayoutFormat | undefined =>
  PAYOUT_FORMATS.find((format) => missingOf(format, row).length === 0);

const unknownForm = (row: PayoutRow): string =>
  PAYOUT_FORMATS.map(
    (format) => `As ${format.name}, the columns ${missingOf(format, row).join(', ')} are missing.`,
  ).join(' ');

const payoutsOf = (format: PayoutFormat, rows: readonly PayoutRow[]): ReadPayouts => {
  const problems: string[] = [];
  const payouts = new Map<string, { readonly facts: Omit<GatewayPayout, 'lines'>; readonly lines: PayoutLine[] }>();
  for (const [place, row] of rows.entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    const number = place + 2;
    const wrong: string[] = [];
    const read = format.read(row, (problem) => wrong.push(problem));
    problems.push(...wrong.map((problem) => `Row ${number}: ${problem}`));
    if (read && wrong.length === 0) {
      const { payout: reference, arrived_on, currency, line } = read;
      const known = payouts.get(reference);
      if (!known) {
        payouts.set(reference, { facts: { reference, arrived_on, currency, amount_in_cents: 0 }, lines: [line] });
        continue;
      }
      const { facts } = known;
      if (facts.arrived_on !== arrived_on) {
        const above = `and on ${facts.arrived_on} in the rows above`;
        problems.push(`Row ${number}: the payout ${reference} arrived on ${arrived_on}, ${above}.`);
      }
      if (facts.currency !== currency) {
        const above = `and in ${facts.currency} in the rows above`;
        problems.push(`Row ${number}: the payout ${reference} is in ${currency}, ${above}.`);
      }
      known.lines.push(line);
    }
  }
  if (problems.length > 0) return { problems };
  return {
    payouts: [...payouts.values()].map(({ facts, lines }) => ({
      ...facts,
      amount_in_cents: lines.reduce((sum, { net_in_cents }) => sum + net_in_cents, 0),
      lines,
    })),
  };
};
