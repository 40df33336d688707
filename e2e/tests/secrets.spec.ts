import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningService } from '../fixtures/index.ts';
import { checkoutOn, expect, test } from './checkout.ts';
import { countPlain, findCode, findNumber, type Haystack, haystack, withCheckDigit } from './secrets.ts';

/** Approved, declined (a card that no page lists), and sent as raw XML by a back end. */
const TYPED = withCheckDigit('37655198243171');
const DECLINED = '4000000000000051';
const RAW = withCheckDigit('34812076591402');
/** Planted where it must be found, so that finding nothing elsewhere means something. */
const PLANTED = withCheckDigit('601198237451066');
const CODE = '7391';
const PLANTED_CODE = '6284';

/** Where the service and its shop talk most. */
test.use({ serviceOptions: { env: { LOG_LEVEL: 'debug' } } });

test('no card number and no code in any log, database file or answer @chromium', async ({ page, service }) => {
  const answers = collectAnswers(page);
  await checkOut(page, service, TYPED, /American Express ending in/);
  await page.getByRole('button', { name: 'Use another card' }).click();
  await pay(page, service, DECLINED, 'The card number is not valid.');
  const xml = await sendRawCards(service);

  const logs = [haystack('log', service.output())];
  const files = await databaseFiles(service.dataDir);
  const all = [...logs, ...files, ...(await answers()), ...xml];

  // First the proof that the search looks in the right places: what was planted there is found.
  const planted = findNumber(PLANTED, all).join('\n');
  expect(planted).toMatch(/^answer .*: plain$/m);
  expect(planted).toMatch(/^file .*: plain$/m);
  expect(findCode(PLANTED_CODE, all).join('\n')).toMatch(/^answer .*: plain$/m);
  expect(files.reduce((total, file) => total + countPlain(PLANTED_CODE, file), 0)).toBeGreaterThanOrEqual(ROUNDS);
  expect(logs[0]?.text).toContain('token');

  for (const number of [TYPED, DECLINED, RAW]) expect(findNumber(number, all), number).toEqual([]);
  expect(findCode(CODE, all)).toEqual([]);
  // In a database values stand side by side, and ids may hold any four digits by chance, but not this often.
  for (const file of files) expect(countPlain(CODE, file), file.name).toBeLessThan(ROUNDS);
});

/** How many raw cards a back end sends; each would leave the code behind once if anything did. */
const ROUNDS = 8;

const checkOut = async (page: Page, service: RunningService, number: string, outcome: RegExp) => {
  const checkout = checkoutOn(page, service);
  await checkout.open();
  await checkout.fillInPerson();
  await checkout.card.type({ number, month: '12', year: '2040', cvv: CODE });
  await checkout.save();
  await expect(checkout.result).toHaveText(outcome);
};

const pay = async (page: Page, service: RunningService, number: string, words: string) => {
  const { card, save } = checkoutOn(page, service);
  await card.ready();
  await card.type({ number, month: '12', year: '2040', cvv: CODE.slice(0, 3) });
  await save();
  await expect(page.getByText(words).first()).toBeVisible();
};

/** A back end that sends raw cards, right and wrong ones, and the planted digits as an ordinary name. */
const sendRawCards = async ({ apiUrl }: RunningService): Promise<Haystack[]> => {
  const ask = async (method: string, path: string, body?: string) => {
    const headers = {
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
      Accept: 'application/xml',
      'Content-Type': 'application/xml; charset=utf-8',
      'X-Api-Version': '2.19',
    };
    const response = await fetch(`${apiUrl}/v2${path}`, { method, headers, ...(body && { body }) });
    const text = await response.text();
    return { status: response.status, seen: haystack(`answer to ${method} ${path}`, text + headersOf(response)) };
  };
  const billingInfo = (number: string, code: string) =>
    `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><number>${number}</number>` +
    `<verification_value>${code}</verification_value><month>12</month><year>2040</year><country>GB</country></billing_info>`;

  const heard: Haystack[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `<company_name>${PLANTED} ${PLANTED_CODE}</company_name>`;
    const account = `<account><account_code>raw-${round}</account_code>${name}${billingInfo(RAW, CODE)}</account>`;
    const created = await ask('POST', '/accounts', account);
    expect(created.status, created.seen.text).toBe(201);
    heard.push(created.seen);
  }
  const wrong = `${RAW.slice(0, -1)}${(Number(RAW.at(-1)) + 1) % 10}`;
  const attempts = [
    ['PUT', '/accounts/raw-0/billing_info', billingInfo(wrong, CODE), 422],
    ['PUT', '/accounts/raw-0/billing_info', billingInfo(DECLINED, CODE), 422],
    ['PUT', '/accounts/raw-0/billing_info', `${billingInfo(RAW, CODE)}<`, 400],
    ['PUT', '/accounts/raw-0/billing_info', billingInfo(`${RAW}x`, `${CODE}x`), 422],
    ['GET', '/accounts/raw-0/billing_info', undefined, 200],
    ['GET', '/accounts', undefined, 200],
  ] as const;
  for (const [method, path, body, status] of attempts) {
    const answer = await ask(method, path, body);
    expect(answer.status, answer.seen.text).toBe(status);
    heard.push(answer.seen);
  }
  return heard;
};

const headersOf = ({ headers }: Response): string => JSON.stringify([...headers]);

/** Bodies and headers of everything that reaches the browser, the frames' own answers included. */
const collectAnswers = (page: Page): (() => Promise<Haystack[]>) => {
  const answers: Promise<Haystack>[] = [];
  page.on('response', (response) => {
    const read = async () => {
      const body = await response.body().catch(() => Buffer.alloc(0));
      const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
      return haystack(
        `answer to ${response.request().method()} ${response.url()}`,
        `${body.toString('latin1')}${headers}`,
      );
    };
    answers.push(read());
  });
  return () => Promise.all(answers);
};

const databaseFiles = async (folder: string): Promise<Haystack[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => haystack(`file ${path}`, await readFile(path))));
};
