import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { canPress, findButton } from './button.ts';
import { type CardField, type CardKind, cardOf, enterCard, findCardFields } from './card.ts';
import { enteredIn, fillInputs } from './inputs.ts';
import type { CheckOptions } from './options.ts';
import { linesWithNewWords, shownLines } from './page-text.ts';
import { type CheckedRequest, type PageTraffic, watchTraffic } from './traffic.ts';

/** The consequences of a press of the button. */
export interface PressOutcome {
  /** The lines that the customer sees, with words that neither the form nor the page before had. */
  readonly saw: readonly string[];
  readonly orders: readonly CheckedRequest[];
  /** The page has another address, or was loaded again. */
  readonly left: boolean;
}

/** The customer at the checkout, in a browser without a past. */
export interface CheckoutVisit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly traffic: PageTraffic;
  /** Enters a card, and whatever else is empty. Throws if the page shows no card fields. */
  fill(card: CardKind): Promise<void>;
  /** Fills in what is empty beside the card. */
  fillInputs(): Promise<void>;
  /** Returns a selector of the button that pays; undefined if there is none now. */
  button(): Promise<string | undefined>;
  /** Whether the button is there and can be pressed. */
  canPay(): Promise<boolean>;
  /** Does something, waits until the page has reacted, and returns what followed. */
  after(act: () => Promise<unknown>): Promise<PressOutcome>;
  /** Presses the button, and returns what followed. */
  pay(): Promise<PressOutcome>;
  /** Returns what the customer has entered beside the card. */
  entered(): Promise<Record<string, string>>;
  picture(caption: string): Promise<void>;
  /** Finds the card fields; none if there are none. */
  fields(): Promise<CardField[]>;
  close(): Promise<void>;
}

/** Milliseconds without a change after which a page has reacted; longer if it has not reacted at all. */
const QUIET = { changed: 1_000, unchanged: 3_000 };
const LOOK_EVERY_MS = 100;

/** The page of a bank: settled, while the customer is to answer. */
export const CHALLENGE_FRAME = 'iframe.service-three-d-secure';

/** Prepares each page before the check fills it in. */
export type Prepare = (page: Page) => Promise<void>;

/** `open` returns a new browser context; `take` stores a picture. */
export const startVisit = async (
  open: (options?: BrowserContextOptions) => Promise<BrowserContext>,
  take: (page: Page, caption: string) => Promise<void>,
  { address, submit, patience }: CheckOptions,
  prepare: Prepare,
  contextOptions: BrowserContextOptions = {},
  change: (page: Page) => Promise<void> = async () => {},
): Promise<CheckoutVisit> => {
  const context = await open(contextOptions);
  const traffic = await watchTraffic(context);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
  await change(page);
  await page.goto(address, { waitUntil: 'load', timeout: Math.max(patience, 60_000) });
  await prepare(page);
  let isFilled = false;
  /** The form as it was when the customer first went on. */
  let form: readonly string[] = [];

  const visit: CheckoutVisit = {
    page,
    context,
    traffic,
    fields: () => findCardFields(page, patience),
    button: () => findButton(page, submit),
    async canPay() {
      const selector = await visit.button();
      return selector !== undefined && canPress(page, selector);
    },
    entered: () => enteredIn(page),
    async fillInputs() {
      const selector = await visit.button();
      if (selector !== undefined) await fillInputs(page, selector);
    },
    async fill(card) {
      const found = await visit.fields();
      if (found.length === 0) throw new Error('The page shows no card fields.');
      await visit.fillInputs();
      await enterCard(found, cardOf(card));
      isFilled = true;
    },
    async after(act) {
      const before = await shownLines(page);
      if (isFilled && form.length === 0) form = before;
      const from = traffic.orders.length;
      let left = false;
      const leave = () => {
        left = true;
      };
      page.on('domcontentloaded', leave);
      await act();
      await settled(visit, before, patience);
      page.off('domcontentloaded', leave);
      const saw = linesWithNewWords([...form, ...before], await shownLines(page));
      return { saw, orders: traffic.orders.slice(from), left };
    },
    async pay() {
      const selector = await visit.button();
      if (selector === undefined) return { saw: [], orders: [], left: false };
      // A page may compute a price first, and offer the button after it.
      await page
        .waitForFunction((s) => document.querySelector(s)?.matches(':not(:disabled, [aria-disabled=true])'), selector)
        .catch(() => {});
      return visit.after(() => page.locator(selector).first().click({ noWaitAfter: true }));
    },
    picture: (caption) => take(page, caption),
    close: () => context.close(),
  };
  return visit;
};

/** Waits until nothing has happened for a while: no request is on the way, no text changes, the button is not busy. */
const settled = async (visit: CheckoutVisit, before: readonly string[], patience: number): Promise<void> => {
  const { page, traffic } = visit;
  const start = performance.now();
  const first = before.join('\n');
  const orders = traffic.orders.length;
  let last = first;
  let since = start;
  while (performance.now() - start < patience) {
    await page.waitForTimeout(LOOK_EVERY_MS);
    const text = (await shownLines(page)).join('\n');
    const now = performance.now();
    if (text !== last || traffic.active > 0) since = now;
    last = text;
    const challenged = await page
      .locator(CHALLENGE_FRAME)
      .isVisible()
      .catch(() => false);
    if (challenged && traffic.active === 0 && now - since > QUIET.changed) return;
    const changed = text !== first || traffic.orders.length > orders;
    const busy = !challenged && (await isBusy(visit));
    if (now - since > (changed && !busy ? QUIET.changed : QUIET.unchanged) && !(busy && now - start < patience / 2))
      return;
  }
};

const isBusy = async (visit: CheckoutVisit): Promise<boolean> => {
  const selector = await visit.button().catch(() => undefined);
  return selector !== undefined && !(await canPress(visit.page, selector).catch(() => true));
};
