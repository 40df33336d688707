import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { JOURNAL_DETAILS, type JournalBatch, type JournalDetail } from '@service/billing/domain/journals/batch.ts';
import { MOST_CHART_RULES } from '@service/billing/domain/journals/chart.ts';
import { postingWords } from '@service/billing/domain/journals/unmapped-words.ts';
import { LEDGER_ACCOUNTS } from '@service/billing/domain/ledger/movement.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { type DefaultPosting, findDefaultPostings } from '@service/billing/queries/journals/default-postings.ts';
import { listJournalBatches, openJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import { giveUpJournalBatch } from '@service/billing/usecases/journals/give-up-journal-batch.ts';
import { makeJournalBatch } from '@service/billing/usecases/journals/make-journal-batch.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import {
  isJournalFormat,
  JOURNAL_FORMAT_NAMES,
  type JournalFormatName,
  journalFiles,
  openJournalFile,
} from '../documents/journals/journal-files.ts';
import { type CommandOption, command, type JsonRow, type Tool, type Toolbox, UsageError } from './command.ts';
import { chartCommands } from './journal-chart.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const MEMBERS = [
  'number',
  'state',
  'detail',
  'up_to',
  'first_day',
  'last_day',
  'movements',
  'totals',
  'made_at',
  'made_by',
] as const;
type Member = (typeof MEMBERS)[number];

const FORMAT: CommandOption = {
  value: '<format>',
  help: `One of ${JOURNAL_FORMAT_NAMES.join(', ')}: csv unless given.`,
};

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const json = (batch: JournalBatch): JsonRow<Member> => ({
  number: batch.number,
  state: batch.state,
  detail: batch.detail,
  up_to: batch.up_to,
  first_day: batch.first_day,
  last_day: batch.last_day,
  movements: batch.movements,
  totals: batch.totals.map((total) => ({ ...total })),
  made_at: isoTime(batch.made_at),
  made_by: batch.made_by,
});

const totalsOf = ({ totals }: JournalBatch): string =>
  totals.map(({ currency, debits_in_cents }) => amountText(debits_in_cents, currency)).join(', ') || '-';

/** Lists what went to the default account, as no rule of the chart named another one. */
const defaultText = ({ chart }: JournalBatch, postings: readonly DefaultPosting[]): string =>
  inColumns([
    [`POSTED TO ${chart.default_account}, WITHOUT A RULE`, 'NUMBER', 'DEBITS', 'CREDITS'],
    ...postings.map(({ traits, postings: count, debits_in_cents, credits_in_cents }) => [
      postingWords(traits),
      String(count),
      amountText(debits_in_cents, traits.currency),
      amountText(credits_in_cents, traits.currency),
    ]),
  ]);

const numberOf = (typed: string): number => {
  if (!/^\d{1,9}$/.test(typed))
    throw new UsageError(`The number of a batch is a whole number such as 7, not ${typed}.`);
  return Number(typed);
};

const detailOf = (typed: string): JournalDetail => {
  const detail = JOURNAL_DETAILS.find((one) => one === typed);
  if (!detail) throw new UsageError(`--detail is ${JOURNAL_DETAILS.join(' or ')}, not ${typed}.`);
  return detail;
};

const formatOf = (typed: unknown): JournalFormatName => {
  const name = typeof typed === 'string' ? typed : 'csv';
  if (!isJournalFormat(name))
    throw new UsageError(`--format is one of ${JOURNAL_FORMAT_NAMES.join(', ')}, not ${name}.`);
  return name;
};

