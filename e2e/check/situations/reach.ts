import type { Page } from '@playwright/test';
import { type CheckFinding, checkWarning, good, problem } from '../finding.ts';
import { quoted } from '../page-text.ts';
import type { Situation } from '../situation.ts';

/** Returns what sticks out of a page that scrolls sideways; nothing if it does not. */
const wideParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + 1) return [];
    const name = (element: Element) =>
      element.localName + (element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : '');
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1) && element.checkVisibility();
    });
    const innermost = out.filter((element) => !out.some((other) => other !== element && element.contains(other)));
    return [...new Set(innermost.map(name))].slice(0, 5).concat(innermost.length === 0 ? ['the page'] : []);
  });

/** Whether the middle of the button is inside the window and nothing covers it, once it is scrolled to. */
const reachable = async (page: Page, selector: string): Promise<boolean> => {
  const button = page.locator(selector).first();
  await button.scrollIntoViewIfNeeded().catch(() => {});
  return button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });
};

export const zoom: Situation = {
  name: 'zoom',
  title: 'The page is enlarged to 400 %',
  async run(scene) {
    // A window of 1280 by 1024 pixels.
    const visit = await scene.visit({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });
    const fields = await visit.fields();
    await visit.picture('at 400 %');
    const wide = await wideParts(visit.page);
    const findings: CheckFinding[] = [];
    if (wide.length > 0) findings.push(problem(`At 400 %, the page scrolls sideways because of ${wide.join(', ')}.`));
    else findings.push(good('At 400 %, nothing scrolls sideways.'));
    if (fields.length === 0) findings.push(problem('At 400 %, there are no card fields.'));
    const selector = await visit.button();
    const isReachable = selector !== undefined && (await reachable(visit.page, selector));
    await visit.picture('the button at 400 %');
    findings.push(
      isReachable
        ? good('At 400 %, the button can be reached.')
        : problem('At 400 %, the button cannot be reached, or is covered.'),
    );
    return findings;
  },
};

export const rightToLeft: Situation = {
  name: 'right-to-left',
  title: 'The page is read from right to left',
  async run(scene) {
    const visit = await scene.visit({ viewport: { width: 360, height: 740 } });
    await visit.fields();
    await visit.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await visit.fill('approved');
    await visit.picture('from right to left');
    const wide = await wideParts(visit.page);
    const leftBound = await visit.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('label, legend, button, h1, h2, p')]
        .filter((element) => element.checkVisibility() && element.innerText.trim() !== '')
        .filter(
          (element) => getComputedStyle(element).textAlign === 'left' || getComputedStyle(element).direction === 'ltr',
        )
        .map((element) => element.innerText.trim().split('\n')[0] ?? ''),
    );
    const findings: CheckFinding[] = [];
    if (wide.length > 0)
      findings.push(problem(`From right to left, the page scrolls sideways because of ${wide.join(', ')}.`));
    else findings.push(good('From right to left, nothing scrolls sideways.'));
    if (leftBound.length > 0) {
      findings.push(
        checkWarning(`These stay at the left (use \`start\` instead of \`left\`): ${quoted(leftBound.slice(0, 5))}`),
      );
    }
    return findings;
  },
};

/** Presses of Tab after which the keyboard has been everywhere on a checkout. */
const MOST_TABS = 150;

/** Returns the place of the focus: in a card field, at the button, in an empty input, or elsewhere. */
const focusOf = (page: Page, button: string): Promise<{ at: 'frame' | 'button' | 'empty' | 'other'; name: string }> =>
  page.evaluate((button) => {
    const element = document.activeElement as HTMLInputElement | null;
    const name = element?.title || element?.ariaLabel || element?.name || element?.id || element?.localName || '';
    if (element?.matches('iframe[src*="/js/v1/field.html"]')) return { at: 'frame' as const, name: element.src + name };
    if (element?.matches(button)) return { at: 'button' as const, name };
    const typed = element?.matches('input:not([type=radio], [type=checkbox]), textarea') && element.value === '';
    return { at: typed ? ('empty' as const) : ('other' as const), name };
  }, button);

export const keyboard: Situation = {
  name: 'keyboard',
  title: 'The customer uses the keyboard only',
  async run(scene) {
    const visit = await scene.visit();
    const { page } = visit;
    const fields = await visit.fields();
    // Names and addresses first: what is typed into them is no question of this situation.
    await visit.fill('approved');
    const selector = await visit.button();
    if (selector === undefined) return [problem('There is no button.')];
    const button = page.locator(selector).first();
    const unfocused = await button.screenshot({ animations: 'disabled' }).catch(() => undefined);
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      getSelection()?.removeAllRanges();
      scrollTo(0, 0);
    });
    const visited = new Set<string>();
    let reached = false;
    for (let tabs = 0; tabs < MOST_TABS && !reached; tabs += 1) {
      await page.keyboard.press('Tab');
      const { at, name } = await focusOf(page, selector);
      if (at === 'frame') visited.add(name);
      reached = at === 'button';
    }
    const findings: CheckFinding[] = [];
    const missing = fields.length - visited.size;
    if (missing > 0) findings.push(problem(`${missing} of ${fields.length} card fields cannot be reached with Tab.`));
    else findings.push(good('Every card field can be reached with Tab.'));
    if (!reached) return [...findings, problem('The button cannot be reached with Tab.')];
    await page.waitForTimeout(300);
    const focused = await button.screenshot({ animations: 'disabled' }).catch(() => undefined);
    await visit.picture('the button has the focus');
    if (unfocused && focused?.equals(unfocused)) {
      findings.push(
        checkWarning('The button looks the same with the focus: give it a visible outline (`:focus-visible`).'),
      );
    }
    const { orders, saw } = await visit.after(() => page.keyboard.press('Enter'));
    await visit.picture('after Enter');
    findings.push(
      orders.length > 0
        ? good(`Enter on the button pays: ${quoted(saw)}`)
        : problem(`Enter on the button does not pay. The customer sees: ${quoted(saw) || 'nothing new'}.`),
    );
    return findings;
  },
};
