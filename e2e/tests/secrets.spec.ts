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
/** Planted where the search must find it, which proves that the search works. */
const PLANTED = withCheckDigit('601198237451066');
const CODE = '7391';
const PLANTED_CODE = '6284';
/** Sent with a raw card each. Any of them may occur in some id by chance, but not all of them. */
const CODES = Array.from({ length: 16 }, (_, round) => String(2203 + 419 * round));
const PLANTED_CODES = CODES.map((code) => String(Number(code) + 168));

/** The most verbose log level of the service and its shop. */
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

  // First the proof that the search covers the right places: it finds the planted value.
  const planted = findNumber(PLANTED, all).join('\n');
  expect(planted).toMatch(/^answer .*: plain$/m);
  expect(planted).toMatch(/^file .*: plain$/m);
  expect(findCode(PLANTED_CODE, all).join('\n')).toMatch(/^answer .*: plain$/m);
  expect(files.filter((file) => holdsAll(PLANTED_CODES, file))).not.toEqual([]);
  expect(logs[0]?.text).toContain('token');

  for (const number of [TYPED, DECLINED, RAW]) expect(findNumber(number, all), number).toEqual([]);
  expect(findCode(CODE, all)).toEqual([]);
  for (const code of CODES) expect(findCode(code, [...logs, ...xml]), code).toEqual([]);
  // In a database file, values are adjacent, so a single code cannot be told from part of an id.
  expect(files.filter((file) => holdsAll(CODES, file)).map(({ name }) => name)).toEqual([]);
});

const holdsAll = (codes: readonly string[], file: Haystack): boolean =>
  codes.every((code) => countPlain(code, file) > 0);

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

/** Sends raw cards as a back end does, valid and invalid ones, and the planted digits as an ordinary name. */
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

  const observed: Haystack[] = [];
  for (const [round, code] of CODES.entries()) {
    const name = `<company_name>${PLANTED} ${PLANTED_CODE} ${PLANTED_CODES[round]}</company_name>`;
    const account = `<account><account_code>raw-${round}</account_code>${name}${billingInfo(RAW, code)}</account>`;
    const created = await ask('POST', '/accounts', account);
    expect(created.status, created.seen.text).toBe(201);
    observed.push(created.seen);
  }
  for (const [kind, number] of Object.entries({ approved: RAW, declined: DECLINED })) {
    for (const [path, body] of sales(kind, billingInfo(number, CODE))) {
      const answer = await ask('POST', path, body);
      expect([200, 201, 422], answer.seen.text).toContain(answer.status);
      observed.push(answer.seen);
    }
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
    observed.push(answer.seen);
  }
  return observed;
};

/** Sells everything that can be sold for a raw card, to an account that the first order creates. */
const sales = (code: string, info: string): [path: string, body: string][] => {
  const buyer = (name: string) =>
    `<${name}><account_code>${code}</account_code>${info}</${name}><currency>USD</currency>`;
  const price = '<unit_amount_in_cents>1500</unit_amount_in_cents>';
  const purchase = () =>
    `<purchase>${buyer('account')}<adjustments><adjustment>${price}</adjustment></adjustments></purchase>`;
  const friend = '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery>';
  return [
    ['/purchases', purchase()],
    ['/purchases/authorize', purchase()],
    ['/purchases/preview', purchase()],
    ['/subscriptions', `<subscription><plan_code>tideline</plan_code>${buyer('account')}</subscription>`],
    ['/transactions', `<transaction>${buyer('account')}<amount_in_cents>700</amount_in_cents></transaction>`],
    [
      '/gift_cards',
      `<gift_card>${buyer('gifter_account')}<product_code>tideline</product_code>${price}${friend}</gift_card>`,
    ],
  ];
};

const headersOf = ({ headers }: Response): string => JSON.stringify([...headers]);

/** Bodies and headers of everything that reaches the browser, including answers to the frames. */
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
