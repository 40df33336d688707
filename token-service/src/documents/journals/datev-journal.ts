import { Readable } from 'node:stream';
import type { DatevClient } from '@service/billing/domain/journals/chart.ts';
import type { JournalDocument } from '@service/billing/domain/journals/document.ts';
import { type JournalPair, pairsOf } from '@service/billing/domain/journals/pairs.ts';
import type { OpenJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { DATEV_COLUMNS } from './datev-columns.ts';
import type { JournalFile, JournalFormat, NumberedDocument } from './format.ts';
import { windows1252 } from './windows-1252.ts';
import { documentWords, partsOfDay } from './wording.ts';

const LINE_END = '\r\n';

/** Returns a text field, which no control character may be in. */
const quoted = (text: string, longest: number): string =>
  `"${text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, longest)
    .replaceAll('"', '""')}"`;

const needClient = ({ chart }: Pick<OpenJournalBatch, 'chart'>): DatevClient => {
  if (chart.datev) return chart.datev;
  throw new Failure('precondition_failed', {
    what: 'DATEV needs the numbers of consultant and client, the first month of the fiscal year and the length of account numbers. Set them in the chart of the console, or with npm run journal -- datev.',
  });
};

/** `20261130140440000`, in the time zone of the batch. */
const stampOf = ({ made_at, time_zone }: OpenJournalBatch): string => {
  const made = Temporal.Instant.fromEpochMilliseconds(made_at * 1000).toZonedDateTimeISO(time_zone);
  return made.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replaceAll(/\D/g, '');
};

/** The first line: who sends what of which client. */
const headOf = (batch: OpenJournalBatch, { group }: JournalFile): string => {
  const { consultant_number, client_number, fiscal_year_month, account_length } = needClient(batch);
  const [month = '', currency = ''] = group.split(' ');
  const first = Temporal.PlainYearMonth.from(month);
  const year = first.month >= fiscal_year_month ? first.year : first.year - 1;
  const compact = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '');
  return [
    ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', stampOf(batch), '', '"RE"', '""', '""'],
    ...[String(consultant_number), String(client_number)],
    compact(Temporal.PlainDate.from({ year, month: fiscal_year_month, day: 1 })),
    String(account_length),
    compact(first.toPlainDate({ day: 1 })),
    compact(first.toPlainDate({ day: first.daysInMonth })),
    quoted(`Journal ${batch.number}`, 30),
    // A financial batch of no particular purpose, which may still be changed.
    ...['""', '1', '0', '0', quoted(currency, 3)],
    ...['', '""', '', '', '""', '', '', '""', '""'],
  ].join(';');
};

const rowOf = (document: NumberedDocument, { debit, credit, amount }: JournalPair): string => {
  const [, month, day] = partsOfDay(document.day);
  const tax = debit.tax_code ?? credit.tax_code;
  const centre = debit.cost_centre ?? credit.cost_centre;
  const cells: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': decimalText(amount, document.currency).replace('.', ','),
    'Soll/Haben-Kennzeichen': '"S"',
    'WKZ Umsatz': quoted(document.currency, 3),
    Konto: debit.account,
    'Gegenkonto (ohne BU-Schlüssel)': credit.account,
    'BU-Schlüssel': tax === null ? '' : quoted(tax, 4),
    Belegdatum: `${day}${month}`,
    'Belegfeld 1': quoted(document.invoice_number ?? document.number, 36),
    Buchungstext: quoted(`${document.number} ${documentWords(document)}`, 60),
    'KOST1 - Kostenstelle': centre === null ? '' : quoted(centre, 36),
  };
  return DATEV_COLUMNS.map((name) => cells[name] ?? '').join(';');
};

async function* bytesOf(
  batch: OpenJournalBatch,
  file: JournalFile,
  documents: AsyncIterable<NumberedDocument>,
): AsyncGenerator<Buffer> {
  const lines = (texts: readonly string[]): Buffer => windows1252(texts.map((text) => `${text}${LINE_END}`).join(''));
  yield lines([headOf(batch, file), DATEV_COLUMNS.join(';')]);
  for await (const document of documents) yield lines(pairsOf(document).map((pair) => rowOf(document, pair)));
}

const problemsOf = (batch: OpenJournalBatch, { currency, lines }: JournalDocument): readonly string[] => {
  const { account_length } = needClient(batch);
  // Accounts of customers have one digit more.
  const numbers = new RegExp(`^[1-9]\\d{0,${account_length}}$`);
  return [
    ...(/\.\d{3}$/.test(decimalText(0, currency)) ? [`amounts in ${currency}, which have more than two decimals`] : []),
    ...lines.filter(({ account }) => !numbers.test(account)).map(({ account }) => `the account ${account}`),
  ];
};

/**
 * Booking batches of DATEV (EXTF 700, category 21, version 13): semicolons, Windows-1252, decimal commas, days as TTMM,
 * and a file for each month and currency.
 */
export const datevJournal: JournalFormat = {
  label: 'DATEV Buchungsstapel',
  type: 'text/csv; charset=windows-1252',
  prefix: 'EXTF_Buchungsstapel-',
  extension: 'csv',
  // The format allows 99,999 lines.
  mostLines: 99_999,
  groupOf: ({ day, currency }) => `${day.slice(0, 7)} ${currency}`,
  problemsOf,
  write: (batch, file, documents) => Readable.from(bytesOf(batch, file, documents)),
};
