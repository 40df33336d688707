import { type CheckFinding, checkWarning, good, problem } from '../finding.ts';
import { quoted } from '../page-text.ts';
import { judgeForm, judgeMessage, payAfter, type Scene, type Situation } from '../situation.ts';
import { CHALLENGE_FRAME, type CheckoutVisit, type PressOutcome } from '../visit.ts';

export const decline: Situation = {
  name: 'decline',
  title: 'The bank declines the card',
  async run(scene) {
    const visit = await scene.visit();
    await visit.fill('declined');
    const before = await visit.entered();
    const outcome = await visit.pay();
    await visit.picture('declined');
    const findings = [
      ...(await judgeMessage(visit, outcome, scene.paid, 'the decline')),
      ...(await judgeForm(visit, before, 'the decline')),
    ];
    return [...findings, await payAfter(visit, scene.paid, 'the decline')];
  },
};

/** Waits for the page of the bank, and returns whether it came. */
const challenged = (visit: CheckoutVisit, patience: number): Promise<boolean> =>
  visit.page
    .locator(CHALLENGE_FRAME)
    .waitFor({ timeout: patience / 2 })
    .then(
      () => true,
      () => false,
    );

const NO_CHALLENGE =
  'The page shows no challenge (3-D Secure), so cards whose bank asks for a confirmation cannot be used. The customer sees: ';

/** Begins a payment that the bank asks about. Returns findings instead if the page does not show the challenge. */
const beginChallenge = async (scene: Scene, visit: CheckoutVisit): Promise<CheckFinding[] | undefined> => {
  await visit.fill('challenge');
  const outcome = await visit.pay();
  if (await challenged(visit, scene.patience)) return undefined;
  await visit.picture('no challenge');
  return [problem(`${NO_CHALLENGE}${quoted(outcome.saw) || 'nothing'}.`)];
};

const bank = (visit: CheckoutVisit) => visit.page.frameLocator(CHALLENGE_FRAME).frameLocator('#bank');

/** Presses a button of the bank, by script, because it removes its own frame. */
const press = (visit: CheckoutVisit, decision: 'confirm' | 'refuse') =>
  bank(visit)
    .locator(`button[value=${decision}]`)
    .evaluate((button: HTMLElement) => void setTimeout(() => button.click()))
    .catch(() => {});

/** Leaves the error of a challenge that the page keeps showing. */
const leaveEnd = async (visit: CheckoutVisit): Promise<void> => {
  const leave = visit.page.frameLocator(CHALLENGE_FRAME).locator('#leave');
  if (await leave.isVisible().catch(() => false)) await leave.click().catch(() => {});
};

const unfinished = async (scene: Scene, what: string, end: (visit: CheckoutVisit) => Promise<void>) => {
  const visit = await scene.visit();
  const missing = await beginChallenge(scene, visit);
  if (missing) return missing;
  await visit.picture('the bank asks');
  const before = await visit.entered();
  const outcome: PressOutcome = await visit.after(async () => {
    await end(visit);
    await visit.page
      .locator(CHALLENGE_FRAME)
      .waitFor({ state: 'detached', timeout: scene.patience })
      .catch(() => {});
  });
  await visit.picture(what);
  const findings: CheckFinding[] = [];
  if (outcome.orders.length > 0) findings.push(problem(`After ${what}, the page sends the order all the same.`));
  findings.push(...(await judgeMessage(visit, outcome, scene.paid, what)));
  findings.push(...(await judgeForm(visit, before, what)));
  return [...findings, await payAfter(visit, scene.paid, what)];
};

export const confirmed: Situation = {
  name: 'confirmed',
  title: 'The bank asks, and the customer confirms (3-D Secure)',
  async run(scene) {
    const visit = await scene.visit();
    const missing = await beginChallenge(scene, visit);
    if (missing) return missing;
    const outcome = await visit.after(async () => {
      await press(visit, 'confirm');
      await visit.page
        .locator(CHALLENGE_FRAME)
        .waitFor({ state: 'detached', timeout: scene.patience })
        .catch(() => {});
    });
    await visit.picture('after the confirmation');
    if (outcome.orders.length === 0)
      return [problem('After the confirmation, the page does not send the order again.')];
    return [good(`After the confirmation, the customer sees: ${quoted(outcome.saw)}`)];
  },
};

export const refused: Situation = {
  name: 'refused',
  title: 'The bank asks, and the customer refuses (3-D Secure)',
  run: (scene) =>
    unfinished(scene, 'the refusal', async (visit) => {
      await press(visit, 'refuse');
      const challenge = visit.page.locator(CHALLENGE_FRAME);
      const leave = visit.page.frameLocator(CHALLENGE_FRAME).locator('#leave');
      await Promise.race([
        challenge.waitFor({ state: 'detached', timeout: scene.patience }),
        leave.waitFor({ timeout: scene.patience }),
      ]).catch(() => {});
      await leaveEnd(visit);
    }),
};

export const abandoned: Situation = {
  name: 'abandoned',
  title: 'The bank asks, and the customer closes its page (3-D Secure)',
  run: (scene) =>
    unfinished(scene, 'closing the challenge', async (visit) => {
      await visit.page.frameLocator(CHALLENGE_FRAME).locator('#close').click();
      await leaveEnd(visit);
    }),
};

export const pays: Situation = {
  name: 'pays',
  title: 'A good card',
  async run(scene) {
    const visit = await scene.visit();
    await visit.picture('the checkout');
    await visit.fill('approved');
    await visit.picture('filled in');
    const { orders, saw } = await visit.pay();
    await visit.picture('paid');
    if (orders.length > 0) scene.paid.push(...saw);
    if (orders.length === 0) {
      return [
        problem(`Pressing the button sends no token to a server. The customer sees: ${quoted(saw) || 'nothing new'}.`),
      ];
    }
    if (saw.length === 0) return [problem('The order was sent, and the customer sees nothing new.')];
    return [good(`The customer sees: ${quoted(saw)}`), ...(await stillOffered(visit))];
  },
};

const stillOffered = async (visit: CheckoutVisit): Promise<CheckFinding[]> =>
  (await visit.canPay()) && (await visit.fields()).length > 0
    ? [checkWarning('The form is still there after the payment, and can be sent again.')]
    : [];
