import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningService } from '../fixtures/index.ts';
import { api } from './account-link.ts';

const HOME = join(import.meta.dirname, '../..');

export interface ConsoleCustomer {
  readonly code: string;
  /** The last four digits of the card, which no other customer has. */
  readonly lastFour: string;
  /** The number of the invoice. */
  readonly invoice: string;
  /** The id of the payment. */
  readonly payment: string;
}

/** Makes a Visa number that ends in digits of its own; they are never those of an invoice number. */
/** Returns a number whose last four digits no other of the first 500 has: a search for them finds one customer. */
const cardNumber = (n: number): string => {
  const body = `411111111111${500 + (n % 500)}`;
  const sum = [...body].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};

let sold = 0;

/** Sells the monthly plan and three seats at $15.00 without tax to a new customer. */
export const sellToCustomer = async (service: RunningService): Promise<ConsoleCustomer> => {
  sold += 1;
  const code = `buyer-${process.pid}-${sold}`;
  const number = cardNumber(sold);
  const answer = await api(
    service,
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>${code}@example.com</email><first_name>Ada</first_name><last_name>Lovelace</last_name>
<billing_info><number>${number}</number><month>12</month><year>2040</year><verification_value>123</verification_value><first_name>Ada</first_name><last_name>Lovelace</last_name><zip>94105</zip><country>US</country></billing_info></account>
<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>
<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents><quantity>3</quantity><description>Seats</description><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>`,
  );
  const [, invoice = ''] = /<invoice_number[^>]*>(\d+)</.exec(answer) ?? [];
  const [, payment = ''] = /<transaction [\s\S]*?<uuid>(\w+)</.exec(answer) ?? [];
  return { code, lastFour: number.slice(-4), invoice, payment };
};

/** Signs the owner of the demo site in. */
export const signInToConsole = async (page: Page, service: RunningService, press = (link: Locator) => link.click()) => {
  await page.goto(`${service.consoleUrl}/`);
  await press(page.getByRole('button', { name: 'Continue as demo owner' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home');
};

/** Runs a command of the service on its data. */
export const runCommand = async ({ dataDir }: RunningService, name: string, ...words: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    join(HOME, 'node_modules/.bin/node'),
    [`token-service/src/cli/${name}.ts`, ...words],
    { cwd: HOME, env: { ...process.env, DATA_DIR: dataDir } },
  );
  return stdout;
};

/** Records that the delivery of a message failed so often that no worker attempts it again. Returns its id. */
export const park = ({ dataDir }: RunningService): string => {
  sold += 1;
  const id = `019a9f0c2b5e7d0a8c31b8f2${String(process.pid % 10_000).padStart(4, '0')}${String(sold).padStart(4, '0')}`;
  const database = new DatabaseSync(join(dataDir, 'billing.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  const now = Date.now();
  database
    .prepare(
      `INSERT INTO due_failures (site_id, kind, item_id, subject, status, failures, error, due_at, failed_at_ms)
       SELECT id, 'mail_delivery', ?, ?, 'parked', 8, 'Error: the mail server does not answer', ?, ? FROM sites WHERE subdomain = 'demo'`,
    )
    .run(id, id, Math.floor(now / 1000) - 60, now);
  database.close();
  return id;
};

/** The notice of what an action did. */
export const noticeOn = (page: Page): Locator => page.locator('.notice');
