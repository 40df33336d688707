import type { Request, Route } from '@playwright/test';
import { type CheckFinding, checkWarning, good, problem } from '../finding.ts';
import { linesWithNewWords, newLines, quoted, shownLines } from '../page-text.ts';
import { judgeForm, judgeMessage, payAfter, type Situation } from '../situation.ts';
import { tokensOf } from '../traffic.ts';
import type { CheckoutVisit } from '../visit.ts';

export const slow: Situation = {
  name: 'slow',
  title: 'The network is slow',
  async run(scene) {
    const visit = await scene.visit();
    await visit.fill('approved');
    const before = await shownLines(visit.page);
    const held: Route[] = [];
    let hold = true;
    visit.traffic.intercept = async (route) => {
      // A page that is being left answers no questions until it has been.
      if (hold && !route.request().isNavigationRequest()) held.push(route);
      else await route.continue();
    };
    const selector = (await visit.button()) ?? 'body';
    const look = await visit.page
      .locator(selector)
      .first()
      .screenshot({ animations: 'disabled' })
      .catch(() => undefined);
    const { orders } = await visit.pay();
    if (orders.length === 0) return [problem('Pressing the button sends no order.')];
    if (orders.some(({ navigates }) => navigates)) {
      return [good('The form loads a new page: the browser shows that it waits, and sends the form once.')];
    }
    await visit.picture('while the order is on its way');
    const saw = newLines(before, await shownLines(visit.page));
    const canPress = await visit.canPay();
    const now = await visit.page
      .locator(selector)
      .first()
      .screenshot({ animations: 'disabled' })
      .catch(() => undefined);
    const looksTheSame = look !== undefined && now !== undefined && look.equals(now);
    const findings: CheckFinding[] = [];
    if (saw.length === 0 && looksTheSame)
      findings.push(checkWarning('While the order is on its way, nothing on the page shows it.'));
    else
      findings.push(
        good(`While the order is on its way, the page shows it${saw.length > 0 ? `: ${quoted(saw)}` : '.'}`),
      );
    if (canPress) {
      const more = await visit.pay();
      const all = tokensOf([...orders, ...more.orders]).size;
      if (all > 1) findings.push(problem('While the order is on its way, another press sends another order.'));
    } else findings.push(good('While the order is on its way, the button cannot be pressed again.'));
    hold = false;
    await visit.after(() => Promise.all(held.map((route) => route.continue().catch(() => {}))));
    await visit.picture('the answer has come');
    return findings;
  },
};

export const offline: Situation = {
  name: 'offline',
  title: 'There is no network',
  async run(scene) {
    const visit = await scene.visit();
    await visit.fill('approved');
    const before = await visit.entered();
    await visit.context.setOffline(true);
    const outcome = await visit.pay();
    await visit.picture('without a network');
    await visit.context.setOffline(false);
    if (outcome.left)
      return [problem('Without a network, the form leaves the page, and the customer sees an error of the browser.')];
    return [
      ...(await judgeMessage(visit, outcome, scene.paid, 'the failed connection')),
      ...(await judgeForm(visit, before, 'the failed connection')),
      await payAfter(visit, scene.paid, 'the failed connection'),
    ];
  },
};

/** A policy that keeps out everything of another origin, as a mistake or a content blocker does. */
const POLICY = "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; frame-src 'none'";

const loadBlocked = async (visit: Pick<CheckoutVisit, 'page'>): Promise<void> => {
  await visit.page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest() || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    const headers: Record<string, string> = { ...response.headers() };
    const own = headers['content-security-policy'];
    headers['content-security-policy'] = own ? `${own}, ${POLICY}` : POLICY;
    return route.fulfill({ response, headers });
  });
};

/** A line that asks for patience explains nothing. */
const WAITS = /(…|\.\.\.)$/;

/** Records the forms that a page sends and the pages that it opens, in any window; a reload is neither. */
const watchForms = (visit: CheckoutVisit): readonly Request[] => {
  const sent: Request[] = [];
  const address = visit.page.url();
  visit.context.on('request', (request) => {
    const isReload = request.method() === 'GET' && request.url() === address;
    if (request.isNavigationRequest() && !isReload) sent.push(request);
  });
  return sent;
};

const hasEntered = (request: Request): boolean =>
  /ada(%40|@)example|Lovelace/.test(`${request.url()} ${request.postData() ?? ''}`);

export const blocked: Situation = {
  name: 'blocked',
  title: 'A policy or a content blocker blocks the library',
  async run(scene) {
    const normal = await scene.visit();
    await normal.fields();
    // With its prices, which a page may compute last.
    await normal.after(async () => {});
    const usual = await shownLines(normal.page);
    const broken: string[] = [];
    const visit = await scene.visit({}, async (page) => {
      page.on('pageerror', ({ message }) => broken.push(message.split('\n')[0] ?? ''));
      await loadBlocked({ page });
    });
    await visit.after(async () => {
      await visit.page
        .waitForFunction((words) => !words.includes(document.body.innerText), usual.join('\n'), {
          timeout: scene.patience / 2,
        })
        .catch(() => {});
    });
    await visit.picture('the library is blocked');
    const explanation = async () =>
      linesWithNewWords(usual, await shownLines(visit.page)).filter((line) => !WAITS.test(line));
    const before = await explanation();
    const sent = watchForms(visit);
    const pressed = await visit.canPay();
    if (pressed) {
      await visit.fillInputs();
      await visit.pay();
      await visit.picture('the button was pressed');
    }
    const findings: CheckFinding[] = [];
    if (sent.length > 0) {
      const inAddress = sent.some((request) => hasEntered(request) && request.method() === 'GET');
      const where = inAddress ? ', with what the customer entered in the address' : '';
      findings.push(problem(`Without the library, the button sends the form without a token${where}.`));
    } else {
      findings.push(good('Without the library, no form is sent.'));
    }
    // The page that a form opened explains nothing about the one before.
    const after = sent.length > 0 ? [] : await explanation();
    if (before.length > 0) findings.push(good(`Without the library, the customer sees: ${quoted(before)}`));
    else if (after.length > 0)
      findings.push(
        checkWarning(`Nothing explains the missing card fields before the button is pressed; then: ${quoted(after)}`),
      );
    else findings.push(problem('Without the library, the card fields are missing and nothing explains it.'));
    if (broken.length > 0) {
      findings.push(checkWarning(`Without the library, a script of the page fails: ${quoted([...new Set(broken)])}`));
    }
    return findings;
  },
};