export const journalTool: Tool = {
  ...topic('journal'),
  about: `A batch takes every movement of the ledger that no batch has yet, up to a day; what is posted later for such a day
is in the next batch. The same batch always has the same files. The chart says which accounts postings are made to.`,
  notes: `The ledger accounts are ${LEDGER_ACCOUNTS.slice(0, 5).join(', ')},
${LEDGER_ACCOUNTS.slice(5).join(', ')}. A chart has at most ${MOST_CHART_RULES} rules.
Of several rules for a posting, the one with an accounting code wins, then one with a tax type, then one with a currency.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the latest 100 batches of a site, also those that were given up.',
      example: 'demo',
      options: { before: { value: '<number>', help: 'Only batches with a lower number.' } },
      prints: 'array',
      members: MEMBERS,
      async run({ sites, storage }, [subdomain = ''], { before }) {
        const site = await needSite(sites, subdomain);
        const from = typeof before === 'string' ? numberOf(before) : undefined;
        const batches = await listJournalBatches({ storage })({ site }, from);
        const rows = batches.map((batch) => [
          ...[String(batch.number), batch.up_to, `${batch.first_day} to ${batch.last_day}`, batch.detail],
          ...[String(batch.movements), totalsOf(batch), batch.state === 'made' ? '' : 'given up'],
        ]);
        return {
          text:
            rows.length === 0
              ? 'There are no batches. Make one with npm run journal -- make.'
              : inColumns([['BATCH', 'UP TO', 'DAYS', 'DETAIL', 'MOVEMENTS', 'DEBITS', ''], ...rows]),
          json: batches.map(json),
        };
      },
    }),
    make: command({
      takes: ['subdomain'],
      does: 'Makes a batch of all movements that no batch has yet. Prints nothing new if there are none.',
      example: 'demo --to 2026-11-30 --detail day',
      options: {
        to: { value: '<day>', help: 'The last day, in the time zone of the site: yesterday, unless given.' },
        detail: {
          value: JOURNAL_DETAILS.join('|'),
          help: 'day adds the movements of each day up, document has each of them: day unless given.',
        },
      },
      members: MEMBERS,
      async run(toolbox, [subdomain = ''], { to, detail = 'day' }) {
        const caller = await callerAt(toolbox, subdomain);
        const batch = await makeJournalBatch(toolbox)(caller, {
          detail: detailOf(String(detail)),
          up_to: typeof to === 'string' ? to : undefined,
        });
        if (!batch) {
          const none = Object.fromEntries(MEMBERS.map((member) => [member, null])) as JsonRow<Member>;
          return { text: 'No batch was made: every movement up to that day is in one already.', json: none };
        }
        return {
          text: `Batch ${batch.number} has ${batch.movements} ${batch.movements === 1 ? 'movement' : 'movements'} from ${batch.first_day} to ${batch.last_day}: ${totalsOf(batch)}.\nWrite its files with npm run journal -- write ${subdomain} ${batch.number} --folder <folder>`,
          json: json(batch),
        };
      },
    }),
    show: command({
      takes: ['subdomain', 'number'],
      does: 'Shows a batch and the files that it has in a format.',
      example: 'demo 7 --format datev',
      options: { format: FORMAT },
      members: [...MEMBERS, 'files', 'default_postings'],
      async run({ sites, storage }, [subdomain = '', number = ''], given) {
        const format = formatOf(given.format);
        const site = await needSite(sites, subdomain);
        const batch = await openJournalBatch({ storage })({ site }, numberOf(number));
        const files = await journalFiles({ subdomain, batch, format });
        const byDefault = await findDefaultPostings({ storage })({ site }, batch.number);
        return {
          text: [
            inColumns([
              ['Up to', batch.up_to],
              ['Days', `${batch.first_day} to ${batch.last_day}`],
              ['Detail', batch.detail],
              ['Movements', String(batch.movements)],
              ['Debits', totalsOf(batch)],
              ['Made', `${isoTime(batch.made_at)} by ${batch.made_by}`],
            ]),
            inColumns([['FILE', 'LINES'], ...files.map(({ name, lines }) => [name, String(lines)])]),
            ...(byDefault.length === 0 ? [] : [defaultText(batch, byDefault)]),
          ].join('\n\n'),
          json: {
            ...json(batch),
            files: files.map(({ name, lines }) => ({ name, lines })),
            default_postings: byDefault.map(({ traits, ...sums }) => ({ ...traits, ...sums })),
          },
        };
      },
    }),
    write: command({
      takes: ['subdomain', 'number'],
      does: 'Writes the files of a batch into a folder. Files of the same names are replaced.',
      example: 'demo 7 --format datev --folder journals',
      options: {
        format: FORMAT,
        folder: { value: '<folder>', required: true, help: 'The folder, which is made if it does not exist.' },
      },
      members: ['files'],
      async run({ sites, storage }, [subdomain = '', number = ''], given) {
        const format = formatOf(given.format);
        const site = await needSite(sites, subdomain);
        const batch = await openJournalBatch({ storage })({ site }, numberOf(number));
        const written = { subdomain, batch, format };
        const folder = String(given.folder);
        const files = await journalFiles(written);
        await mkdir(folder, { recursive: true });
        const paths: string[] = [];
        for (const file of files) {
          const path = join(folder, file.name);
          await pipeline(openJournalFile(written, file), createWriteStream(path));
          paths.push(path);
        }
        return { text: paths.join('\n'), json: { files: paths } };
      },
    }),
    'give-up': command({
      takes: ['subdomain', 'number'],
      does: 'Gives the latest batch up, for example after a mistake in the chart: its movements are in the next one again.',
      example: 'demo 7',
      members: ['number'],
      async run(toolbox, [subdomain = '', number = '']) {
        await giveUpJournalBatch(toolbox)(await callerAt(toolbox, subdomain), numberOf(number));
        return {
          text: `Batch ${number} was given up. Remove what the accounting software has read of it.`,
          json: { number: numberOf(number) },
        };
      },
    }),
    ...chartCommands,
  },
};

if (import.meta.main) await main(journalTool);
