/**
 * Measures what card fields and the payment form cost a page; the aims are 1.5 and 1.3 times the baseline from an empty
 * cache, and 1.2 times for the form from a warm one. The baseline is an empty page with four empty frames of another
 * site, which no library can beat. All are loaded in turns, so that other load on the machine affects all; bytes are
 * counted in separate loads, because counting slows them down.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../browsers.ts';
import { cardFields } from '../fixtures/card-fields.ts';
import { startService } from '../fixtures/service.ts';
import { servePages } from './frames/pages.ts';
import { type Relay, relay, type Traffic } from './frames/relay.ts';

const ROUNDS = 21;

const CARD = { number: '4111 1111 1111 1111', month: '12', year: '2040', cvv: '123' };

/** A body as long as the request of a card field. */
const BODY = new URLSearchParams({
  first_name: 'Ada',
  last_name: 'Lovelace',
  key: 'demo-public-key',
  card: 'x'.repeat(60),
});

type Done = (error: Error | null, token: { readonly id: string }) => void;

/** The globals of the measured pages. */
declare const interactive: Promise<number>;
declare const form: object | undefined;
declare const service: {
  token(form: Element | null, done: Done): void;
  token(paymentForm: object, form: Element | null, done: Done): void;
};

/** Milliseconds. */
interface Round {
  readonly cold: number;
  readonly warm: number;
  /** The time from the request to the response. */
  readonly answer: number;
}

const open = async (context: BrowserContext, url: string): Promise<{ page: Page; took: number }> => {
  const page = await context.newPage();
  await page.goto(url);
  return { page, took: await page.evaluate(() => interactive) };
};

/** Loads a page with an empty cache, measures it, and loads it again with the warm cache. */
const round = async (browser: Browser, url: string, ask: (page: Page) => Promise<number>): Promise<Round> => {
  const context = await browser.newContext();
  const cold = await open(context, url);
  const answer = await ask(cold.page);
  await cold.page.close();
  const warm = await open(context, url);
  await context.close();
  return { cold: cold.took, warm: warm.took, answer };
};

const tokenOfFields = async (page: Page): Promise<number> => {
  await cardFields(page).fill(CARD);
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        service.token(document.querySelector('form'), (error) =>
          error ? reject(error) : resolve(performance.now() - began),
        );
      }),
  );
};

const tokenOfForm = async (page: Page): Promise<number> => {
  await cardFields(page).fill({ number: CARD.number, expiry: '12 / 40', cvv: CARD.cvv });
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const began = performance.now();
        service.token(form ?? {}, document.querySelector('form'), (error) =>
          error ? reject(error) : resolve(performance.now() - began),
        );
      }),
  );
};

const post = (page: Page): Promise<number> =>
  page.evaluate(async (body) => {
    const began = performance.now();
    const response = await fetch('/', { method: 'POST', body: new URLSearchParams(body) });
    await response.json();
    return performance.now() - began;
  }, BODY.toString());

/** Bytes on the wire for the first and for the second load. */
const traffic = async (browser: Browser, url: string, relays: readonly Relay[]) => {
  const context = await browser.newContext();
  const load = async (): Promise<Traffic> => {
    const { page } = await open(context, url);
    await page.close();
    const counted = relays.map((each) => each.traffic());
    const total = (name: keyof Traffic) => counted.reduce((sum, each) => sum + each[name], 0);
    return { bytes: total('bytes'), requests: total('requests') };
  };
  const loads = { cold: await load(), warm: await load() };
  await context.close();
  return loads;
};

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? 0;

const line = (...[name = '', ...cells]: readonly string[]): void =>
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(13)).join(''));

