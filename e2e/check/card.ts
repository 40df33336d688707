import type { Frame, Page } from '@playwright/test';
import { type Card, type FieldName, TITLES } from '../fixtures/card-fields.ts';

/** Test cards of the sandbox, by what happens to a payment with them. */
export const CARDS = {
  approved: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  challenge: '4000 0000 0000 3220',
} as const;

export type CardKind = keyof typeof CARDS;

export const cardOf = (kind: CardKind): Required<Card> => ({
  number: CARDS[kind],
  month: '12',
  year: '2040',
  expiry: '12/40',
  cvv: '123',
});

const BY_AUTOCOMPLETE: Readonly<Record<string, FieldName>> = {
  'cc-number': 'number',
  'cc-exp': 'expiry',
  'cc-exp-month': 'month',
  'cc-exp-year': 'year',
  'cc-csc': 'cvv',
};

/** The visible control of a field; hidden ones for autofill cannot be reached by the keyboard. */
const CONTROL = 'input:not([tabindex="-1"]), select:not([tabindex="-1"])';

export interface CardField {
  readonly name: FieldName;
  readonly frame: Frame;
}

const nameOf = async (frame: Frame): Promise<FieldName | undefined> => {
  const control = frame.locator(CONTROL).first();
  const known = BY_AUTOCOMPLETE[(await control.getAttribute('autocomplete')) ?? ''];
  if (known) return known;
  const title = await (await frame.frameElement()).getAttribute('title');
  return (Object.keys(TITLES) as FieldName[]).find((name) => TITLES[name] === title);
};

/** Returns the field of a frame once it can be edited; undefined if that takes longer than `patience`. */
const fieldOf = async (frame: Frame, patience: number): Promise<CardField | undefined> => {
  const control = frame.locator(CONTROL).first();
  const name = await control.waitFor({ timeout: patience }).then(
    () => nameOf(frame),
    () => undefined,
  );
  return name && { name, frame };
};

/**
 * Waits for the card fields of a page, whichever way it uses the library, and returns them. `patience`: in
 * milliseconds. Returns none if the page shows none.
 */
export const findCardFields = async (page: Page, patience: number): Promise<CardField[]> => {
  const iframes = page.locator('iframe[src*="/js/v1/field.html"]');
  await iframes
    .first()
    .waitFor({ timeout: patience })
    .catch(() => {});
  for (;;) {
    const elements = await iframes.elementHandles();
    const frames = await Promise.all(elements.map((element) => element.contentFrame()));
    const fields = await Promise.all(frames.map((frame) => frame && fieldOf(frame, patience)));
    // A page may add its fields one after the other.
    if ((await iframes.count()) === elements.length) return fields.filter((field) => field != null);
  }
};

/** Enters a card into fields, at once. */
export const enterCard = async (fields: readonly CardField[], card: Required<Card>): Promise<void> => {
  for (const { name, frame } of fields) {
    const control = frame.locator(CONTROL).first();
    const isList = await control.evaluate((element) => element instanceof HTMLSelectElement);
    if (isList) await control.selectOption(await optionFor(frame, card[name]));
    else await control.fill(card[name]);
  }
};

const optionFor = async (frame: Frame, value: string): Promise<string> => {
  const values = await frame
    .locator('select option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  return values.find((each) => each !== '' && Number(each) % 100 === Number(value) % 100) ?? value;
};
