import type { ToPage } from '@service/hosted-fields/protocol';
import { CARD, expect, FIELDS, test } from './checkout.ts';

/** Every message of a frame to the page; a kind that is added to the protocol has to be added here. */
const KINDS: Record<ToPage['kind'] | 'hello', true> = {
  hello: true,
  state: true,
  submit: true,
  name: true,
  gone: true,
  answer: true,
};

/** Records what the page can hear: messages to its window and on the ports that it created. */
const SPY = `<script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
  Object.defineProperty(MessagePort.prototype, 'onmessage', {
    set(listener) { set.call(this, (event) => { heard.push(event.data); listener(event); }); },
  });
</script>`;

const NUMBER = '4111111111111111';
const WRITINGS = [
  NUMBER,
  '4111 1111 1111 1111',
  [...NUMBER].join('.'),
  [...NUMBER].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
  [...NUMBER].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
  `Ada Lovelace ${NUMBER}`,
  `${'Ada '.repeat(40)}${NUMBER}`,
];

test('no message of a frame has six digits of what is in it, whatever input it is in', async ({ shop }) => {
  await shop.open(SPY + FIELDS.replace('value="Ada"', '').replace('value="Lovelace"', ''));
  await expect.poll(async () => (await shop.seen()).events).toContain('ready');
  for (const text of WRITINGS) {
    for (const frame of shop.page.frames().slice(1)) {
      await frame.evaluate((text) => {
        for (const input of document.querySelectorAll('input')) {
          // As far as a customer types a name, then the whole.
          for (const value of [text.slice(0, 5), text]) {
            input.value = value;
            input.dispatchEvent(new Event('input', { bubbles: true }));
          }
          input.focus();
          input.blur();
        }
      }, text);
    }
  }
  for (const name of ['First name', 'Last name']) await expect(shop.page.getByLabel(name)).toHaveValue(/^\D*$/);
  await shop.pay();
  for (const name of ['First name', 'Last name']) await shop.page.getByLabel(name).fill('');

  // A whole checkout, so that every kind of message is sent.
  for (const name of ['number', 'month', 'year', 'cvv'] as const) await shop.input(name).fill(CARD[name]);
  await shop.page
    .frameLocator('#number iframe')
    .locator('[name=ccname]')
    .evaluate((input: HTMLInputElement) => {
      input.value = 'Augusta Ada King';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await expect(shop.page.getByLabel('Last name')).toHaveValue('King');
  expect(await shop.pay()).toMatchObject({ token: { type: 'credit_card' } });
  await shop.input('cvv').press('Enter');
  await shop.page
    .frames()
    .at(-1)
    ?.evaluate(() => location.reload());

  const heard = () => shop.page.evaluate(() => (window as never as { heard: Record<string, unknown>[] }).heard);
  await expect
    .poll(async () => [...new Set((await heard()).map(({ kind }) => kind))].sort())
    .toEqual(Object.keys(KINDS).sort());
  const leaks: string[] = [];
  for (const message of await heard()) {
    // Random ids, what the service answered, and the digits that may be shown of a whole number.
    const { id: _, group: __, ...rest } = message;
    const { firstSix = '', lastFour = '', ...state } = (rest.state ?? {}) as Record<string, unknown>;
    if (!/^(\d{2}|\d{6})?$/.test(`${firstSix}`) || !/^(\d{4})?$/.test(`${lastFour}`))
      leaks.push(`${firstSix} ${lastFour}`);
    const answer = (rest.answer ?? {}) as { token?: unknown };
    const shown = JSON.stringify({ ...rest, state, answer: answer.token ? {} : answer });
    const texts = shown.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    leaks.push(...texts.filter((text) => (text.match(/\p{N}/gu)?.length ?? 0) >= 6));
  }
  expect(leaks).toEqual([]);
});
