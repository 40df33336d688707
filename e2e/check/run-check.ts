import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../browsers.ts';
import { type CheckFinding, type Picture, problem, type Result, worst } from './finding.ts';
import type { CheckOptions } from './options.ts';
import { paymentCounter } from './payments.ts';
import type { Scene, Situation } from './situation.ts';
import { SITUATIONS } from './situations/index.ts';
import { type CheckoutVisit, type Prepare, startVisit } from './visit.ts';

/** Thrown if a page cannot be checked; the message says why. */
export class CannotCheck extends Error {}

const loadPrepare = async (file: string | undefined): Promise<Prepare> => {
  if (file === undefined) return async () => {};
  const { default: prepare } = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  if (typeof prepare !== 'function') throw new CannotCheck(`${file} has no default export that is a function.`);
  return prepare as Prepare;
};

/** Steps after which a situation has ended, however slow the page is. */
const MOST_STEPS = 15;

/** Returns the result of work that takes at most so many milliseconds; else rejects. */
const within = async <Value>(milliseconds: number, work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the page did not answer.')), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** A window that most customers have. */
const WINDOW: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  locale: 'en-US',
  ignoreHTTPSErrors: true,
};

/** Opens the page once, and throws CannotCheck if it has no card fields or no button. */
const tryPage = async (visit: CheckoutVisit, { address, submit }: CheckOptions) => {
  if ((await visit.fields()).length === 0) {
    throw new CannotCheck(`${address} shows no card fields. Does it need a cart or a login? See --prepare.`);
  }
  if ((await visit.button()) === undefined) {
    throw new CannotCheck(
      submit ? `${submit} matches nothing.` : 'There is no button that pays. Name it with --submit.',
    );
  }
};

/**
 * Runs the situations and writes their pictures. `tell` is called after each. Throws CannotCheck if the page cannot be
 * checked at all.
 */
export const runCheck = async (options: CheckOptions, tell: (result: Result) => void): Promise<Result[]> => {
  await mkdir(options.report, { recursive: true });
  const prepare = await loadPrepare(options.prepare);
  const executablePath = options.browser ?? findChromium();
  const browser = await chromium.launch({
    headless: !options.headed,
    args: CHROMIUM_FLAGS,
    ...(executablePath && { executablePath }),
  });
  const count = paymentCounter(options.api, options.privateKey);
  const paid: string[] = [];

  const run = async ({ name, title, run }: Situation): Promise<Result> => {
    const pictures: Picture[] = [];
    const contexts: BrowserContext[] = [];
    const open = async (more: BrowserContextOptions = {}) => {
      const context = await browser.newContext({ ...WINDOW, ...more });
      contexts.push(context);
      return context;
    };
    const take = async (page: Page, caption: string) => {
      const file = `${name}-${pictures.length + 1}.jpg`;
      const taken = await page
        .screenshot({ path: join(options.report, file), type: 'jpeg', quality: 70, animations: 'disabled' })
        .catch(() => undefined);
      if (taken) pictures.push({ file, caption });
    };
    const scene: Scene = {
      count,
      patience: options.patience,
      paid,
      visit: (contextOptions, change) => startVisit(open, take, options, prepare, contextOptions, change),
    };
    let findings: readonly CheckFinding[];
    try {
      findings = await within(MOST_STEPS * options.patience, run(scene));
    } catch (error) {
      if (error instanceof CannotCheck) throw error;
      findings = [problem(`The check could not go on: ${(error as Error).message.split('\n')[0]}`)];
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
    }
    return { name, title, level: worst(findings.map(({ level }) => level)), findings, pictures };
  };

  try {
    const first = await browser.newContext(WINDOW);
    const visit = await startVisit(
      async () => first,
      async () => {},
      options,
      prepare,
    ).catch((error: Error) => {
      throw new CannotCheck(`${options.address} does not open: ${error.message.split('\n')[0]}`);
    });
    await tryPage(visit, options);
    await first.close();
    const results: Result[] = [];
    for (const situation of SITUATIONS) {
      // What a payment looks like is compared with in the others.
      if (options.only.length > 0 && situation.name !== 'pays' && !options.only.includes(situation.name)) continue;
      const result = await run(situation);
      results.push(result);
      tell(result);
    }
    return results;
  } finally {
    await browser.close();
  }
};
