import { type CheckFinding, checkWarning, good, problem } from '../finding.ts';
import { linesWithNewWords, newLines, quoted, shownLines } from '../page-text.ts';
import { counted, judgeMessage, judgeWords, type Situation, timesText } from '../situation.ts';
import { type CheckedRequest, tokensOf } from '../traffic.ts';
import type { CheckoutVisit } from '../visit.ts';

/** Judges whether a customer who wanted to pay once pays once. `payments`: undefined if they were not counted. */
const judgeCharges = (orders: readonly CheckedRequest[], payments: number | undefined, what: string): CheckFinding => {
  const tokens = tokensOf(orders).size;
  if (payments === 1) return good(`After ${what}, the customer was charged once.`);
  if (payments === 0) return problem(`After ${what}, the customer was not charged at all.`);
  if (payments !== undefined) return problem(`After ${what}, the customer was charged ${timesText(payments)}.`);
  if (tokens < 2) return good(`After ${what}, the orders carry one token, which pays once.`);
  return problem(
    `After ${what}, your server gets ${tokens} orders with different tokens, and the customer may be charged ${timesText(tokens)}. ` +
      'Repeat the same order, or make sure that your server recognizes it; with SERVICE_PRIVATE_KEY, payments are counted.',
  );
};

export const doublePress: Situation = {
  name: 'double-press',
  title: 'The customer presses the button twice',
  async run(scene) {
    const visit = await scene.visit();
    await visit.fill('approved');
    const selector = await visit.button();
    if (selector === undefined) return [problem('There is no button.')];
    await visit.page
      .waitForFunction((s) => document.querySelector(s)?.matches(':not(:disabled, [aria-disabled=true])'), selector)
      .catch(() => {});
    const { value, payments } = await counted(scene.count, () =>
      visit.after(() => visit.page.locator(selector).first().dblclick({ noWaitAfter: true })),
    );
    await visit.picture('after two presses');
    const findings = [judgeCharges(value.orders, payments, 'two presses')];
    if (scene.paid.length > 0 && newLines(scene.paid, value.saw).length === value.saw.length) {
      findings.push(
        checkWarning(`After two presses, the customer sees something else than after one: ${quoted(value.saw)}`),
      );
    }
    return findings;
  },
};

/** Goes back from an error of the browser, or opens the page again if the error has taken its place. */
const returnTo = async ({ page }: CheckoutVisit, address: string): Promise<void> => {
  await page.goBack().catch(() => {});
  if (page.url() !== address) await page.goto(address);
};

export const lostAnswer: Situation = {
  name: 'lost-answer',
  title: 'The network fails after the order was sent',
  async run(scene) {
    const visit = await scene.visit();
    await visit.fill('approved');
    const address = visit.page.url();
    const { value, payments } = await counted(scene.count, async () => {
      visit.traffic.intercept = async (route) => {
        await route.fetch().catch(() => {});
        await route.abort('connectionreset');
      };
      const lost = await visit.pay();
      visit.traffic.intercept = undefined;
      await visit.picture('the answer was lost');
      const navigated = lost.orders.some(({ navigates }) => navigates);
      const told = navigated
        ? [checkWarning('The form loads a new page, so the customer sees an error of the browser, and has to go back.')]
        : await judgeMessage(visit, lost, scene.paid, 'the lost answer');
      if (navigated) await returnTo(visit, address);
      const again = await visit.canPay();
      if (again && navigated) await visit.fill('approved');
      const second = again ? await visit.pay() : undefined;
      await visit.picture('pressed again');
      return { orders: [...lost.orders, ...(second?.orders ?? [])], told, second };
    });
    if (value.orders.length === 0) return [problem('Pressing the button sends no order.')];
    const findings = [...value.told, judgeCharges(value.orders, payments, 'a lost answer and a second press')];
    if (value.second) {
      findings.push(good(`After the second press, the customer sees: ${quoted(value.second.saw) || 'nothing new'}`));
      findings.push(...judgeWords(value.second.saw));
    } else
      findings.push(
        checkWarning('The customer cannot press the button again, and does not learn whether they have paid.'),
      );
    return findings;
  },
};

/** Fills in the form, and returns what the page shows of it: empty, and with a card whose brand hides the others. */
const linesOfForm = async (visit: CheckoutVisit): Promise<string[]> => {
  await visit.fields();
  const empty = await shownLines(visit.page);
  await visit.fill('approved');
  return [...empty, ...(await shownLines(visit.page))];
};

/** Says whether a page tells the customer that they have paid. `said`: its lines about the payment. */
const judgeMemory = (said: readonly string[], what: string): CheckFinding =>
  said.length > 0
    ? good(`After ${what}, the page says of the payment: ${quoted(said)}`)
    : checkWarning(`After ${what}, nothing tells the customer that they have paid.`);

export const back: Situation = {
  name: 'back',
  title: 'The customer goes back after paying',
  async run(scene) {
    const visit = await scene.visit();
    const form = await linesOfForm(visit);
    const { value, payments } = await counted(scene.count, async () => {
      const first = await visit.pay();
      await visit.after(() => visit.page.goBack().catch(() => {}));
      await visit.picture('after Back');
      const isShop = visit.page.url() !== 'about:blank';
      const said = linesWithNewWords(form, await shownLines(visit.page));
      const isBack = isShop && (await visit.canPay());
      const second = isBack ? await visit.pay() : undefined;
      if (second) await visit.picture('pressed the button after Back');
      return { orders: [...first.orders, ...(second?.orders ?? [])], first, second, isShop, said };
    });
    if (value.first.orders.length === 0) return [problem('Pressing the button sends no order.')];
    const findings: CheckFinding[] = [judgeCharges(value.orders, payments, 'Back and a press of the button')];
    if (value.isShop) findings.push(judgeMemory(value.said, 'Back'));
    if (value.second && value.second.saw.length > 0) {
      const words = quoted(value.second.saw);
      findings.push(good(`After Back and a press of the button, the customer sees: ${words}`));
      findings.push(...judgeWords(value.second.saw));
    } else if (value.second) {
      findings.push(
        checkWarning('After Back, the button is there, and pressing it does nothing that the customer sees.'),
      );
    }
    return findings;
  },
};

export const reload: Situation = {
  name: 'reload',
  title: 'The customer reloads the page after paying',
  async run(scene) {
    const visit = await scene.visit();
    const form = await linesOfForm(visit);
    const { value, payments } = await counted(scene.count, async () => {
      const first = await visit.pay();
      const reloaded = await visit.after(() => visit.page.reload());
      await visit.picture('after the reload');
      return { first, reloaded, lines: await shownLines(visit.page) };
    });
    const { first, reloaded, lines } = value;
    if (first.orders.length === 0) return [problem('Pressing the button sends no order.')];
    const findings = [judgeCharges([...first.orders, ...reloaded.orders], payments, 'a reload')];
    if (reloaded.orders.length > 0) {
      findings.push(
        problem(
          `The reload sends the order again, and the customer sees: ${quoted(reloaded.saw) || 'the same'}. ` +
            'Answer a form with a redirect (303) to a page about the order.',
        ),
      );
    } else {
      findings.push(judgeMemory(linesWithNewWords(form, lines), 'the reload'));
    }
    return findings;
  },
};
