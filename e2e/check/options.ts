import { parseArgs } from 'node:util';

/** The settings of one run. */
export interface CheckOptions {
  /** The address of the checkout. */
  readonly address: string;
  /** Selector of the button that pays; found by its place and words without it. */
  readonly submit: string | undefined;
  /** A module whose default export prepares each new page: `async (page) => {}`, for example to fill a cart. */
  readonly prepare: string | undefined;
  /** Names of the situations to run; all of them if empty. */
  readonly only: readonly string[];
  /** The folder for the report and its pictures. */
  readonly report: string;
  readonly json: boolean;
  /** Milliseconds that the page has for each step. */
  readonly patience: number;
  /** The address of the XML API and a private key, with which payments are counted. */
  readonly api: string;
  readonly privateKey: string | undefined;
  /** Path of the browser. */
  readonly browser: string | undefined;
  readonly headed: boolean;
}

export const CHECK_USAGE = `Usage: check <address of the checkout> [options]

Opens the page in Chromium, pays with sandbox test cards, and reports what a customer sees when something goes wrong.

  --submit <selector>   the button that pays, if it is not found by itself
  --prepare <file>      a module whose default export prepares each page: export default async (page) => { … }
  --only <names>        some situations, separated by commas; --list prints their names
  --report <folder>     where the report and its pictures go (default: checkout-report)
  --json                print the results as JSON
  --patience <seconds>  how long the page may take for each step (default: 20)
  --api <address>       the XML API (default: http://localhost:3000), with SERVICE_PRIVATE_KEY in the environment:
                        payments are counted, so that a double charge is certain and not only likely
  --browser <path>      the browser (default: CHROMIUM in the environment, that of the machine, or Playwright's)
  --headed              show the browser

The exit status is 0 if no problem was found, 1 if one was, 2 if the page could not be checked.`;

/** Thrown for arguments that make no sense; the message is for the person who typed them. */
export class CheckUsageError extends Error {}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      submit: { type: 'string' },
      prepare: { type: 'string' },
      only: { type: 'string', default: '' },
      report: { type: 'string', default: 'checkout-report' },
      json: { type: 'boolean', default: false },
      patience: { type: 'string', default: '20' },
      api: { type: 'string', default: 'http://localhost:3000' },
      browser: { type: 'string' },
      headed: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });

/**
 * Reads the command line. `known`: the names of the situations. Returns a text to print instead of options for `--help`
 * and `--list`. Throws UsageError.
 */
export const readCheckOptions = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): CheckOptions | string => {
  const { values, positionals } = (() => {
    try {
      return parse(args);
    } catch (error) {
      throw new CheckUsageError((error as Error).message);
    }
  })();
  if (values.help) return CHECK_USAGE;
  if (values.list) return known.join('\n');
  const [address, ...more] = positionals[0] === 'check' ? positionals.slice(1) : positionals;
  if (address === undefined || more.length > 0) throw new CheckUsageError('Pass one address of a checkout.');
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new CheckUsageError(`${address} is no http(s) address.`);
  }
  const only = values.only.split(',').filter((name) => name !== '');
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new CheckUsageError(`There is no situation ${unknown.join(', ')}; --list prints all.`);
  const patience = Number(values.patience) * 1000;
  if (!(patience > 0)) throw new CheckUsageError('--patience takes a number of seconds.');
  return {
    address,
    submit: values.submit,
    prepare: values.prepare,
    only,
    report: values.report,
    json: values.json,
    patience,
    api: values.api.replace(/\/+$/, ''),
    privateKey: env.SERVICE_PRIVATE_KEY,
    browser: values.browser ?? env.CHROMIUM,
    headed: values.headed,
  };
};