const house = await startService({ env: { RATE_LIMIT: 'off' } });
const pages = await servePages();
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS });
try {
  // The page is at 127.0.0.1, the frames at localhost: two sites, so that the browser runs them in two processes.
  const fieldsAt = (page: number, origin: string) => `http://127.0.0.1:${page}/card-fields?service=${origin}`;
  const formAt = (page: number, origin: string) => `http://127.0.0.1:${page}/payment-form?service=${origin}`;
  const framesAt = (page: number, origin: string) => `http://127.0.0.1:${page}/empty-frames?frames=${origin}`;
  const fieldsUrl = fieldsAt(pages.port, house.browserUrl);
  const formUrl = formAt(pages.port, house.browserUrl);
  const framesUrl = framesAt(pages.port, `http://localhost:${pages.port}`);

  const fields: Round[] = [];
  const forms: Round[] = [];
  const frames: Round[] = [];
  await round(browser, framesUrl, post);
  await round(browser, fieldsUrl, tokenOfFields);
  await round(browser, formUrl, tokenOfForm);
  for (let i = 0; i < ROUNDS; i++) {
    frames.push(await round(browser, framesUrl, post));
    fields.push(await round(browser, fieldsUrl, tokenOfFields));
    forms.push(await round(browser, formUrl, tokenOfForm));
  }

  const relays = [await relay(pages.port), await relay(Number(new URL(house.browserUrl).port))] as const;
  const [ofPages, ofService] = relays;
  const wire = {
    frames: await traffic(browser, framesAt(ofPages.port, `http://localhost:${ofPages.port}`), relays),
    fields: await traffic(browser, fieldsAt(ofPages.port, `http://localhost:${ofService.port}`), relays),
    form: await traffic(browser, formAt(ofPages.port, `http://localhost:${ofService.port}`), relays),
  };
  for (const each of relays) each.close();

  const medianOf = (rounds: readonly Round[], what: keyof Round) =>
    quantile(
      rounds.map((each) => each[what]),
      0.5,
    );
  const row = (name: string, rounds: readonly Round[], floor: readonly Round[], what: keyof Round, sent?: Traffic) => {
    const values = rounds.map((each) => each[what]);
    const ms = (q: number) => {
      const value = quantile(values, q);
      return value.toFixed(value < 100 ? 1 : 0);
    };
    line(
      name,
      `${ms(0.5)} ms`,
      `${ms(0.25)}-${ms(0.75)} ms`,
      rounds === floor ? 'floor' : `${(medianOf(rounds, what) / medianOf(floor, what)).toFixed(2)} x`,
      sent ? `${(sent.bytes / 1000).toFixed(1)} kB` : '',
      sent ? String(sent.requests) : '',
    );
  };

  console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds, alternating`);
  line('', 'median', 'middle half', 'to the floor', 'bytes', 'requests');
  row('four empty frames, empty cache', frames, frames, 'cold', wire.frames.cold);
  row('four card fields, empty cache', fields, frames, 'cold', wire.fields.cold);
  row('payment form, empty cache', forms, frames, 'cold', wire.form.cold);
  row('four empty frames, warm cache', frames, frames, 'warm', wire.frames.warm);
  row('four card fields, warm cache', fields, frames, 'warm', wire.fields.warm);
  row('payment form, warm cache', forms, frames, 'warm', wire.form.warm);
  row('a POST to a bare server', frames, frames, 'answer');
  row('token() of card fields', fields, frames, 'answer');
  row('token() of the payment form', forms, frames, 'answer');
  const ratio = (rounds: readonly Round[], what: 'cold' | 'warm') =>
    (medianOf(rounds, what) / medianOf(frames, what)).toFixed(2);
  console.log(
    [
      `Four card fields take ${ratio(fields, 'cold')} times as long as four empty frames (empty cache); the aim is 1.5.`,
      `The payment form takes ${ratio(forms, 'cold')} times as long (warm cache: ${ratio(forms, 'warm')}); the aims are 1.3 and 1.2.`,
      'Frames: from the start of the navigation to `load`, or to the event `ready`.',
      'The baseline of token() is a POST of about as many bytes to a server that ignores them.',
      'Bytes and requests: of the whole page; answers with their headers, as sent over the wire.',
    ].join('\n'),
  );
} finally {
  await browser.close();
  pages.close();
  await house.stop();
}
