import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import {
  type ExchangeRatesImported,
  importExchangeRates,
  OtherRatesStored,
} from '@service/billing/usecases/exchange-rates/import-exchange-rates.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { beginningOfDay } from '@service/billing/values/periods/zone-days.ts';
import { EcbFileError, readEcbFile } from '../../../../documents/exchange-rates/ecb-file.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { UploadedFile } from '../../../../http/bodies/upload-form.ts';
import { reportBehind } from '../../parts/back-to-report.ts';
import {
  areaField,
  checkField,
  fileField,
  formButtons,
  formTrouble,
  inputField,
  secretForm,
} from '../../parts/form.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../route.ts';
import { type ConsoleVisit, sentFiles, withPermission } from '../../visit.ts';
import { EXCHANGE_RATES_PATH } from './exchange-rate-paths.ts';

interface ExchangeRateFormDeps {
  readonly storage: Storage;
  readonly world: World;
}

const BACK = { href: EXCHANGE_RATES_PATH, label: 'Exchange rates' };

/** More than all rates since 1999 in XML. */
const LARGEST_RATE_FILE = 16_000_000;
/** Corrections of the one-stop shop reach three years back. */
const YEARS = 3;

const REPLACE = {
  name: 'replace',
  label: 'Replace rates that are stored otherwise',
  hint: 'Returns may have been filed with them. Without the tick, such rates are refused and named.',
};

