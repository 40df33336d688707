import { readFileSync, statSync } from 'node:fs';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import {
  importExchangeRates,
  OtherRatesStored,
} from '@service/billing/usecases/exchange-rates/import-exchange-rates.ts';
import { beginningOfDay } from '@service/billing/values/periods/zone-days.ts';
import { EcbFileError, readEcbFile } from '../documents/exchange-rates/ecb-file.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type Tool, UsageError } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

/** More than all rates since 1999 in XML. */
const MOST_BYTES = 50_000_000;

const textOf = (path: string): string => {
  try {
    if (statSync(path).size > MOST_BYTES) throw new OperatorTrouble(`${path} has more than ${MOST_BYTES} bytes.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof OperatorTrouble) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
};

const ratesIn = async (path: string) => {
  try {
    return await readEcbFile(textOf(path));
  } catch (error) {
    throw error instanceof EcbFileError ? new OperatorTrouble(`${path}: ${error.message}`) : error;
  }
};

const sinceOf = (since: unknown): string => {
  if (typeof since !== 'string') return '';
  if (beginningOfDay(since, 'UTC') === undefined) {
    throw new UsageError(`--since is a day such as 2026-01-01, not ${since}.`);
  }
  return since;
};

export const exchangeRatesTool: Tool = {
  ...topic('exchange-rates'),
  about: `Tax returns in one currency convert what was sold in others at these rates. The files are those of
https://www.ecb.europa.eu/stats/eurofxref/: eurofxref-hist.csv with all days since 1999, eurofxref.csv with the latest
one, or the same in XML; unpack the archives first. docs/recipes/file-vat.md says when to import them.`,
  commands: {
    import: command({
      takes: ['subdomain', 'file'],
      does: 'Imports the rates of a file. If anything in it is wrong, nothing is imported.',
      example: 'demo eurofxref-hist.csv --since 2024-01-01',
      options: {
        since: { value: '<day>', help: 'Only rates of this day or later: all of the file, unless given.' },
        replace: { help: 'Replaces rates that are stored otherwise. Returns may have been filed with them.' },
      },
      members: ['added', 'replaced', 'unchanged', 'first_day', 'last_day'],
      async run(toolbox, [subdomain = '', file = ''], { since, replace = false }) {
        const { sites, storage, world, operator } = toolbox;
        const first = sinceOf(since);
        const caller = callerOn(world, operator, await needSite(sites, subdomain));
        const rates = (await ratesIn(file)).filter(({ day }) => day >= first);
        const asked = { rates, replace: replace === true };
        const imported = await importExchangeRates({ storage, world })(caller, asked).catch((error: unknown) => {
          if (!(error instanceof OtherRatesStored)) throw error;
          throw new OperatorTrouble(`${error.params.what} Correct the file, or replace them with --replace.`);
        });
        const { added, replaced, unchanged, first_day, last_day } = imported;
        return {
          text: `Rates of ${first_day} to ${last_day}: ${added} added, ${replaced} replaced, ${unchanged} stored already.`,
          json: { ...imported },
        };
      },
    }),
    list: command({
      takes: ['subdomain'],
      does: 'Lists the currencies whose rates a site has, with the first and the last day.',
      example: 'demo',
      prints: 'array',
      members: ['currency', 'first_day', 'last_day', 'days'],
      async run({ sites, storage }, [subdomain = '']) {
        const site = await needSite(sites, subdomain);
        const stored = await storage.of(site.id).exchangeRates.stored();
        return {
          text:
            stored.length === 0
              ? 'No rates are stored. Import some with npm run exchange-rates -- import.'
              : inColumns([
                  ['CURRENCY', 'FIRST DAY', 'LAST DAY', 'DAYS'],
                  ...stored.map(({ currency, first_day, last_day, days }) => [
                    currency,
                    first_day,
                    last_day,
                    String(days),
                  ]),
                ]),
          json: stored.map((rates) => ({ ...rates })),
        };
      },
    }),
  },
};

if (import.meta.main) await main(exchangeRatesTool);
