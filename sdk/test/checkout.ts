import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { CardState } from '../src/types.ts';
import { type Origins, openOrigins } from './origins.ts';

/** Returns a checkout page around `body`, with the library loaded and its events recorded in `window.seen`. */
export const checkout = (browser: string, body: string, options: object = {}): string => `<!doctype html>
<title>Checkout</title>
<form id="form">
  ${body}
  <button>Pay</button>
</form>
<script src="${browser}/v1/service.js"></script>
<script>
  window.seen = { events: [], states: [], messages: [], outcomes: [] };
  addEventListener('message', ({ data }) => seen.messages.push(JSON.stringify(data)));
  service.on('change', (state) => seen.states.push(state));
  for (const event of ['configured', 'ready', 'field:submit']) {
    service.on(event, (...args) => seen.events.push([event, ...args].join()));
  }
  service.on('error', (error) => seen.events.push('error ' + error.code));
  service.configure({ publicKey: 'key', ...${JSON.stringify(options)} });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    service.token(form, (error, token) => {
      const { name, code, fields, details } = error ?? {};
      const hidden = form.querySelector('[data-service=token]')?.value;
      seen.outcomes.push(
        error
          ? { name, code, fields, details, hidden, genuine: error instanceof service.ServiceError }
          : { token, hidden },
      );
    });
  });
</script>`;

/** The record of the script of `checkout`. */
export interface Seen {
  readonly events: string[];
  readonly states: CardState[];
  readonly messages: string[];
  readonly outcomes: Record<string, unknown>[];
}

export const FIELDS = `
  <label>First name <input data-service="first_name" value="Ada"></label>
  <label>Last name <input data-service="last_name" value="Lovelace"></label>
  <label for="number">Number</label> <div id="number" data-service="number"></div>
  <label>Month <div id="month" data-service="month"></div></label>
  <label for="year">Year</label> <div id="year" data-service="year"></div>
  <label for="cvv">Code</label> <div id="cvv" data-service="cvv"></div>`;

const TITLES = {
  number: 'Card number',
  month: 'Expiry month',
  year: 'Expiry year',
  cvv: 'Security code',
};

export type Card = Record<keyof typeof TITLES, string>;

export const CARD: Card = { number: '4111111111111111', month: '12', year: '40', cvv: '123' };

/** The customer at the checkout page, and the events that the page gets. */
export class Checkout {
  readonly page: Page;
  readonly #origins: Origins;

  constructor(page: Page, origins: Origins) {
    this.page = page;
    this.#origins = origins;
  }

  async open(body = FIELDS, options: object = {}): Promise<void> {
    this.#origins.page = checkout(this.#origins.browser, body, options);
    await this.page.goto(this.#origins.shop);
  }

  input(name: keyof Card): Locator {
    return this.page.frameLocator(`iframe[title="${TITLES[name]}"]`).getByLabel(TITLES[name]);
  }

  async type(values: Partial<Card>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.input(name as keyof Card).pressSequentially(value);
  }

  async pay(): Promise<Record<string, unknown>> {
    const before = (await this.seen()).outcomes.length;
    await this.page.getByRole('button', { name: 'Pay' }).click();
    await expect.poll(async () => (await this.seen()).outcomes.length).toBe(before + 1);
    return (await this.seen()).outcomes[before] ?? {};
  }

  seen(): Promise<Seen> {
    return this.page.evaluate(() => (window as never as { seen: Seen }).seen);
  }

  async state(): Promise<CardState['fields']> {
    return (await this.seen()).states.at(-1)?.fields ?? {};
  }
}

/**
 * The shop has another host than the frames, so that browsers run them in different processes. Firefox's driver cannot
 * type into a frame of another process, so there only the ports differ.
 */
const SHOP_HOSTS: Readonly<Record<string, string>> = { chromium: '127.0.0.1', firefox: 'localhost' };

export const test = base.extend<{ long: boolean; origins: Origins; shop: Checkout }>({
  /** Whether this is `npm run test:long`, which runs more cases. */
  long: [false, { option: true }],
  origins: async ({ browserName }, use) => {
    const origins = await openOrigins(SHOP_HOSTS[browserName] ?? 'localhost');
    await use(origins);
    origins.close();
  },
  shop: async ({ page, origins }, use) => use(new Checkout(page, origins)),
});

export { expect };