/** The forms that import the rates of a file, and enter a single one. */
export const exchangeRateForms = (deps: ExchangeRateFormDeps): readonly ConsoleRoute[] => {
  const carryOut = withPermission('exchange_rates.import', importExchangeRates(deps));
  const importRates = (...asked: Parameters<typeof carryOut>): ReturnType<typeof carryOut> =>
    carryOut(...asked).catch((error: unknown) => {
      if (!(error instanceof OtherRatesStored)) throw error;
      throw new FormProblem(`${error.params.what} Correct what you give, or tick “${REPLACE.label}”.`);
    });
  return [
    ...formPage({
      path: `${EXCHANGE_RATES_PATH}/import`,
      name: 'exchange rates import',
      permission: 'exchange_rates.import',
      uploads: LARGEST_RATE_FILE,
      ask: async (_, visit, filled) => ({
        title: 'Import exchange rates',
        back: backOf(filled.values),
        content: [
          html`${formTrouble(filled)}<p>The European Central Bank publishes its files at <a href="https://www.ecb.europa.eu/stats/eurofxref/" rel="noreferrer">ecb.europa.eu/stats/eurofxref</a>, around 16:00 CET on working days: <code>eurofxref-hist.csv</code> has all days since 1999, <code>eurofxref-daily.xml</code> the latest one. Unpack ZIP archives first. If anything in the file is wrong, nothing is imported.</p>`,
          secretForm(visit, { action: `${visit.prefix}${EXCHANGE_RATES_PATH}/import`, uploads: true }, [
            fileField(filled, {
              name: 'file',
              label: 'File',
              hint: 'CSV or XML of the European Central Bank, or a CSV file of the same form with currencies that it has no rates of.',
              attributes: { accept: '.csv,.xml,text/csv,text/xml,application/xml' },
            }),
            areaField(filled, {
              name: 'text',
              label: 'Or its content',
              hint: html`Pasted in place of a file, such as <code>Date,SEK,</code> and below it <code>2026-09-30,11.0565,</code>`,
            }),
            inputField(filled, {
              name: 'since',
              label: 'Only rates since',
              value: 'form_id' in filled.values ? '' : usualSince(visit),
              hint: 'Corrections need the rates of up to three years. Empty: all of the file.',
              attributes: { type: 'date' },
            }),
            checkField(filled, REPLACE),
            ...backFields(visit, filled.values, 'Import'),
          ]),
        ],
      }),
      async carryOut(ctx, visit, form) {
        const text = textOf(sentFiles(ctx).get('file'), form);
        const since = sinceOf(form);
        const rates = (await ratesIn(text)).filter(({ day }) => day >= since);
        if (rates.length === 0) {
          throw new FormProblem(`The file has no rates since ${since}.`, { since: 'Choose an earlier day, or none.' });
        }
        const imported = await importRates(visit, { rates, replace: form.replace !== undefined });
        return { to: backOf(form).href, notice: importedWords(imported) };
      },
    }),
    ...formPage({
      path: `${EXCHANGE_RATES_PATH}/enter`,
      name: 'exchange rate enter',
      permission: 'exchange_rates.import',
      ask: async (_, visit, filled) => ({
        title: 'Enter an exchange rate',
        back: backOf(filled.values),
        content: [
          html`${formTrouble(filled)}<p>For a currency that the European Central Bank has no rate of, or a day that is missing. The audit log keeps who entered it.</p>`,
          secretForm(visit, { action: `${visit.prefix}${EXCHANGE_RATES_PATH}/enter` }, [
            inputField(filled, {
              name: 'day',
              label: 'Day',
              value: dayIn(visit.site.time_zone, visit.caller.at),
              attributes: { type: 'date', required: '' },
            }),
            inputField(filled, {
              name: 'currency',
              label: 'Currency',
              hint: 'A code of three letters, such as SEK.',
              attributes: { required: '', maxlength: '3', autocapitalize: 'characters' },
            }),
            inputField(filled, {
              name: 'rate',
              label: 'For one euro',
              hint: 'Units of the currency for one euro, such as 11.0565.',
              attributes: { required: '', inputmode: 'decimal' },
            }),
            checkField(filled, REPLACE),
            ...backFields(visit, filled.values, 'Save the rate'),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const rate = { day: form.day ?? '', currency: (form.currency ?? '').toUpperCase(), rate: form.rate ?? '' };
        const { added, replaced } = await importRates(visit, { rates: [rate], replace: form.replace !== undefined });
        const outcome = added > 0 ? 'was saved' : replaced > 0 ? 'was replaced' : 'was stored already';
        return {
          to: reportBehind(form.back)?.href ?? `${EXCHANGE_RATES_PATH}?day=${rate.day}`,
          notice: `The rate of ${rate.currency} on ${rate.day} ${outcome}: 1 EUR = ${rate.rate} ${rate.currency}.`,
        };
      },
    }),
  ];
};

/** Returns the return that lacks a rate, where one has led to the form, or else the page of the rates. */
const backOf = ({ back }: Form) => reportBehind(back) ?? BACK;

const backFields = (visit: ConsoleVisit, values: Form, button: string): readonly Markup[] => {
  const { href } = backOf(values);
  return [
    html`<input type="hidden" name="back" value="${href}">`,
    formButtons(button, { back: `${visit.prefix}${href}` }),
  ];
};

/** Returns the first day of the year three years ago. */
const usualSince = ({ site, caller }: ConsoleVisit): string =>
  `${Number(dayIn(site.time_zone, caller.at).slice(0, 4)) - YEARS}-01-01`;

/** Returns the content of the file, or what was pasted. Throws `FormProblem` without either, or with both. */
const textOf = (file: UploadedFile | undefined, { text }: Form): string => {
  if (file && text) throw new FormProblem('Choose a file or paste its content, not both.');
  if (file) return file.bytes.toString('utf8');
  if (!text) throw new FormProblem('Choose a file, or paste its content.', { file: 'Choose one.' });
  return text;
};

const sinceOf = ({ since }: Form): string => {
  if (since === undefined) return '';
  if (beginningOfDay(since, 'UTC') === undefined) {
    throw new FormProblem('Nothing was imported.', { since: 'Enter a day such as 2026-01-01.' });
  }
  return since;
};

const ratesIn = async (text: string) => {
  try {
    return await readEcbFile(text);
  } catch (error) {
    throw error instanceof EcbFileError ? new FormProblem(error.message) : error;
  }
};

const importedWords = ({ added, replaced, unchanged, first_day, last_day }: ExchangeRatesImported): string =>
  `Rates of ${first_day} to ${last_day}: ${added} added, ${replaced} replaced, ${unchanged} stored already.`;
